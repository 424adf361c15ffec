//! The host's end of an engine: starts its process, gives it one job after the other, and replaces
//! it when it has ended, or must.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::{timeout, timeout_at};

use crate::child::{ARGUMENT, Load, Thrown};
use crate::frame::{self, Kind};
use crate::observer::{FinishedRender, Level, LevelGuard, Observer, RestartReason};
use crate::page_stream::Sink;
use crate::queue::{Job, Queue};
use crate::{Bundle, Content, PageRequest, RenderError, RendererOptions};

/// Longest duration of the program's start, and of the bundle's evaluation.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Delay before another attempt to start an engine that does not start; doubled with each.
const RESTART_DELAY: Duration = Duration::from_millis(100);

/// Limit of that delay.
const MAX_RESTART_DELAY: Duration = Duration::from_secs(10);

/// Time in which an engine that has closed its output ends.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval in which one engine at most is replaced because a page threw. The first such page may
/// have met a broken engine, and is rendered again by another; one after that is to blame itself.
const EXCEPTION_INTERVAL: Duration = Duration::from_mins(1);

/// Longest line that is logged of an engine, in bytes.
const MAX_LINE: u64 = 8 << 10;

/// Lines of an engine that are logged in a second.
const LINES_PER_SECOND: u32 = 50;

/// State that all engines of a renderer share.
pub(crate) struct Engines {
    bundle: Bundle,
    options: RendererOptions,
    pub(crate) queue: Arc<Queue>,
    /// Those that have started.
    pub(crate) up: Arc<AtomicUsize>,
    /// When an engine was last replaced because a page threw.
    last_exception: Mutex<Option<Instant>>,
    pub(crate) observer: Arc<dyn Observer>,
}

