//! The only door to JavaScript.
//!
//! [`Renderer::render`] takes a typed [`PageRequest`] and gives a
//! [`RenderedPage`]: a status and a stream of chunks. Behind it stand named
//! engine threads ([`worker`]), each with one long-lived runtime ([`isolate`]) in
//! which a page reaches nothing but its host ([`host`]), fed from one queue
//! ([`queue`]). Only [`isolate`], [`host`] and [`snapshot`] name `deno_core`.
//!
//! What it promises:
//! - a render that runs longer than [`RendererOptions::timeout`] is stopped
//!   ([`watchdog`]) and its engine thread serves the next one;
//! - a render that wants more memory than [`RendererOptions::heap_limit`] fails
//!   alone;
//! - a runtime that broke, or in which a page fails that it rendered well
//!   before, is replaced ([`runtime`]); other requests wait for its successor;
//! - nothing is rendered for a visitor who has left;
//! - a page that failed after its first byte ends as an error, never as a
//!   shorter page ([`page`]).

#[cfg(all(feature = "v8", target_os = "linux"))]
mod background;
mod bundle;
mod bytecode;
mod error;
mod host;
mod isolate;
mod options;
mod page;
mod queue;
mod runtime;
mod sink;
mod snapshot;
mod watchdog;
mod worker;

use std::sync::Arc;
use std::thread::JoinHandle;

use prometheus_client::metrics::gauge::Gauge;
use tokio::runtime::Handle;

pub use bundle::Bundle;
pub use bytecode::{BytecodeError, check_bytecode, list_bytecode};
pub use error::RenderError;
pub use isolate::ENGINE;
pub use options::RendererOptions;
pub use page::{Content, PageRequest, PageStream, RenderedPage};
pub use queue::Demand;
use queue::Queue;
use runtime::Proof;
pub use snapshot::{EngineCache, use_engine_cache, write_snapshot};
use worker::{Job, Shared};

use crate::metrics::RenderMetrics;

/// Clients' requests that may wait, for each engine thread, before new ones are
/// rejected. A queue this deep drains within a second at the default engine's pace;
/// a longer one would only make visitors wait for a page they have given up on.
const QUEUE_PER_THREAD: usize = 64;

/// Memory that one engine takes once it has rendered every page a few times, in
/// bytes, as measured with the site's bundle.
pub const ENGINE_BYTES: u64 = if cfg!(feature = "v8") { 48 << 20 } else { 16 << 20 };

/// A cloneable handle to the engine threads. They end when the last handle is
/// dropped.
#[derive(Clone)]
pub struct Renderer {
    pool: Arc<Pool>,
}

/// How many engine threads there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engines {
    /// Those with a sound runtime.
    pub up: usize,
    /// All of them.
    pub wanted: usize,
}

struct Pool {
    queue: Arc<Queue>,
    threads: Threads,
    wanted: usize,
    up: Gauge,
    metrics: RenderMetrics,
}

impl Renderer {
    /// Starts the engine threads and evaluates the bundle in each; returns when
    /// all of them are ready to render. Blocks the calling thread meanwhile
    /// (tens of milliseconds).
    ///
    /// # Errors
    /// [`RenderError::Start`] when the bundle does not load in the engine.
    pub fn start(
        bundle: Bundle,
        options: RendererOptions,
        metrics: RenderMetrics,
    ) -> Result<Self, RenderError> {
        isolate::init_platform();
        let wanted = options.threads.get();
        let queue = Arc::new(Queue::new(wanted, QUEUE_PER_THREAD));
        let shared = Shared {
            queue: Arc::clone(&queue),
            bundle: Arc::new(bundle),
            options,
            proof: Proof::default(),
            up: Gauge::default(),
            metrics,
        };
        let started: Vec<_> = (0..wanted)
            .map(|index| worker::spawn(index, shared.clone()))
            .collect::<Result<_, _>>()?;

        let Shared { up, metrics, .. } = shared;
        metrics.engines_wanted.set(i64::try_from(wanted).unwrap_or(i64::MAX));
        let mut pool = Pool { queue, threads: Threads::default(), wanted, up, metrics };
        let mut outcome = Ok(());
        for worker in started {
            outcome = outcome.and(worker.ready.recv().unwrap_or(Err(RenderError::EngineLost)));
            pool.threads.0.push(worker.thread);
        }
        #[cfg(all(feature = "v8", target_os = "linux"))]
        background::step_back();
        outcome.map(|()| Self { pool: Arc::new(pool) })
    }

