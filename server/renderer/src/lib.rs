#![doc = include_str!("../README.md")]
//!
//! ## Inside
//!
//! [`Renderer::render`] takes a typed [`PageRequest`] and returns a
//! [`PageStream`]: the page in one or two chunks ([`page_stream`]). Requests go through one
//! queue ([`queue`]) to named engine threads ([`worker`]), each with one
//! long-lived runtime ([`runtime`], [`isolate`]) under a [`watchdog`], in which a page reaches
//! nothing but the host API ([`host`]). Measurements go to an [`Observer`].

mod engine_cache;
mod error;
#[cfg(all(feature = "quickjs", target_os = "linux"))]
mod heap;
mod host;
mod isolate;
mod observer;
mod page_stream;
mod platform;
mod queue;
mod request;
mod runtime;
#[cfg(all(feature = "v8", target_os = "linux"))]
mod thread_priority;
mod watchdog;
mod worker;

#[cfg(all(feature = "quickjs", feature = "v8"))]
compile_error!(
    "choose one engine: `quickjs` (the default), or `v8` with `--no-default-features --features v8`"
);
#[cfg(not(any(feature = "quickjs", feature = "v8")))]
compile_error!("choose an engine: the feature `quickjs` (the default) or `v8`");

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

use tokio::runtime::Handle;

pub use engine_cache::{
    BytecodeError, EngineCache, list_bytecode, use_engine_cache, write_snapshot,
};
pub use error::RenderError;
pub use isolate::BUNDLE_SPECIFIER;
pub use observer::{FinishedRender, Level, Observer};
pub use page_stream::PageStream;
pub use platform::ENGINE;
pub use queue::Priority;
use queue::{Job, Queue};
pub use request::{Bundle, Content, PageRequest, RendererOptions};
use runtime::{ProbePages, RuntimeContext};
use worker::WorkerContext;

/// A cloneable handle to the engine threads. They end when the last handle is
/// dropped.
#[derive(Clone)]
pub struct Renderer {
    pool: Arc<Pool>,
}

/// Numbers of engine threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engines {
    /// Those with a working runtime.
    pub up: usize,
    /// All of them.
    pub desired: usize,
}

struct Pool {
    queue: Arc<Queue>,
    threads: Threads,
    desired: usize,
    up: Arc<AtomicUsize>,
    observer: Arc<dyn Observer>,
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
        observer: Arc<dyn Observer>,
    ) -> Result<Self, RenderError> {
        platform::init();
        let desired = options.threads.get();
        observer.engines_desired(desired);
        let queue = Arc::new(Queue::new(options.threads));
        let up = Arc::<AtomicUsize>::default();
        let runtime = RuntimeContext {
            bundle: Arc::new(bundle),
            options,
            probe_pages: ProbePages::default(),
            observer: Arc::clone(&observer),
        };
        let context = WorkerContext { queue: Arc::clone(&queue), up: Arc::clone(&up), runtime };
        let started: Vec<_> = (0..desired)
            .map(|index| worker::spawn(index, context.clone()))
            .collect::<Result<_, _>>()?;

        let mut pool = Pool { queue, threads: Threads::default(), desired, up, observer };
        let mut outcome = Ok(());
        for worker in started {
            outcome = outcome.and(worker.ready.recv().unwrap_or(Err(RenderError::EngineLost)));
            pool.threads.0.push(worker.thread);
        }
        #[cfg(all(feature = "v8", target_os = "linux"))]
        thread_priority::lower();
        outcome.map(|()| Self { pool: Arc::new(pool) })
    }

    /// Renders one page for a client. Resolves when the page's start is known.
    ///
    /// Dropping the returned future cancels the render while it is queued.
    ///
    /// # Errors
    /// Any [`RenderError`] but [`RenderError::Start`], before the first byte of the
    /// page.
    pub async fn render(&self, request: PageRequest) -> Result<PageStream, RenderError> {
        self.render_with_priority(&Priority::client(), request).await
    }

    /// Renders one page for a client or in the background. A background render waits
    /// for an engine that no client needs, and is never rejected.
    ///
    /// # Errors
    /// Those of [`Renderer::render`].
    pub async fn render_with_priority(
        &self,
        priority: &Priority,
        request: PageRequest,
    ) -> Result<PageStream, RenderError> {
        let (job, page) = Job::new(request, priority.clone(), &self.pool.observer);
        self.pool.queue.push(job)?;
        page.await.unwrap_or(Err(RenderError::EngineLost))
    }

    /// Records that a client waits for a background render now.
    pub fn raise(&self, priority: &Priority) {
        self.pool.queue.raise(priority);
    }

    /// Returns the numbers of engine threads.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let Pool { desired, up, .. } = &*self.pool;
        Engines { up: up.load(Ordering::Relaxed), desired: *desired }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.close();
        let threads = std::mem::take(&mut self.threads);
        // Joining them takes a while, which must not block an event loop.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn_blocking(move || drop(threads));
        }
    }
}

/// Engine threads; dropping them blocks until they have ended.
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

#[cfg(all(test, feature = "v8", target_os = "linux"))]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::*;

    #[test]
    fn worker_threads_of_v8_have_a_lower_priority_than_engines() {
        let source = "export function render() {}";
        let bundle = Bundle { source: source.into(), configuration: serde_json::Value::Null };
        let threads = NonZeroUsize::MIN;
        let options =
            RendererOptions { threads, timeout: Duration::from_secs(20), heap_limit: 32 << 20 };
        let _renderer = Renderer::start(bundle, options, Arc::new(())).expect("it starts");
        let niceness: Vec<_> = thread_priority::threads().map(thread_priority::niceness).collect();
        assert!(!niceness.is_empty());
        assert!(niceness.iter().all(|niceness| *niceness == 5), "{niceness:?}");
    }
}
