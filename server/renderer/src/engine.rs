//! The host's end of an engine: starts its process, gives it one job after the other, and replaces
//! it when it has ended, or must.

use std::io;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, Command};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout, timeout_at};
use tracing::{Instrument, Span};

use crate::child::{ARGUMENT, NAME};
use crate::frame::{self, Allowed, Event, Events, Load, MAX_TEXT_BYTES, Part, Printed, Render};
use crate::observer::{FinishedRender, Level, LevelGuard, Observer};
use crate::queue::{Job, Queue};
use crate::{Bundle, RenderError, RendererOptions};

/// Longest duration of the program's start, and of the bundle's evaluation; that of a render where
/// that is longer, as on a slow machine.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Delay before another attempt to start an engine that does not start, or has ended before it was of
/// any use; doubled with each.
const RESTART_DELAY: Duration = Duration::from_millis(100);

/// Limit of that delay, and the time after which an engine was of use, be it without a page.
const MAX_RESTART_DELAY: Duration = Duration::from_secs(10);

/// Time in which an engine that is killed ends.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval in which one engine at most is replaced because a page threw. The first such page may
/// have met a broken engine, and another renders it again; one after that is to blame itself.
const EXCEPTION_INTERVAL: Duration = Duration::from_mins(1);

/// First lines of an engine that an error of its start has, in bytes, besides the rest of the last.
const MAX_FIRST_LINES: usize = 1 << 10;

/// Lines of an engine that are logged in a second.
const LINES_PER_SECOND: u32 = 50;

/// State that all engines of a renderer share.
pub(crate) struct Shared {
    pub(crate) bundle: Bundle,
    pub(crate) options: RendererOptions,
    pub(crate) snapshot: Option<Vec<u8>>,
    pub(crate) observer: Arc<dyn Observer>,
    pub(crate) queue: Queue,
    /// Each engine that is up has a clone, which counts it.
    pub(crate) up: Arc<()>,
    /// When an engine was last replaced because a page threw.
    pub(crate) last_exception: Mutex<Option<Instant>>,
}

impl Shared {
    /// Whether a page that threw may have met a broken engine.
    fn suspect_engine(&self) -> bool {
        let mut last = self.last_exception.lock();
        let is_suspect = last.is_none_or(|last| last.elapsed() >= EXCEPTION_INTERVAL);
        if is_suspect {
            *last = Some(Instant::now());
        }
        is_suspect
    }
}

/// The process of an engine, killed when this is dropped.
struct Process {
    child: Child,
    input: ChildStdin,
    events: Events,
    /// The first lines of its standard error, once that is closed.
    lines: JoinHandle<String>,
}

