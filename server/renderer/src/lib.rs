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

use futures_util::future::try_join_all;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

pub use child::{BUNDLE_SPECIFIER, run_engine_if_asked};
use engine::{Engine, Job, Shared};
pub use error::RenderError;
use observer::LevelGuard;
pub use observer::{FinishedRender, Level, Observer};
pub use page_stream::PageStream;
use queue::Queue;
pub use request::{Bundle, PageRequest, RendererOptions};

/// The name of the engine in this program: `quickjs` or `v8`.
pub const ENGINE: &str = if cfg!(feature = "v8") { "v8" } else { "quickjs" };

/// Limit of attempts to render a page whose engine is lost: a page that breaks its engine must not
/// break all of them.
const ATTEMPTS: u32 = 3;

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
    _engines: JoinSet<()>,
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
        refuse_in_engine()?;
        let desired = options.engines.get();
        observer.engines_desired(desired);
        let (jobs, receiver) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            bundle,
            queue: Queue::new(options.engines),
            options,
            observer,
            jobs: receiver.into(),
            up: Arc::default(),
            last_exception: None.into(),
        });
        let starts = (0..desired).map(|index| Engine::start(index, &shared));
        let mut tasks = JoinSet::new();
        for engine in try_join_all(starts).await? {
            tasks.spawn(engine.run(Arc::clone(&shared)));
        }
        Ok(Self { pool: Arc::new(Pool { shared, jobs, _engines: tasks }) })
    }

    /// Renders one page. Resolves when the page's head is known; an engine that is lost before
    /// is replaced, and another renders the page.
    ///
    /// Dropping the returned future cancels the render while it is queued.
    ///
    /// # Errors
    /// Any [`RenderError`] but [`RenderError::Start`], before the first byte of the
    /// page.
    pub async fn render(&self, request: PageRequest) -> Result<PageStream, RenderError> {
        for _ in 1..ATTEMPTS {
            match self.attempt(request.clone()).await {
                Err(RenderError::EngineLost) => {}
                result => return result,
            }
        }
        self.attempt(request).await
    }

    async fn attempt(&self, request: PageRequest) -> Result<PageStream, RenderError> {
        let Shared { queue, observer, .. } = &*self.pool.shared;
        let queued = Instant::now();
        let level = LevelGuard::new(observer, Level::Queued);
        let permit = queue.engine(request.max_wait).await?;
        drop(level);
        let queue_wait = queued.elapsed();
        observer.dequeued(&request, queue_wait);
        let (page, mut rest) = mpsc::unbounded_channel();
        // It fails when the runtime has ended, and the page with it.
        let _ = self.pool.jobs.send(Job { request, page, _permit: permit });
        let head = rest.recv().await.unwrap_or(Err(RenderError::EngineLost))?.unwrap_or_default();
        let rest = Some(rest);
        Ok(PageStream { queue_wait, head, is_head_read: false, rest, _pool: self.pool.clone() })
    }

    /// Returns the numbers of engines.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let Shared { up, options, .. } = &*self.pool.shared;
        Engines { up: Arc::strong_count(up) - 1, desired: options.engines.get() }
    }
}

/// Writes what shortens the start of engines with this bundle into the folder `options.cache`: a
/// snapshot, and bytecode. Part of a build; the folder belongs to one build of the program.
///
/// # Errors
/// [`RenderError::Start`] when the folder cannot be written to, or the bundle does not load.
pub async fn prepare_engines(bundle: Bundle, options: RendererOptions) -> Result<(), RenderError> {
    refuse_in_engine()?;
    engine::prepare(&bundle, &options).await
}

/// An engine that starts engines would not end.
fn refuse_in_engine() -> Result<(), RenderError> {
    let error = "this process is an engine: `main` must call `run_engine_if_asked` first";
    if child::is_engine() { Err(RenderError::Start(error.into())) } else { Ok(()) }
}
