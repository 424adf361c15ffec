#![doc = include_str!("../README.md")]
//!
//! ## Inside
//!
//! [`Renderer::render`] takes a typed [`PageRequest`] and returns a
//! [`PageStream`]: the page in one or two chunks ([`page_stream`]). Requests wait in one
//! queue ([`queue`]) for engines ([`engine`]), each of which is a process ([`child`]) that receives
//! them in frames ([`frame`]). Measurements go to an [`Observer`].

mod child;
mod engine;
mod error;
mod frame;
mod observer;
mod page_stream;
mod queue;
mod request;

#[cfg(all(feature = "quickjs", feature = "v8"))]
compile_error!(
    "choose one engine: `quickjs` (the default), or `v8` with `--no-default-features --features v8`"
);
#[cfg(not(any(feature = "quickjs", feature = "v8")))]
compile_error!("choose an engine: the feature `quickjs` (the default) or `v8`");

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::OptionFuture;
use futures_util::future::try_join_all;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

pub use child::{BUNDLE_SPECIFIER, WARM_ENGINE_BYTES, engine_bytes, run_engine_if_asked};
use engine::{EXIT_TIMEOUT, Engine, Job, Shared};
pub use error::RenderError;
use observer::LevelGuard;
pub use observer::{FinishedRender, Level, Observer};
pub use page_stream::PageStream;
use queue::Queue;
pub use request::{Bundle, PageRequest, RendererOptions};

/// The name of the engine in this program: `quickjs` or `v8`.
pub const ENGINE: &str = if cfg!(feature = "v8") { "v8" } else { "quickjs" };

/// A cloneable handle to the engines. They end with the last handle, and the last page.
#[derive(Clone)]
pub struct Renderer {
    pool: Arc<Pool>,
}

/// Numbers of engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Engines {
    /// Those that are ready to render or do so.
    pub up: usize,
    /// All of them.
    pub desired: usize,
}

struct Pool {
    shared: Arc<Shared>,
    jobs: mpsc::UnboundedSender<Job>,
    /// The tasks of the engines, which end when this is dropped.
    engines: JoinSet<()>,
}

impl Renderer {
    /// Starts the engines and evaluates the bundle in each; resolves when all of them are ready
    /// to render. They are supervised by tasks of the current Tokio runtime, whose IO and time
    /// drivers must be enabled, and are killed when that ends.
    ///
    /// # Errors
    /// [`RenderError::Start`] when the bundle does not load in the engine, or the program does not
    /// call [`run_engine_if_asked`].
    pub async fn start(
        bundle: Bundle,
        options: RendererOptions,
        observer: Arc<dyn Observer>,
    ) -> Result<Self, RenderError> {
        refuse_without_hook(&options)?;
        let desired = options.engines.get();
        observer.engines_desired(desired);
        let (jobs, receiver) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            bundle,
            queue: Queue::new(options.engines),
            options,
            observer,
            jobs: receiver.into(),
            up: watch::Sender::default(),
            last_exception: None.into(),
        });
        let starts = (0..desired).map(|index| Engine::start(index, &shared));
        let mut tasks = JoinSet::new();
        for engine in try_join_all(starts).await? {
            tasks.spawn(engine.keep_running(Arc::clone(&shared)));
        }
        Ok(Self { pool: Arc::new(Pool { shared, jobs, engines: tasks }) })
    }

    /// Renders one page. Resolves when the page's head is known; an engine that is lost before
    /// is replaced, and another renders the page.
    ///
    /// Dropping the returned future cancels the render while it is queued.
    ///
    /// # Errors
    /// Any [`RenderError`] but [`RenderError::Start`], before the first byte of the
    /// page.
    pub async fn render(&self, mut request: PageRequest) -> Result<PageStream, RenderError> {
        while request.attempts > 0 {
            request.attempts -= 1;
            match self.attempt(request.clone()).await {
                Err(RenderError::EngineLost) => {}
                result => return result,
            }
        }
        Err(RenderError::EngineLost)
    }

    async fn attempt(&self, request: PageRequest) -> Result<PageStream, RenderError> {
        let Shared { queue, observer, .. } = &*self.pool.shared;
        let (max_wait, attempts_left) = (request.max_wait, request.attempts);
        let queued = Instant::now();
        let place = max_wait.map(|max_wait| queue.place(max_wait)).transpose()?;
        let waiting = (place, LevelGuard::new(observer, Level::Queued));
        let (page, mut rest) = mpsc::unbounded_channel();
        let (begun, has_begun) = oneshot::channel();
        // It fails when the runtime has ended, and the page with it.
        let _ = self.pool.jobs.send(Job { request, page, begun, queued });
        let are_down = max_wait.map(|max_wait| self.pool.shared.all_down_for(max_wait));
        tokio::select! {
            begun = has_begun => begun.map_err(|_| RenderError::EngineLost)?,
            Some(()) = OptionFuture::from(are_down) => return Err(RenderError::QueueFull),
        }
        drop(waiting);
        let queue_wait = queued.elapsed();
        let head = rest.recv().await.unwrap_or(Err(RenderError::EngineLost))?.unwrap_or_default();
        let (rest, pool) = (Some(rest), Arc::clone(&self.pool));
        Ok(PageStream { queue_wait, attempts_left, head, is_head_read: false, rest, _pool: pool })
    }

    /// Ends the engines, if this is the last handle to them and there is no page, and waits for their
    /// processes: who ends without this leaves them to its parent, or to the first process of a
    /// container, which may never wait for them.
    pub async fn close(self) {
        if let Some(Pool { jobs, engines, .. }) = Arc::into_inner(self.pool) {
            drop(jobs);
            // Those that are just being started are killed.
            let _ = timeout(EXIT_TIMEOUT, engines.join_all()).await;
        }
    }

    /// Returns the numbers of engines.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let Shared { up, options, .. } = &*self.pool.shared;
        Engines { up: *up.borrow(), desired: options.engines.get() }
    }
}

/// Writes what shortens the start of engines with this bundle into the folder `options.cache`: a
/// snapshot, and bytecode. Part of a build; the folder belongs to one build of the program.
///
/// # Errors
/// [`RenderError::Start`] when the folder cannot be written to, or the bundle does not load.
pub async fn prepare_engines(bundle: Bundle, options: RendererOptions) -> Result<(), RenderError> {
    refuse_without_hook(&options)?;
    engine::prepare(&bundle, &options).await
}

/// Without the hook, the program would start itself, and not an engine; and so would that.
fn refuse_without_hook(options: &RendererOptions) -> Result<(), RenderError> {
    if child::is_engine() || (options.program.is_none() && !child::is_host()) {
        return Err(RenderError::Start("`main` must call `run_engine_if_asked` first".into()));
    }
    Ok(())
}