impl Process {
    /// Starts engine number `index`, and evaluates the bundle in it. Returns what it is not confined by,
    /// too.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    async fn start(index: usize, shared: &Shared) -> Result<(Self, Option<String>), RenderError> {
        let Shared { bundle, options, snapshot, .. } = shared;
        let load = frame::encode(&Load {
            source: &bundle.source,
            configuration: &bundle.configuration.to_string(),
            heap_limit: options.heap_limit,
            snapshot: snapshot.as_deref(),
        });
        let program = options.program.clone().unwrap_or_else(this_program);
        let name = program.display();
        let failed = |error| RenderError::Start(format!("{name}: {error}"));
        let mut process = Self::spawn(index, &program).map_err(failed)?;
        let longest = START_TIMEOUT.max(options.timeout);
        let loaded = process.load(&load.map_err(failed)?, longest, options.heap_limit).await;
        let error = match loaded {
            Ok(Ok(gaps)) => return Ok((process, gaps)),
            Ok(Err(error)) => Ok(error),
            Err(error) => Err(error),
        };
        let (status, lines) = process.end().await;
        Err(RenderError::Start(error.unwrap_or_else(|error| {
            let status = status.unwrap_or_default();
            format!("{name}: {error}; {status}: {lines}").trim_end().to_owned()
        })))
    }

    fn spawn(index: usize, program: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .arg0(NAME)
            .arg(ARGUMENT)
            .env_clear()
            // Otherwise the default engine keeps its bytecode in a folder.
            .env("V82JSC_NO_BC_CACHE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A signal to the group of the host is not for its engines.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(stderr)) = pipes else {
            return Err(io::Error::other("an engine without pipes"));
        };
        let lines = tokio::spawn(log_lines(index, stderr));
        Ok(Self { child, input, events: Events::new(output), lines })
    }

    /// Evaluates the bundle. Returns what the engine is not confined by, or why it has not loaded the
    /// bundle.
    ///
    /// # Errors
    /// When the process ends or takes too long, or is no engine.
    async fn load(
        &mut self,
        load: &[u8],
        longest: Duration,
        heap_limit: usize,
    ) -> io::Result<Result<Option<String>, String>> {
        timeout(longest, self.events.receive()).await??;
        self.events.allow(Allowed::while_it_loads());
        let loaded = timeout(longest, async {
            self.input.write_all(load).await?;
            loop {
                return Ok(match self.events.receive().await? {
                    // Nothing that is printed is of interest before the bundle is evaluated.
                    Event::Printed(..) => continue,
                    Event::Loaded(loaded) => loaded
                        .map(|gaps| gaps.as_deref().map(Into::into))
                        .map_err(|e| e.to_string()),
                    Event::Ended(Err(failure), _) => {
                        Err(failure.into_error(heap_limit).to_string())
                    }
                    _ => return Err(io::ErrorKind::InvalidData.into()),
                });
            }
        });
        loaded.await?
    }

    /// Kills the process, unless it has ended. Returns its exit status and the first lines of its
    /// standard error.
    async fn end(mut self) -> (Option<String>, String) {
        // It fails for a process that has ended.
        let _ = self.child.start_kill();
        let status = timeout(EXIT_TIMEOUT, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok).map(|status| status.to_string());
        let lines = timeout(EXIT_TIMEOUT, self.lines).await;
        (status, lines.ok().and_then(Result::ok).unwrap_or_default())
    }
}

/// An engine that is up, or has to be replaced.
pub(crate) struct Engine {
    index: usize,
    process: Process,
    printed: LineLimit,
    started: Instant,
    /// Whether it was of use.
    has_worked: bool,
    /// What counts it as up, and as unconfined if it is, until it must be replaced.
    up: Option<(Arc<()>, Option<LevelGuard>)>,
}

