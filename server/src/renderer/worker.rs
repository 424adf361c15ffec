//! An engine thread: takes jobs from the queue, renders them one by one, and
//! starts a new runtime when the old one broke.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use prometheus_client::metrics::gauge::Gauge;

use super::queue::{Demand, Queue, Turn};
use super::runtime::{Proof, Runtime};
use super::sink::{Reply, Sink};
use super::{Bundle, PageRequest, RenderError, RendererOptions};
use crate::metrics::{Held, RenderMetrics, ReplacementLabel};

/// Both engines recurse on the native stack; they end a deep recursion with a
/// clean `RangeError` while at least this much is there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Pause before a runtime that does not start is tried again.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// An engine thread that has had nothing to do for so long is idle.
const IDLE: Duration = Duration::from_secs(1);

/// One page to render and where its bytes go.
pub(super) struct Job {
    pub(super) request: PageRequest,
    pub(super) sink: Sink,
    /// Whether a client waits for it.
    pub(super) demand: Demand,
    /// Dropped when its wait is over.
    pub(super) waiting: Held,
}

impl Job {
    pub(super) fn new(
        request: PageRequest,
        demand: Demand,
        metrics: &RenderMetrics,
    ) -> (Self, Reply) {
        let (sink, reply) = Sink::new();
        (Self { request, sink, demand, waiting: Held::by(&metrics.queued) }, reply)
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
    Panicked,
    DoesNotStart(RenderError),
}

/// What every engine thread of a renderer has.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) queue: Arc<Queue>,
    pub(super) bundle: Arc<Bundle>,
    pub(super) options: RendererOptions,
    pub(super) proof: Proof,
    /// Threads that have a sound runtime.
    pub(super) up: Gauge,
    pub(super) metrics: RenderMetrics,
}

/// Starts engine thread number `index`.
///
/// # Errors
/// [`RenderError::Start`] when the system gives no thread.
pub(super) fn spawn(index: usize, shared: Shared) -> Result<Worker, RenderError> {
    let (announce, ready) = mpsc::channel();
    let thread = thread::Builder::new()
        .name(format!("engine-{index}"))
        .stack_size(STACK_BYTES)
        .spawn(move || Engine { index, shared, is_up: false }.run(&announce))
        .map_err(|error| RenderError::Start(error.to_string()))?;
    Ok(Worker { ready, thread })
}

struct Engine {
    index: usize,
    shared: Shared,
    /// Whether the present runtime has started.
    is_up: bool,
}

impl Engine {
    fn run(mut self, ready: &mpsc::Sender<Result<(), RenderError>>) {
        loop {
            self.is_up = false;
            let ending =
                catch_unwind(AssertUnwindSafe(|| self.serve(ready))).unwrap_or_else(|_| {
                    if self.is_up {
                        Ending::Panicked
                    } else {
                        Ending::DoesNotStart(RenderError::Start("the engine panicked".into()))
                    }
                });
            match ending {
                Ending::QueueClosed => return,
                Ending::Broken(error) => self.report_replacement(error.kind(), &error),
                Ending::Panicked => self.report_replacement("panic", &RenderError::EngineLost),
                Ending::DoesNotStart(error) => {
                    let is_first_start = ready.send(Err(error.clone())).is_ok();
                    if is_first_start || self.shared.queue.is_closed() {
                        // Whoever starts the renderer hears of it and tells, or
                        // nobody wants it any more.
                        return;
                    }
                    self.report_replacement(error.kind(), &error);
                    thread::sleep(RESTART_PAUSE);
                }
            }
        }
    }

    /// Tells that a runtime must be, and in one word why.
    fn report_replacement(&self, reason: &'static str, error: &RenderError) {
        let label = ReplacementLabel { reason };
        self.shared.metrics.replacements.get_or_create(&label).inc();
        tracing::error!(engine = self.index, %error, "engine runtime replaced");
    }

    /// Serves with one runtime for as long as that is sound.
    fn serve(&mut self, ready: &mpsc::Sender<Result<(), RenderError>>) -> Ending {
        let reactor = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
            Ok(reactor) => reactor,
            Err(error) => return Ending::DoesNotStart(RenderError::Start(error.to_string())),
        };
        reactor.block_on(async {
            let started = Runtime::start(self.index, &self.shared).await;
            let mut runtime = match started {
                Ok(runtime) => runtime,
                Err(error) => return Ending::DoesNotStart(error),
            };
            self.is_up = true;
            let _up = [&self.shared.up, &self.shared.metrics.engines_up].map(Held::by);
            // Nobody listens any more when this runtime replaces another.
            let _ = ready.send(Ok(()));
            while let Some((job, _turn)) = self.next_job(&mut runtime).await {
                if job.sink.is_abandoned() {
                    continue;
                }
                if let Err(error) = runtime.render(job).await {
                    return Ending::Broken(error);
                }
            }
            Ending::QueueClosed
        })
    }

    /// The next job, if there will be one. While there is none, the runtime gives
    /// back what only renders need.
    async fn next_job(&self, runtime: &mut Runtime) -> Option<(Job, Turn)> {
        let soon = tokio::time::timeout(IDLE, self.shared.queue.pop()).await;
        if let Ok(job) = soon {
            return job;
        }
        runtime.rest();
        self.shared.queue.pop().await
    }
}