impl Engines {
    pub(crate) fn new(
        bundle: Bundle,
        options: RendererOptions,
        observer: Arc<dyn Observer>,
    ) -> Self {
        Self {
            bundle,
            queue: Arc::new(Queue::new(options.engines, Arc::clone(&observer))),
            options,
            up: Arc::default(),
            last_exception: Mutex::default(),
            observer,
        }
    }

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

fn start_error(error: &dyn std::fmt::Display) -> RenderError {
    RenderError::Start(error.to_string())
}

/// Counts an engine as up until it is dropped.
struct UpGuard {
    up: Arc<AtomicUsize>,
    _level: LevelGuard,
}

impl UpGuard {
    fn new(engines: &Engines) -> Self {
        engines.up.fetch_add(1, Ordering::Relaxed);
        let level = LevelGuard::new(&engines.observer, Level::EnginesUp);
        Self { up: Arc::clone(&engines.up), _level: level }
    }
}

impl Drop for UpGuard {
    fn drop(&mut self) {
        self.up.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The process of an engine, killed when this is dropped.
pub(crate) struct Engine {
    index: usize,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    printed: LineLimit,
    started: Instant,
    /// Until it must be replaced.
    up: Option<UpGuard>,
}

/// Why an engine is replaced, and the page that it rendered.
struct Ending {
    reason: RestartReason,
    page: Option<PageRequest>,
}

impl Engine {
    /// Starts engine number `index`, and evaluates the bundle in it.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) async fn start(index: usize, engines: &Engines) -> Result<Self, RenderError> {
        let cache = engines.options.cache.as_deref();
        match Self::start_with(index, engines, cache, false).await {
            Err(error) if cache.is_some() => {
                let engine = Self::start_with(index, engines, None, false).await?;
                tracing::warn!(%error, "engine cache not used");
                Ok(engine)
            }
            started => started,
        }
    }

    /// Starts an engine with this folder of the engine cache, which it may write before.
    pub(crate) async fn start_with(
        index: usize,
        engines: &Engines,
        cache: Option<&Path>,
        write_cache: bool,
    ) -> Result<Self, RenderError> {
        let load = Load {
            source: Arc::clone(&engines.bundle.source),
            configuration: engines.bundle.configuration.clone(),
            heap_limit: engines.options.heap_limit,
            cache: cache.map(Into::into),
            write_cache,
        };
        let load = serde_json::to_vec(&load).map_err(|error| start_error(&error))?;
        let program = match &engines.options.program {
            Some(program) => program.clone(),
            None => this_program().map_err(|error| start_error(&error))?,
        };
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
            .map_err(|error| RenderError::Start(format!("{}: {error}", program.display())))?;
        let (Some(mut input), Some(output), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(RenderError::Start("an engine without pipes".into()));
        };
        tokio::spawn(log_lines(index, stderr));
        let mut output = BufReader::new(output);
        match timeout(START_TIMEOUT, frame::receive(&mut output)).await {
            Ok(Ok((Kind::Hello, _))) => {}
            _ => return Err(no_engine(&program)),
        }
        let loaded = timeout(START_TIMEOUT, async {
            input.write_all(&frame::frame(Kind::Load, &[&load])).await?;
            loop {
                let (kind, payload) = frame::receive(&mut output).await?;
                // Nothing else is of interest before the bundle is evaluated.
                if matches!(kind, Kind::Loaded | Kind::NotLoaded) {
                    return Ok::<_, io::Error>((kind, payload));
                }
            }
        });
        let text = |payload| String::from_utf8_lossy(payload).into_owned();
        match loaded.await {
            Ok(Ok((Kind::Loaded, obstacle))) => {
                if !obstacle.is_empty() {
                    static ONCE: std::sync::Once = std::sync::Once::new();
                    let error = text(&obstacle);
                    ONCE.call_once(|| tracing::warn!(error, "engines run without a sandbox"));
                }
            }
            Ok(Ok((_, error))) => return Err(RenderError::Start(text(&error))),
            Ok(Err(_)) => {
                return Err(RenderError::Start("the engine ended while it was evaluated".into()));
            }
            Err(_) => {
                let limit = START_TIMEOUT.as_secs();
                let error = format!("it was not evaluated within {limit} s");
                return Err(RenderError::Start(error));
            }
        }
        let (printed, started) = (LineLimit::default(), Instant::now());
        let up = Some(UpGuard::new(engines));
        Ok(Self { index, child, input, output, printed, started, up })
    }

    /// Renders jobs until the queue is closed; starts the engine again whenever it has to.
    pub(crate) async fn run(mut self, engines: &Engines) {
        while let Some(ending) = self.serve(engines).await {
            let index = self.index;
            self.end(&ending).await;
            engines.observer.engine_restarted(ending.reason);
            let mut delay = RESTART_DELAY;
            self = loop {
                if engines.queue.is_closed() {
                    return;
                }
                match Self::start(index, engines).await {
                    Ok(engine) => break engine,
                    Err(error) => {
                        tracing::error!(engine = index, %error, "engine not started");
                        engines.observer.engine_restarted(RestartReason::Start);
                        tokio::time::sleep(delay).await;
                        delay = (delay * 2).min(MAX_RESTART_DELAY);
                    }
                }
            };
        }
    }

    /// Renders jobs; `None` when the queue is closed.
    async fn serve(&mut self, engines: &Engines) -> Option<Ending> {
        loop {
            let popped = tokio::select! {
                popped = engines.queue.pop() => popped?,
                // An idle engine sends nothing; it has ended.
                _ = self.output.fill_buf() => {
                    return Some(Ending { reason: RestartReason::Crash, page: None });
                }
            };
            let (Job { request, mut sink, priority, .. }, _permit) = popped;
            engines.observer.dequeued(&priority, sink.begin());
            if let Some(reason) = self.render(engines, &request, sink).await {
                return Some(Ending { reason, page: Some(request) });
            }
        }
    }

    /// Renders one page. Returns why this engine must be replaced, if it must.
    async fn render(
        &mut self,
        engines: &Engines,
        request: &PageRequest,
        sink: Sink,
    ) -> Option<RestartReason> {
        let begun = Instant::now();
        let limit = engines.options.timeout;
        let mut sink = Some(sink);
        let result = {
            let _in_flight = LevelGuard::new(&engines.observer, Level::InFlight);
            let exchange = self.exchange(engines, request, &mut sink);
            let result = timeout_at((begun + limit).into(), exchange).await;
            let result = result.unwrap_or(Err(RenderError::Timeout(limit)));
            let (error, duration) = (result.as_ref().err(), begun.elapsed());
            engines.observer.rendered(&FinishedRender { request, error, duration });
            result
        };
        let reason = match &result {
            Ok(_) => None,
            Err(RenderError::Failed { .. }) if !engines.suspect_engine() => None,
            Err(error) => Some(error.into()),
        };
        let result = match result {
            // Makes the caller render it again.
            Err(RenderError::Failed { .. }) if reason.is_some() => Err(RenderError::EngineLost),
            result => result,
        };
        if reason.is_some() {
            self.up = None;
        }
        if let Some(sink) = sink {
            sink.finish(result);
        }
        reason
    }

    /// Sends a request and receives the page.
    async fn exchange(
        &mut self,
        engines: &Engines,
        request: &PageRequest,
        sink: &mut Option<Sink>,
    ) -> Result<Bytes, RenderError> {
        let lost = |_| RenderError::EngineLost;
        let flags = [u8::from(request.content == Content::Shell), u8::from(request.early_flush)];
        let data = request.data.get().as_bytes();
        self.input.write_all(&frame::frame(Kind::Render, &[&flags, data])).await.map_err(lost)?;
        loop {
            let (kind, payload) = frame::receive(&mut self.output).await.map_err(lost)?;
            match kind {
                Kind::Head => *sink = sink.take().map(|sink| sink.start(payload.into())),
                Kind::Done => return Ok(payload.into()),
                Kind::Failed => {
                    let Thrown { error, component_stack } =
                        serde_json::from_slice(&payload).map_err(|_| RenderError::EngineLost)?;
                    return Err(RenderError::Failed { error, component_stack });
                }
                Kind::HeapExhausted => {
                    return Err(RenderError::HeapExhausted(engines.options.heap_limit));
                }
                Kind::HeapUsed => {
                    let bytes = payload.try_into().map_err(|_| RenderError::EngineLost)?;
                    let bytes = usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX);
                    engines.observer.heap_measured(self.index, bytes);
                }
                Kind::Printed | Kind::PrintedError | Kind::Unhandled => {
                    self.printed.log(self.index, Some(kind), &payload);
                }
                _ => return Err(RenderError::EngineLost),
            }
        }
    }

