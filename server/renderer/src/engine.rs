//! The host's end of an engine: starts its process, gives it one job after the other, and replaces
//! it when it has ended, or must.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, Command};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{sleep, timeout, timeout_at};

use crate::child::ARGUMENT;
use crate::frame::{self, Event, Events, Load, Printed, Render};
use crate::observer::{FinishedRender, Level, LevelGuard, Observer};
use crate::page_stream::Chunk;
use crate::queue::Queue;
use crate::{Bundle, PageRequest, RenderError, RendererOptions};

/// Longest duration of the program's start, and of the bundle's evaluation; that of a render where
/// that is longer, as on a slow machine.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Delay before another attempt to start an engine that does not start; doubled with each.
const RESTART_DELAY: Duration = Duration::from_millis(100);

/// Limit of that delay.
const MAX_RESTART_DELAY: Duration = Duration::from_secs(10);

/// Time in which an engine that has closed its output ends.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval in which one engine at most is replaced because a page threw. The first such page may
/// have met a broken engine, and another renders it again; one after that is to blame itself.
const EXCEPTION_INTERVAL: Duration = Duration::from_mins(1);

/// Longest line that is logged of an engine, in bytes.
const MAX_LINE: u64 = 8 << 10;

/// Lines of an engine that are logged in a second.
const LINES_PER_SECOND: u32 = 50;

/// State that all engines of a renderer share.
pub(crate) struct Shared {
    pub(crate) bundle: Bundle,
    pub(crate) options: RendererOptions,
    pub(crate) observer: Arc<dyn Observer>,
    pub(crate) queue: Queue,
    /// The next jobs, for the first engine that is idle.
    pub(crate) jobs: tokio::sync::Mutex<mpsc::UnboundedReceiver<Job>>,
    /// Cloned for each engine that is up.
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

/// A page to render.
pub(crate) struct Job {
    pub(crate) request: PageRequest,
    /// Closed when nothing waits for the page any more.
    pub(crate) page: mpsc::UnboundedSender<Chunk>,
    pub(crate) _permit: OwnedSemaphorePermit,
}

/// The process of an engine, killed when this is dropped.
struct Process {
    child: Child,
    input: ChildStdin,
    events: Events,
}

impl Process {
    /// Starts engine number `index` with this folder of the engine cache, which it may write
    /// before, and evaluates the bundle in it.
    async fn start(
        index: usize,
        bundle: &Bundle,
        options: &RendererOptions,
        cache: Option<&Path>,
        write_cache: bool,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let load = frame::encode(&Load {
            source: Arc::clone(&bundle.source),
            configuration: bundle.configuration.to_string(),
            heap_limit: options.heap_limit,
            cache: cache.map(Into::into),
            write_cache,
        })?;
        let program = options.program.clone().map_or_else(this_program, Ok)?;
        let name = program.display();
        let mut child = Command::new(&program)
            .arg(ARGUMENT)
            .env_clear()
            // Otherwise the default engine keeps its bytecode in a folder of its own.
            .env(
                if cache.is_some() { "V82JSC_BC_CACHE_DIR" } else { "V82JSC_NO_BC_CACHE" },
                cache.unwrap_or(Path::new("1")),
            )
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(stderr)) = pipes else {
            return Err("an engine without pipes".into());
        };
        tokio::spawn(log_lines(index, stderr));
        let mut events = frame::events(output);
        let longest = START_TIMEOUT.max(options.timeout);
        let hello = timeout(longest, frame::receive(&mut events)).await;
        if !matches!(hello, Ok(Ok(Event::Hello))) {
            return Err(format!(
                "{name} did not start as an engine: its `main` must call `run_engine_if_asked` first"
            )
            .into());
        }
        let loaded = timeout(longest, async {
            let ended = |_| "the engine ended while it was evaluated".to_owned();
            input.write_all(&load).await.map_err(ended)?;
            loop {
                match frame::receive(&mut events).await.map_err(ended)? {
                    Event::Loaded(loaded) => return loaded,
                    Event::Ended(Err(exhausted)) => return Err(exhausted.to_string()),
                    // Nothing else is of interest before the bundle is evaluated.
                    _ => {}
                }
            }
        });
        if let Some(error) = loaded.await.map_err(|_| "it was not evaluated in time")?? {
            static ONCE: std::sync::Once = std::sync::Once::new();
            ONCE.call_once(|| tracing::warn!(error, "engines run without a sandbox"));
        }
        Ok(Self { child, input, events })
    }
}

/// Starts an engine that writes the engine cache, and ends it.
///
/// # Errors
/// [`RenderError::Start`].
pub(crate) async fn prepare(bundle: &Bundle, options: &RendererOptions) -> Result<(), RenderError> {
    let started = Process::start(0, bundle, options, options.cache.as_deref(), true).await;
    started.map(drop).map_err(|error| RenderError::Start(error.to_string()))
}

/// An engine that is up, or has to be replaced.
pub(crate) struct Engine {
    index: usize,
    process: Process,
    printed: LineLimit,
    started: Instant,
    /// Until it must be replaced.
    up: Option<(LevelGuard, Arc<()>)>,
}

