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
mod response;
mod snapshot;

use std::sync::Arc;
use std::time::Instant;

use futures_util::FutureExt;
use futures_util::future::try_join_all;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::Span;

pub use child::{BUNDLE_SPECIFIER, WARM_ENGINE_BYTES, engine_bytes, run_engine_if_asked};
use engine::{EXIT_TIMEOUT, Engine, Shared};
pub use error::RenderError;
use frame::Part;
use observer::LevelGuard;
pub use observer::{FinishedRender, Level, Observer};
pub use page_stream::PageStream;
use queue::{Job, Queue};
pub use request::{Bundle, PageRequest, Priority, RendererOptions};
pub use response::Response;
pub use snapshot::write_snapshot;

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
        let shared = Arc::new(Shared {
            bundle,
            queue: Queue::new(options.engines),
            snapshot: options.snapshot.as_deref().and_then(snapshot::read),
            options,
            observer,
            up: Arc::default(),
            last_exception: None.into(),
        });
        let starts = (0..desired).map(|index| Engine::start(index, &shared));
        let mut tasks = JoinSet::new();
        for engine in try_join_all(starts).await? {
            tasks.spawn(engine.keep_running(Arc::clone(&shared)));
        }
        Ok(Self { pool: Arc::new(Pool { shared, engines: tasks }) })
    }

    /// Renders one page. Resolves with the first chunk of the page. When its engine is lost, another renders
    /// the page.
    ///
    /// Dropping the returned future cancels the render while it is queued.
    ///
    /// # Errors
    /// Any [`RenderError`] but [`RenderError::Start`], before the first byte of the
    /// page.
    pub async fn render(&self, request: PageRequest) -> Result<PageStream, RenderError> {
        let Shared { queue, observer, .. } = &*self.pool.shared;
        let (pool, priority) = (Arc::clone(&self.pool), request.priority.clone());
        let (page, mut rest) = mpsc::unbounded_channel();
        let wait = Arc::default();
        queue.push(Job {
            request,
            page,
            queued: Instant::now(),
            wait: Arc::clone(&wait),
            head: None,
            level: Some(LevelGuard::new(observer, Level::Queued)),
            span: Span::current(),
            turn: None,
        })?;
        let mut late = async move {
            let timeout = priority.has_client().await;
            pool.shared.queue.wake();
            sleep(timeout).await;
            RenderError::Timeout(timeout)
        }
        .boxed();
        let part = tokio::select! {
            biased;
            part = rest.recv() => part.unwrap_or(Err(RenderError::EngineLost))?,
            error = &mut late => return Err(error),
        };
        let queue_wait = wait.get().copied().unwrap_or_default();
        let Part { response, html } = part.unwrap_or_default();
        let (response, first) = (response.unwrap_or_default(), Some(html.into()));
        Ok(PageStream { queue_wait, response, first, rest: Some(rest), late })
    }

    /// Ends the engines, if this is the last handle to them and there is no page, and waits for their
    /// processes: who ends without this leaves them to its parent, or to the first process of a
    /// container, which may never wait for them.
    pub async fn close(self) {
        if let Some(Pool { shared, engines }) = Arc::into_inner(self.pool) {
            shared.queue.close();
            // Those that are just being started are killed.
            let _ = timeout(EXIT_TIMEOUT, engines.join_all()).await;
        }
    }

    /// The numbers of engines.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let Shared { up, options, .. } = &*self.pool.shared;
        // One is the renderer's own.
        Engines { up: Arc::strong_count(up) - 1, desired: options.engines.get() }
    }
}

/// Without the hook, the program would start itself, and not an engine; and so would that.
fn refuse_without_hook(options: &RendererOptions) -> Result<(), RenderError> {
    if child::is_engine() || (options.program.is_none() && !child::is_host()) {
        let reason = "`main` must call `run_engine_if_asked` first; a test names a program that does, in \
            `RendererOptions::program`";
        return Err(RenderError::Start(reason.into()));
    }
    Ok(())
}
