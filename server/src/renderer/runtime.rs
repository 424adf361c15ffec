//! An isolate under its watchdog: renders pages within their time, and tells
//! whether it is still sound.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::isolate::Isolate;
use super::sink::Sink;
use super::watchdog::{Verdict, Watchdog};
use super::worker::{Job, Shared};
use super::{Content, PageRequest, RenderError};
use crate::metrics::{EngineLabel, Held, RenderLabels, RenderMetrics};

/// The longest that a bundle may take to evaluate.
const LOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest that a stopped render may take to fall silent before its runtime
/// is given up.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(100);

/// Time between two looks at the size of a heap.
const HEAP_INTERVAL: Duration = Duration::from_secs(10);

/// Renders after which there is something to give back: those of a site's pages
/// at the end of a time bucket leave little.
const BUSY: u32 = 100;

/// The first two pages at different paths that any runtime rendered well. When a
/// page fails, one that is not it shows whether the page or the runtime is broken.
pub(super) type Proof = Arc<[OnceLock<PageRequest>; 2]>;

/// See the module's documentation.
pub(super) struct Runtime {
    isolate: Isolate,
    watchdog: Watchdog,
    timeout: Duration,
    /// Renders begun; the id of the last one.
    renders: u32,
    /// How many there were when memory was given back.
    renders_at_rest: u32,
    proof: Proof,
    heap: HeapReadings,
    metrics: RenderMetrics,
}

/// How much of its heap an engine uses, told now and then: looking takes the
/// default engine a millisecond.
struct HeapReadings {
    engine: usize,
    next: Instant,
}

impl Runtime {
    /// Makes a runtime and evaluates the bundle in it, for engine thread number
    /// `index`.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(super) async fn start(index: usize, shared: &Shared) -> Result<Self, RenderError> {
        let Shared { bundle, options, proof, metrics, .. } = shared;
        let mut isolate = Isolate::new(options.heap_limit);
        let watchdog = Watchdog::start(format!("watchdog-{index}"), isolate.stopper())
            .map_err(|error| RenderError::Start(error.to_string()))?;
        watchdog.watch(Instant::now() + LOAD_TIMEOUT);
        let loaded = tokio::time::timeout(LOAD_TIMEOUT, isolate.load(bundle)).await;
        match (watchdog.release(), loaded) {
            (Verdict::InTime, Ok(loaded)) => loaded,
            _ => Err(RenderError::Start(format!(
                "it was not evaluated within {} s",
                LOAD_TIMEOUT.as_secs()
            ))),
        }?;
        let timeout = options.timeout;
        let heap = HeapReadings { engine: index, next: Instant::now() };
        Ok(Self {
            isolate,
            watchdog,
            timeout,
            renders: 0,
            renders_at_rest: 0,
            proof: Proof::clone(proof),
            heap,
            metrics: metrics.clone(),
        })
    }

    /// Renders one page. The error says that this runtime must be replaced; what
    /// became of the page has been told to whoever waits for it.
    pub(super) async fn render(&mut self, job: Job) -> Result<(), RenderError> {
        let Job { request, mut sink, waiting, .. } = job;
        drop(waiting);
        self.metrics.waits.observe(sink.begin());
        let result = {
            let _under_way = Held::by(&self.metrics.in_flight);
            let begun = Instant::now();
            let result = self.run(&request, sink).await;
            self.count(&request, &result, begun.elapsed());
            result
        };
        match result {
            Err(RenderError::Failed(_)) => {
                // Whoever waits may try again where the runtime was at fault.
                let sink = self.isolate.take_sink();
                let soundness = self.prove(&request).await;
                if let Some(sink) = sink {
                    sink.finish(if soundness.is_ok() {
                        result
                    } else {
                        Err(RenderError::EngineLost)
                    });
                }
                soundness
            }
            Err(RenderError::Timeout(_)) => {
                self.end(result);
                self.settle().await?;
                self.prove(&request).await
            }
            Err(RenderError::HeapExhausted(_)) => {
                self.end(result.clone());
                result
            }
            result => {
                if result.is_ok() && request.content == Content::Page {
                    let [first, second] = &*self.proof;
                    if second.get().is_none()
                        && first.get_or_init(|| request.clone()).path() != request.path()
                    {
                        second.get_or_init(|| request);
                    }
                }
                self.end(result);
                Ok(())
            }
        }
    }

    /// Gives memory back after a busy time, of which a few renders are none.
    pub(super) fn rest(&mut self) {
        if self.renders.wrapping_sub(self.renders_at_rest) >= BUSY {
            self.renders_at_rest = self.renders;
            self.isolate.give_memory_back();
        }
    }

    /// Runs one render to its end or its deadline. Its page stays open.
    async fn run(&mut self, request: &PageRequest, sink: Sink) -> Result<(), RenderError> {
        let deadline = Instant::now() + self.timeout;
        self.renders = self.renders.wrapping_add(1);

        self.watchdog.watch(deadline);
        let render = self.isolate.render(self.renders, request, sink);
        let rendered = tokio::time::timeout_at(deadline.into(), render).await;
        match (self.watchdog.release(), rendered) {
            (Verdict::InTime, Ok(result)) => result,
            (verdict, _) => {
                if verdict == Verdict::Stopped {
                    self.isolate.resume();
                }
                Err(RenderError::Timeout(self.timeout))
            }
        }
    }

    fn count(&mut self, request: &PageRequest, result: &Result<(), RenderError>, took: Duration) {
        let labels = RenderLabels {
            page: request.path().to_owned(),
            language: request.locale.clone(),
            outcome: result.as_ref().err().map_or("ok", RenderError::kind),
        };
        self.metrics.durations.get_or_create(&labels).observe(took);
        if self.heap.next <= Instant::now() {
            self.heap.next = Instant::now() + HEAP_INTERVAL;
            let label = EngineLabel { engine: self.heap.engine };
            let bytes = i64::try_from(self.isolate.heap_bytes()).unwrap_or(i64::MAX);
            self.metrics.heap_bytes.get_or_create(&label).set(bytes);
        }
    }

    /// Ends the page of the last render.
    fn end(&mut self, result: Result<(), RenderError>) {
        if let Some(sink) = self.isolate.take_sink() {
            sink.finish(result);
        }
    }

    /// Lets a stopped bundle clean up; one that will not be quiet is given up.
    async fn settle(&mut self) -> Result<(), RenderError> {
        self.watchdog.watch(Instant::now() + SETTLE_TIMEOUT);
        let settled = tokio::time::timeout(SETTLE_TIMEOUT, self.isolate.settle()).await;
        match (self.watchdog.release(), settled) {
            (Verdict::InTime, Ok(())) => Ok(()),
            _ => Err(RenderError::Timeout(SETTLE_TIMEOUT)),
        }
    }

    /// Renders a page that went well before, another than the one that has failed: a
    /// runtime in which a render has broken something that all pages need cannot do
    /// that any more.
    async fn prove(&mut self, failed: &PageRequest) -> Result<(), RenderError> {
        let [first, second] = &*self.proof;
        let Some(first) = first.get() else { return Ok(()) };
        // Where no other page is known, the same one must do.
        let other = second.get().filter(|_| first.path() == failed.path());
        let page = other.unwrap_or(first).clone();
        let (sink, reply) = Sink::new();
        let render = async {
            let result = self.run(&page, sink).await;
            self.end(result.clone());
            result
        };
        let read = async {
            if let Ok(Ok(page)) = reply.await {
                // The bytes do not matter, only that somebody takes them.
                let _ = page.body.collect().await;
            }
        };
        tokio::join!(render, read).0
    }
}
