//! An engine thread: takes jobs from the queue and renders them one by one,
//! under a watchdog, and starts a new runtime when the old one broke.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::isolate::Isolate;
use super::sink::{Reply, Sink};
use super::watchdog::{Verdict, Watchdog};
use super::{Bundle, PageRequest, RenderError, RendererOptions};

/// Both engines recurse on the native stack; they end a deep recursion with a
/// clean `RangeError` while at least this much is there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// The longest that a bundle may take to evaluate.
const LOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest that a stopped render may take to fall silent before its runtime
/// is given up.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(100);

/// Pause before a runtime that does not start is tried again.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// One page to render and where its bytes go.
pub(super) struct Job {
    request: PageRequest,
    sink: Sink,
}

impl Job {
    pub(super) fn new(request: PageRequest) -> (Self, Reply) {
        let (sink, reply) = Sink::new();
        (Self { request, sink }, reply)
    }
}

/// A started engine thread.
pub(super) struct Worker {
    /// Receives one message: whether the first runtime is ready.
    pub(super) ready: mpsc::Receiver<Result<(), RenderError>>,
    /// Ends when the queue is closed.
    pub(super) thread: JoinHandle<()>,
}

/// Why an engine thread stopped serving with its present runtime.
enum Ending {
    QueueClosed,
    Broken(RenderError),
    DoesNotStart(RenderError),
}

/// Starts engine thread number `index`.
///
/// # Errors
/// [`RenderError::Start`] when the system gives no thread.
pub(super) fn spawn(
    index: usize,
    jobs: async_channel::Receiver<Job>,
    bundle: Arc<Bundle>,
    options: RendererOptions,
) -> Result<Worker, RenderError> {
    let (announce, ready) = mpsc::channel();
    let thread = thread::Builder::new()
        .name(format!("engine-{index}"))
        .stack_size(STACK_BYTES)
        .spawn(move || Engine { index, jobs, bundle, options, renders: 0 }.run(&announce))
        .map_err(|error| RenderError::Start(error.to_string()))?;
    Ok(Worker { ready, thread })
}

struct Engine {
    index: usize,
    jobs: async_channel::Receiver<Job>,
    bundle: Arc<Bundle>,
    options: RendererOptions,
    /// Renders begun on this thread; the id of the last one.
    renders: u32,
}

impl Engine {
    fn run(mut self, ready: &mpsc::Sender<Result<(), RenderError>>) {
        loop {
            let ending = catch_unwind(AssertUnwindSafe(|| self.serve(ready)))
                .unwrap_or(Ending::Broken(RenderError::EngineLost));
            match ending {
                Ending::QueueClosed => return,
                Ending::Broken(error) => {
                    tracing::error!(engine = self.index, %error, "engine runtime replaced");
                }
                Ending::DoesNotStart(error) => {
                    tracing::error!(engine = self.index, %error, "engine runtime does not start");
                    let is_first_start = ready.send(Err(error)).is_ok();
                    if is_first_start || self.jobs.is_closed() {
                        // Whoever starts the renderer hears of it, or nobody
                        // wants it any more.
                        return;
                    }
                    thread::sleep(RESTART_PAUSE);
                }
            }
        }
    }

    /// Serves with one runtime for as long as that is sound.
    fn serve(&mut self, ready: &mpsc::Sender<Result<(), RenderError>>) -> Ending {
        let reactor = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
            Ok(reactor) => reactor,
            Err(error) => return Ending::DoesNotStart(RenderError::Start(error.to_string())),
        };
        reactor.block_on(async {
            let (mut isolate, watchdog) = match self.start().await {
                Ok(started) => started,
                Err(error) => return Ending::DoesNotStart(error),
            };
            // Nobody listens any more when this runtime replaces another.
            let _ = ready.send(Ok(()));
            while let Ok(job) = self.jobs.recv().await {
                if job.sink.is_abandoned() {
                    continue;
                }
                if let Err(error) = self.render(&mut isolate, &watchdog, job).await {
                    return Ending::Broken(error);
                }
            }
            Ending::QueueClosed
        })
    }

    async fn start(&self) -> Result<(Isolate, Watchdog), RenderError> {
        let mut isolate = Isolate::new(self.options.heap_limit);
        let watchdog = Watchdog::start(format!("watchdog-{}", self.index), isolate.stopper())
            .map_err(|error| RenderError::Start(error.to_string()))?;
        watchdog.watch(Instant::now() + LOAD_TIMEOUT);
        let loaded = tokio::time::timeout(LOAD_TIMEOUT, isolate.load(&self.bundle)).await;
        match (watchdog.release(), loaded) {
            (Verdict::InTime, Ok(loaded)) => loaded.map(|()| (isolate, watchdog)),
            _ => Err(RenderError::Start(format!(
                "it was not evaluated within {} s",
                LOAD_TIMEOUT.as_secs()
            ))),
        }
    }

    /// Renders one page. The error says that the runtime must be replaced; what
    /// became of the page has been told to whoever waits for it.
    async fn render(
        &mut self,
        isolate: &mut Isolate,
        watchdog: &Watchdog,
        mut job: Job,
    ) -> Result<(), RenderError> {
        job.sink.begin();
        let timeout = self.options.timeout;
        let deadline = Instant::now() + timeout;
        self.renders = self.renders.wrapping_add(1);

        watchdog.watch(deadline);
        let render = isolate.render(self.renders, &job.request, job.sink);
        let rendered = tokio::time::timeout_at(deadline.into(), render).await;
        let result = match (watchdog.release(), rendered) {
            (Verdict::InTime, Ok(result)) => result,
            (verdict, _) => {
                if verdict == Verdict::Stopped {
                    isolate.resume();
                }
                Err(RenderError::Timeout(timeout))
            }
        };
        isolate.finish(result.clone());

        match result {
            Err(RenderError::Timeout(_)) => settle(isolate, watchdog).await,
            Err(error @ RenderError::HeapExhausted(_)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// Lets a stopped bundle clean up; one that will not be quiet is given up.
async fn settle(isolate: &mut Isolate, watchdog: &Watchdog) -> Result<(), RenderError> {
    watchdog.watch(Instant::now() + SETTLE_TIMEOUT);
    let settled = tokio::time::timeout(SETTLE_TIMEOUT, isolate.settle()).await;
    match (watchdog.release(), settled) {
        (Verdict::InTime, Ok(())) => Ok(()),
        _ => Err(RenderError::Timeout(SETTLE_TIMEOUT)),
    }
}
