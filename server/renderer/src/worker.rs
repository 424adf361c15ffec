//! An engine thread: takes jobs from the queue, renders them one by one, and
//! replaces its runtime when that broke.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::RenderError;
use crate::observer::{Level, LevelGuard};
use crate::queue::Queue;
use crate::runtime::{Runtime, RuntimeContext};

/// Both engines recurse on the native stack; they end a deep recursion with a
/// clean `RangeError` while at least this much is available.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Delay before another attempt to start a runtime that does not start.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// A started engine thread.
pub(crate) struct Worker {
    /// Receives one message: whether the first runtime has started.
    pub(crate) ready: mpsc::Receiver<Result<(), RenderError>>,
    /// Ends after the queue was closed.
    pub(crate) thread: JoinHandle<()>,
}

/// Why an engine thread stopped using its current runtime.
enum Exit {
    QueueClosed,
    Broken(RenderError),
    Panicked,
    DoesNotStart(RenderError),
}

/// State that all engine threads of a renderer share.
#[derive(Clone)]
pub(crate) struct WorkerContext {
    pub(crate) queue: Arc<Queue>,
    /// Threads that have a working runtime.
    pub(crate) up: Arc<AtomicUsize>,
    pub(crate) runtime: RuntimeContext,
}

/// Counts an engine as up until it is dropped.
struct UpGuard {
    up: Arc<AtomicUsize>,
    _level: LevelGuard,
}

impl UpGuard {
    fn new(context: &WorkerContext) -> Self {
        context.up.fetch_add(1, Ordering::Relaxed);
        let level = LevelGuard::new(&context.runtime.observer, Level::EnginesUp);
        Self { up: Arc::clone(&context.up), _level: level }
    }
}

impl Drop for UpGuard {
    fn drop(&mut self) {
        self.up.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Starts engine thread number `index`.
///
/// # Errors
/// [`RenderError::Start`] when the thread cannot be created.
pub(crate) fn spawn(index: usize, context: WorkerContext) -> Result<Worker, RenderError> {
    let (announce, ready) = mpsc::channel();
    let thread = thread::Builder::new()
        .name(format!("engine-{index}"))
        .stack_size(STACK_BYTES)
        .spawn(move || Engine { index, context, is_up: false }.run(&announce))
        .map_err(|error| RenderError::Start(error.to_string()))?;
    Ok(Worker { ready, thread })
}

struct Engine {
    index: usize,
    context: WorkerContext,
    /// Whether the current runtime has started.
    is_up: bool,
}

impl Engine {
    fn run(mut self, ready: &mpsc::Sender<Result<(), RenderError>>) {
        loop {
            self.is_up = false;
            let ending =
                catch_unwind(AssertUnwindSafe(|| self.serve(ready))).unwrap_or_else(|_| {
                    if self.is_up {
                        Exit::Panicked
                    } else {
                        Exit::DoesNotStart(RenderError::Start("the engine panicked".into()))
                    }
                });
            match ending {
                Exit::QueueClosed => return,
                Exit::Broken(error) => self.report_replacement(error.kind(), &error),
                Exit::Panicked => self.report_replacement("panic", &RenderError::EngineLost),
                Exit::DoesNotStart(error) => {
                    let is_first_start = ready.send(Err(error.clone())).is_ok();
                    if is_first_start || self.context.queue.is_closed() {
                        // `Renderer::start` returns the error, or the renderer was
                        // dropped.
                        return;
                    }
                    self.report_replacement(error.kind(), &error);
                    thread::sleep(RESTART_DELAY);
                }
            }
        }
    }

    fn report_replacement(&self, reason: &'static str, error: &RenderError) {
        self.context.runtime.observer.runtime_replaced(reason);
        tracing::error!(engine = self.index, %error, "engine runtime replaced");
    }

    /// Renders jobs with one runtime for as long as that works.
    fn serve(&mut self, ready: &mpsc::Sender<Result<(), RenderError>>) -> Exit {
        let reactor = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
            Ok(reactor) => reactor,
            Err(error) => return Exit::DoesNotStart(RenderError::Start(error.to_string())),
        };
        reactor.block_on(async {
            let started = Runtime::start(self.index, &self.context.runtime).await;
            let mut runtime = match started {
                Ok(runtime) => runtime,
                Err(error) => return Exit::DoesNotStart(error),
            };
            self.is_up = true;
            let _up = UpGuard::new(&self.context);
            // There is no receiver when this runtime replaces another.
            let _ = ready.send(Ok(()));
            while let Some((job, _permit)) = self.context.queue.pop().await {
                if let Err(error) = runtime.render(job).await {
                    return Exit::Broken(error);
                }
            }
            Exit::QueueClosed
        })
    }
}