impl Engine {
    /// Starts engine number `index`.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) async fn start(index: usize, shared: &Shared) -> Result<Self, RenderError> {
        let (process, gaps) = Process::start(index, shared).await?;
        let unconfined = gaps.map(|error| {
            static ONCE: std::sync::Once = std::sync::Once::new();
            ONCE.call_once(|| tracing::warn!(error, "engines run without all of their sandbox"));
            LevelGuard::new(&shared.observer, Level::EnginesUnconfined)
        });
        Ok(Self {
            index,
            process,
            printed: LineLimit::default(),
            started: Instant::now(),
            has_worked: false,
            up: Some((Arc::clone(&shared.up), unconfined)),
        })
    }

    /// Renders jobs until there can be no more; starts the engine again whenever it has to, also after a
    /// panic, such as an observer's.
    pub(crate) async fn keep_running(self, shared: Arc<Shared>) {
        let (index, mut engine) = (self.index, Some(self));
        while AssertUnwindSafe(Self::run(index, engine.take(), &shared))
            .catch_unwind()
            .await
            .is_err()
        {
            sleep(RESTART_DELAY).await;
        }
    }

    async fn run(index: usize, engine: Option<Self>, shared: &Shared) {
        let mut delay = Duration::ZERO;
        let mut engine = match engine {
            Some(engine) => engine,
            None => Self::restart(index, shared, RenderError::EngineLost, &mut delay).await,
        };
        loop {
            // A turn is free once the engine is up again.
            let (reason, page, span, _turn) = tokio::select! {
                biased;
                // An idle engine sends nothing; it has ended.
                error = engine.process.events.receive() => (lost(error.err()), None, Span::none(), None),
                job = shared.queue.next() => {
                    let Some(mut job) = job else {
                        engine.process.end().await;
                        return;
                    };
                    let (page, span) = (job.request.path.clone(), job.span.clone());
                    let turn = job.turn.take();
                    match engine.render(shared, job).await {
                        Some(reason) => (reason, Some(page), span, turn),
                        None => continue,
                    }
                }
            };
            if engine.has_worked || engine.started.elapsed() >= MAX_RESTART_DELAY {
                delay = Duration::ZERO;
            }
            engine.end(&reason, page).instrument(span).await;
            engine = Self::restart(index, shared, reason, &mut delay).await;
        }
    }

    /// Starts engine number `index` again, as often as that takes. `delay` is that of the next attempt.
    async fn restart(
        index: usize,
        shared: &Shared,
        mut reason: RenderError,
        delay: &mut Duration,
    ) -> Self {
        loop {
            sleep(*delay).await;
            *delay = (*delay * 2).clamp(RESTART_DELAY, MAX_RESTART_DELAY);
            shared.observer.engine_restarted(&reason);
            reason = match Self::start(index, shared).await {
                Ok(engine) => return engine,
                Err(error) => error,
            };
            tracing::error!(engine = index, error = %reason, "engine not started");
        }
    }

    /// Renders one page. Returns why this engine must be replaced, if it must.
    async fn render(&mut self, shared: &Shared, mut job: Job) -> Option<RenderError> {
        let wait = job.queued.elapsed();
        shared.observer.dequeued(&job.request, wait);
        // It is set when another engine was lost with it.
        let _ = job.wait.set(wait);
        job.level = None;
        let (begun, limit) = (Instant::now(), shared.options.timeout);
        let in_flight = LevelGuard::new(&shared.observer, Level::InFlight);
        let span = job.span.clone();
        let exchange = self.exchange(shared, &mut job).instrument(span);
        let result = timeout_at((begun + limit).into(), exchange)
            .await
            .unwrap_or(Err(RenderError::Timeout(limit)));
        self.has_worked |= result != Err(RenderError::EngineLost);
        let (error, duration) = (result.as_ref().err(), begun.elapsed());
        shared.observer.rendered(&FinishedRender { request: &job.request, error, duration });
        shared.queue.record(duration);
        drop(in_flight);
        let reason = match &result {
            Err(error @ RenderError::Failed { .. }) => {
                shared.suspect_engine().then(|| error.clone())
            }
            result => result.as_ref().err().cloned(),
        };
        if reason.is_some() {
            self.up = None;
            if matches!(result, Err(RenderError::Failed { .. } | RenderError::EngineLost)) {
                job.request.attempts = job.request.attempts.saturating_sub(1);
                if job.request.attempts > 0 {
                    job.level = Some(LevelGuard::new(&shared.observer, Level::Queued));
                    shared.queue.push_again(job);
                    return reason;
                }
            }
        }
        let _ = job.page.send(result.map(Some)).and_then(|()| job.page.send(Ok(None)));
        reason
    }

    /// Sends a request and receives the page. Returns what follows its head, if that was sent.
    async fn exchange(&mut self, shared: &Shared, job: &mut Job) -> Result<Part, RenderError> {
        let Job { request, page, head: sent, .. } = job;
        let early_flush = request.early_flush;
        let render = Render { function: &request.function, early_flush, data: request.data.get() };
        let lost = |error| lost(Some(error));
        let render = frame::encode(&render).map_err(lost)?;
        self.process.events.allow(Allowed::while_it_renders(early_flush));
        self.process.input.write_all(&render).await.map_err(lost)?;
        // A head that was sent must come again. The engine gets no other page before this one has ended.
        let mut has_sent_head = sent.is_none();
        loop {
            match self.process.events.receive().await.map_err(lost)? {
                Event::Head(head) => match sent {
                    None => {
                        *sent = Some(head.clone());
                        // It fails when nothing waits for the page any more.
                        let _ = page.send(Ok(Some(head)));
                    }
                    Some(sent) => has_sent_head = *sent == head,
                },
                Event::Ended(result, heap_used) => {
                    if let Some(bytes) = heap_used {
                        shared.observer.heap_measured(self.index, bytes);
                    }
                    let heap_limit = shared.options.heap_limit;
                    return match result {
                        Ok(_) if !has_sent_head => {
                            Err(RenderError::failed("the page has another head, rendered again"))
                        }
                        result => result.map_err(|failure| failure.into_error(heap_limit)),
                    };
                }
                Event::Printed(by, text) => {
                    self.printed.log(self.index, by, &text);
                }
                Event::Hello | Event::Loaded(_) => return Err(RenderError::EngineLost),
            }
        }
    }

    /// Ends the process.
    async fn end(mut self, reason: &RenderError, page: Option<String>) {
        self.up = None;
        let (engine, run_time_s) = (self.index, self.started.elapsed().as_secs());
        let (status, _) = self.process.end().await;
        let reason = reason.kind();
        tracing::warn!(engine, reason, page, status, run_time_s, "engine replaced");
    }
}