impl Engine {
    /// Starts engine number `index`, without the engine cache if it does not start with it.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) async fn start(index: usize, shared: &Shared) -> Result<Self, RenderError> {
        let Shared { bundle, options, observer, up, .. } = shared;
        let cache = options.cache.as_deref();
        let mut process = Process::start(index, bundle, options, cache, false).await;
        if let (Err(error), Some(_)) = (&process, cache) {
            let error = error.to_string();
            process = Process::start(index, bundle, options, None, false).await;
            if process.is_ok() {
                tracing::warn!(error, "engine cache not used");
            }
        }
        Ok(Self {
            index,
            process: process.map_err(|error| RenderError::Start(error.to_string()))?,
            printed: LineLimit::default(),
            started: Instant::now(),
            up: Some((LevelGuard::new(observer, Level::EnginesUp), Arc::clone(up))),
        })
    }

    /// Renders jobs until there can be no more; starts the engine again whenever it has to.
    pub(crate) async fn run(mut self, shared: Arc<Shared>) {
        loop {
            // What the job holds is free once the engine is up again.
            let (mut reason, job) = tokio::select! {
                job = async { shared.jobs.lock().await.recv().await } => match job {
                    None => return,
                    Some(job) if job.page.is_closed() => continue,
                    Some(job) => match self.render(&shared, &job).await {
                        None => continue,
                        Some(error) => (error, Some(job)),
                    },
                },
                // An idle engine sends nothing; it has ended.
                _ = frame::receive(&mut self.process.events) => (RenderError::EngineLost, None),
            };
            let index = self.index;
            self.end(&reason, job.as_ref().map(|job| &*job.request.path)).await;
            let mut delay = RESTART_DELAY;
            self = loop {
                shared.observer.engine_restarted(&reason);
                reason = match Self::start(index, &shared).await {
                    Ok(engine) => break engine,
                    Err(error) => error,
                };
                tracing::error!(engine = index, error = %reason, "engine not started");
                sleep(delay).await;
                delay = (delay * 2).min(MAX_RESTART_DELAY);
            }
        }
    }

    /// Renders one page. Returns why this engine must be replaced, if it must.
    async fn render(&mut self, shared: &Shared, job: &Job) -> Option<RenderError> {
        let (begun, limit) = (Instant::now(), shared.options.timeout);
        let in_flight = LevelGuard::new(&shared.observer, Level::InFlight);
        let result = timeout_at((begun + limit).into(), self.exchange(shared, job)).await;
        let mut result = result.unwrap_or(Err(RenderError::Timeout(limit)));
        let (request, error, duration) = (&job.request, result.as_ref().err(), begun.elapsed());
        shared.observer.rendered(&FinishedRender { request, error, duration });
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
            if let Err(error @ RenderError::Failed { .. }) = &mut result {
                // Makes the caller render it again.
                *error = RenderError::EngineLost;
            }
        }
        // It fails when nothing waits for the page any more.
        let _ = job.page.send(result.map(Some)).and_then(|()| job.page.send(Ok(None)));
        reason
    }

    /// Sends a request and receives the page. Returns what follows its head, if that was sent.
    async fn exchange(&mut self, shared: &Shared, job: &Job) -> Result<Bytes, RenderError> {
        let lost = |_| RenderError::EngineLost;
        let PageRequest { function, early_flush, data, .. } = &job.request;
        let render = Render { function, early_flush: *early_flush, data: data.get() };
        let render = frame::encode(&render).map_err(lost)?;
        self.process.input.write_all(&render).await.map_err(lost)?;
        loop {
            match frame::receive(&mut self.process.events).await.map_err(lost)? {
                Event::Head(head) => drop(job.page.send(Ok(Some(head.into())))),
                Event::Ended(result) => return result.map(Into::into),
                Event::HeapUsed(bytes) => shared.observer.heap_measured(self.index, bytes),
                Event::Printed(by, text) => self.printed.log(self.index, by, &text),
                Event::Hello | Event::Loaded(_) => return Err(RenderError::EngineLost),
            }
        }
    }

    /// Ends the process.
    async fn end(mut self, reason: &RenderError, page: Option<&str>) {
        if *reason != RenderError::EngineLost {
            // It fails for a process that has ended.
            let _ = self.process.child.start_kill();
        }
        let status = timeout(EXIT_TIMEOUT, self.process.child.wait()).await;
        let status = status.ok().and_then(Result::ok).as_ref().map(ExitStatus::to_string);
        let (engine, run_time_s) = (self.index, self.started.elapsed().as_secs());
        let reason = reason.kind();
        tracing::warn!(engine, reason, page, status, run_time_s, "engine replaced");
    }
}

/// Returns the path of the running program. What `/proc/self/exe` refers to stays the same when
/// the file is replaced.
fn this_program() -> std::io::Result<PathBuf> {
    let path = Path::new("/proc/self/exe");
    if path.exists() { Ok(path.into()) } else { std::env::current_exe() }
}

/// Logs what an engine writes to its standard error.
async fn log_lines(engine: usize, stderr: ChildStderr) {
    let mut stderr = BufReader::new(stderr);
    let mut limit = LineLimit::default();
    let mut line = Vec::new();
    while (&mut stderr).take(MAX_LINE).read_until(b'\n', &mut line).await.is_ok_and(|n| n > 0) {
        limit.log(engine, Printed::Engine, &String::from_utf8_lossy(&line));
        line.clear();
    }
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
    /// Logs a text of an engine.
    fn log(&mut self, engine: usize, by: Printed, text: &str) {
        if self.second.elapsed() >= Duration::from_secs(1) {
            let dropped = self.lines.saturating_sub(LINES_PER_SECOND);
            if dropped > 0 {
                tracing::warn!(engine, dropped, "lines of an engine dropped");
            }
            *self = Self::default();
        }
        self.lines += 1;
        if self.lines > LINES_PER_SECOND {
            return;
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
    }
}