    /// Ends the process.
    async fn end(mut self, ending: &Ending) {
        let status = match ending.reason {
            RestartReason::Crash => timeout(EXIT_TIMEOUT, self.child.wait()).await.ok(),
            _ => None,
        };
        let status = if let Some(status) = status {
            status
        } else {
            // It fails for a process that has ended.
            let _ = self.child.start_kill();
            self.child.wait().await
        };
        let engine = self.index;
        let reason = ending.reason.name();
        let page = ending.page.as_ref().map(|page| &*page.path);
        let status = status.ok().as_ref().map(ExitStatus::to_string);
        let run_time_s = self.started.elapsed().as_secs();
        if ending.reason == RestartReason::Exception {
            tracing::warn!(engine, reason, page, status, run_time_s, "engine replaced");
        } else {
            tracing::error!(engine, reason, page, status, run_time_s, "engine replaced");
        }
    }
}

/// Returns the path of the running program. What `/proc/self/exe` refers to stays the same when
/// the file is replaced.
fn this_program() -> io::Result<PathBuf> {
    let path = Path::new("/proc/self/exe");
    if path.exists() { Ok(path.into()) } else { std::env::current_exe() }
}

fn no_engine(program: &Path) -> RenderError {
    RenderError::Start(format!(
        "{} did not start as an engine: its `main` must call `run_engine_if_asked` first",
        program.display()
    ))
}

/// Logs what an engine writes to its standard error.
async fn log_lines(engine: usize, stderr: ChildStderr) {
    let mut stderr = BufReader::new(stderr);
    let mut limit = LineLimit::default();
    let mut line = Vec::new();
    while (&mut stderr).take(MAX_LINE).read_until(b'\n', &mut line).await.is_ok_and(|n| n > 0) {
        limit.log(engine, None, &line);
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
    /// Logs a text of an engine: that of a frame, or, without a kind, a line of its standard error.
    fn log(&mut self, engine: usize, kind: Option<Kind>, text: &[u8]) {
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
        let text = String::from_utf8_lossy(text);
        let text = text.trim_end();
        match kind {
            Some(Kind::Printed) => tracing::debug!(printed = text, "the server bundle printed"),
            Some(Kind::PrintedError) => {
                tracing::warn!(printed = text, "the server bundle printed an error");
            }
            Some(Kind::Unhandled) => {
                tracing::warn!(error = text, "unhandled promise rejection in the server bundle");
            }
            _ => tracing::warn!(engine, printed = text, "the engine printed an error"),
        }
    }
}