/// The error of an engine that ended, or that sent what it may not, which is logged.
fn lost(error: Option<io::Error>) -> RenderError {
    if let Some(error) = error.filter(|error| error.kind() == io::ErrorKind::InvalidData) {
        tracing::warn!(%error, "an engine broke the protocol");
    }
    RenderError::EngineLost
}

/// The path of the running program. What `/proc/self/exe` refers to stays the same when
/// the file is replaced.
fn this_program() -> PathBuf {
    let path = Path::new("/proc/self/exe");
    let other = (!path.exists()).then(std::env::current_exe).and_then(Result::ok);
    other.unwrap_or(path.into())
}

/// Logs what an engine writes to its standard error. Returns its first lines.
async fn log_lines(engine: usize, stderr: ChildStderr) -> String {
    let mut stderr = BufReader::new(stderr);
    let mut limit = LineLimit::default();
    let (mut line, mut first) = (Vec::new(), String::new());
    while (&mut stderr)
        .take(MAX_TEXT_BYTES as u64)
        .read_until(b'\n', &mut line)
        .await
        .is_ok_and(|n| n > 0)
    {
        let text = String::from_utf8_lossy(&line);
        if !limit.log(engine, Printed::Engine, &text) {
            // Meanwhile the pipe fills, and the engine waits.
            sleep(Duration::from_secs(1)).await;
        }
        if first.len() < MAX_FIRST_LINES {
            first += &text;
        }
        line.clear();
    }
    first
}

/// Limits how much an engine can log.
struct LineLimit {
    second: Instant,
    lines: u32,
}

impl Default for LineLimit {
    fn default() -> Self {
        Self { second: Instant::now(), lines: 0 }
    }
}

impl LineLimit {
    /// Logs a text of an engine. Returns whether the limit allows that.
    fn log(&mut self, engine: usize, by: Printed, text: &str) -> bool {
        if self.second.elapsed() >= Duration::from_secs(1) {
            let dropped = self.lines.saturating_sub(LINES_PER_SECOND);
            if dropped > 0 {
                tracing::warn!(engine, dropped, "lines of an engine dropped");
            }
            *self = Self::default();
        }
        self.lines += 1;
        if self.lines > LINES_PER_SECOND {
            return false;
        }
        let text = text.trim_end();
        match by {
            Printed::Debug => tracing::debug!(printed = text, "the server bundle printed"),
            Printed::Message => tracing::info!(printed = text, "the server bundle printed"),
            Printed::Error => tracing::warn!(printed = text, "the server bundle printed an error"),
            Printed::Rejection => {
                tracing::warn!(error = text, "unhandled promise rejection in the server bundle");
            }
            Printed::Engine => {
                tracing::warn!(engine, printed = text, "the engine printed an error");
            }
        }
        true
    }
}