    /// Renders one page. Resolves when the page's status is known; its chunks
    /// follow through [`RenderedPage::body`] as the engine produces them.
    ///
    /// Dropping the returned future, or the body, abandons the render.
    ///
    /// # Errors
    /// Any [`RenderError`] but [`RenderError::Start`]; no byte of the page has
    /// been produced then.
    pub async fn render(&self, request: PageRequest) -> Result<RenderedPage, RenderError> {
        self.render_for(&Demand::client(), request).await
    }

    /// The same, for a client or in the background. Background work waits for an
    /// engine that no client needs, and is never rejected.
    ///
    /// # Errors
    /// Those of [`Renderer::render`].
    pub async fn render_for(
        &self,
        demand: &Demand,
        request: PageRequest,
    ) -> Result<RenderedPage, RenderError> {
        let (job, page) = Job::new(request, demand.clone(), &self.pool.metrics);
        self.pool.queue.push(job)?;
        page.await.unwrap_or(Err(RenderError::EngineLost))
    }

    /// Records that a client waits for what was asked for in the background.
    pub fn raise(&self, demand: &Demand) {
        self.pool.queue.raise(demand);
    }

    /// How many engine threads there are now.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let Pool { wanted, up, .. } = &*self.pool;
        Engines { up: usize::try_from(up.get()).unwrap_or_default(), wanted: *wanted }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        let threads = std::mem::take(&mut self.threads);
        // They take a while to end, for which no event loop shall wait.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || drop(threads));
        }
    }
}

/// Engine threads; whoever drops them waits until they have ended.
#[derive(Default)]
struct Threads(Vec<JoinHandle<()>>);

impl Drop for Threads {
    fn drop(&mut self) {
        for thread in self.0.drain(..) {
            // A panic in an engine thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::*;

    fn at(address: &str) -> PageRequest {
        PageRequest {
            content: Content::Page,
            early_flush: false,
            address: address.into(),
            locale: "en".into(),
            link: None,
            blog_link: None,
            seed: 0,
        }
    }

    async fn get(renderer: &Renderer, address: &str) -> Result<Vec<u8>, RenderError> {
        renderer.render(at(address)).await?.body.collect().await
    }

    /// Two threads that render the word `good`.
    fn renderer() -> Renderer {
        let source =
            "export function render(id) { marquee.head(id, 200); marquee.write(id, 'good') }";
        let bundle = Bundle { source: source.into(), site: serde_json::Value::Null };
        let threads = NonZeroUsize::new(2).expect("two");
        let options =
            RendererOptions { threads, timeout: Duration::from_secs(20), heap_limit: 32 << 20 };
        Renderer::start(bundle, options, RenderMetrics::default()).expect("it starts")
    }

    #[cfg(all(feature = "v8", target_os = "linux"))]
    #[test]
    fn what_v8_does_aside_steps_back_behind_the_engines() {
        let _renderer = renderer();
        let niceness: Vec<_> = background::threads().map(background::niceness).collect();
        assert!(!niceness.is_empty());
        assert!(niceness.iter().all(|niceness| *niceness == 5), "{niceness:?}");
    }

    #[tokio::test]
    async fn an_engine_thread_that_panics_goes_on_with_a_new_runtime() {
        let renderer = renderer();
        for _ in 0..3 {
            // One for each thread, and visitors who wait behind them.
            let (panicked, also, visitors) = futures_util::join!(
                get(&renderer, "/panics"),
                get(&renderer, "/panics"),
                futures_util::future::join_all((0..20).map(|_| get(&renderer, "/"))),
            );
            assert_eq!(panicked, Err(RenderError::EngineLost));
            assert_eq!(also, Err(RenderError::EngineLost));
            assert!(visitors.iter().all(|page| *page == Ok(b"good".to_vec())), "{visitors:?}");
        }
    }
}
