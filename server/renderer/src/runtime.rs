//! An isolate under its watchdog: renders pages within their timeout, and checks
//! after a failed one whether it still works.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::isolate::Isolate;
use crate::observer::{FinishedRender, Level, LevelGuard, Observer};
use crate::page_stream::Sink;
use crate::queue::Job;
use crate::watchdog::{Verdict, Watchdog};
use crate::{Bundle, Content, PageRequest, RenderError, RendererOptions};

/// Longest duration of the bundle's evaluation.
const LOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest time in which the promises of a stopped render may settle; a runtime
/// that takes longer is replaced.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(100);

/// Time between two measurements of the heap.
const HEAP_INTERVAL: Duration = Duration::from_secs(10);

/// The first two pages at different paths that any runtime has rendered. When a
/// page fails, another one shows whether the page or the runtime is broken.
pub(crate) type ProbePages = Arc<[OnceLock<PageRequest>; 2]>;

/// State that all runtimes of a renderer share.
#[derive(Clone)]
pub(crate) struct RuntimeContext {
    pub(crate) bundle: Arc<Bundle>,
    pub(crate) options: RendererOptions,
    pub(crate) probe_pages: ProbePages,
    pub(crate) observer: Arc<dyn Observer>,
}

/// An isolate and its watchdog.
pub(crate) struct Runtime {
    isolate: Isolate,
    watchdog: Watchdog,
    timeout: Duration,
    /// Renders begun; the id of the last one.
    renders: u32,
    /// Number of the engine thread.
    engine: usize,
    /// Measured at intervals, since it takes the default engine a millisecond.
    next_heap_measurement: Instant,
    probe_pages: ProbePages,
    observer: Arc<dyn Observer>,
}

impl Runtime {
    /// Makes a runtime and evaluates the bundle in it, for engine thread number
    /// `index`.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) async fn start(index: usize, context: &RuntimeContext) -> Result<Self, RenderError> {
        let RuntimeContext { bundle, options, probe_pages, observer } = context;
        let mut isolate = Isolate::new(options.heap_limit)?;
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
        Ok(Self {
            isolate,
            watchdog,
            timeout: options.timeout,
            renders: 0,
            engine: index,
            next_heap_measurement: Instant::now(),
            probe_pages: Arc::clone(probe_pages),
            observer: Arc::clone(observer),
        })
    }

    /// Renders one page, whose outcome goes to its sink.
    ///
    /// # Errors
    /// When this runtime must be replaced.
    pub(crate) async fn render(&mut self, job: Job) -> Result<(), RenderError> {
        let Job { request, mut sink, queued, priority } = job;
        drop(queued);
        self.observer.dequeued(&priority, sink.begin());
        let result = {
            let _in_flight = LevelGuard::new(&self.observer, Level::InFlight);
            let begun = Instant::now();
            let result = self.run(&request, sink).await;
            self.report(&request, &result, begun.elapsed());
            result
        };
        match result {
            Err(RenderError::Failed { .. }) => {
                // `EngineLost` makes the caller retry the page.
                let sink = self.isolate.take_sink();
                let probed = self.probe(&request).await;
                if let Some(sink) = sink {
                    sink.finish(if probed.is_ok() { result } else { Err(RenderError::EngineLost) });
                }
                probed
            }
            Err(RenderError::Timeout(_)) => {
                self.end(result);
                self.settle().await?;
                self.probe(&request).await
            }
            Err(RenderError::HeapExhausted(_)) => {
                self.end(result.clone());
                result
            }
            result => {
                if result.is_ok() && request.content == Content::Page {
                    let [first, second] = &*self.probe_pages;
                    if second.get().is_none()
                        && first.get_or_init(|| request.clone()).path != request.path
                    {
                        second.get_or_init(|| request);
                    }
                }
                self.end(result);
                Ok(())
            }
        }
    }

    /// Runs one render to its end or its deadline. Its sink stays open.
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

    fn report(
        &mut self,
        request: &PageRequest,
        result: &Result<(), RenderError>,
        duration: Duration,
    ) {
        self.observer.rendered(&FinishedRender { request, error: result.as_ref().err(), duration });
        if self.next_heap_measurement <= Instant::now() {
            self.next_heap_measurement = Instant::now() + HEAP_INTERVAL;
            self.observer.heap_measured(self.engine, self.isolate.heap_bytes());
        }
    }

    /// Ends the page of the last render.
    fn end(&mut self, result: Result<(), RenderError>) {
        if let Some(sink) = self.isolate.take_sink() {
            sink.finish(result);
        }
    }

    /// Lets the promises of a stopped render settle.
    ///
    /// # Errors
    /// [`RenderError::Timeout`] when they do not.
    async fn settle(&mut self) -> Result<(), RenderError> {
        self.watchdog.watch(Instant::now() + SETTLE_TIMEOUT);
        let settled = tokio::time::timeout(SETTLE_TIMEOUT, self.isolate.settle()).await;
        match (self.watchdog.release(), settled) {
            (Verdict::InTime, Ok(())) => Ok(()),
            _ => Err(RenderError::Timeout(SETTLE_TIMEOUT)),
        }
    }

    /// Renders a page that was rendered before, another than the one that failed.
    ///
    /// # Errors
    /// When that fails, too: an earlier render broke the runtime.
    async fn probe(&mut self, failed: &PageRequest) -> Result<(), RenderError> {
        let [first, second] = &*self.probe_pages;
        let Some(first) = first.get() else { return Ok(()) };
        // The same page, if there is no other.
        let other = second.get().filter(|_| first.path == failed.path);
        let page = other.unwrap_or(first).clone();
        let (sink, _reply) = Sink::new(false);
        let result = self.run(&page, sink).await;
        self.end(result.clone());
        result
    }
}
