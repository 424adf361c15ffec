#![doc = include_str!("../README.md")]
//!
//! ## Inside
//!
//! [`Renderer::render`] takes a typed [`PageRequest`] and returns a
//! [`PageStream`]: the page in one or two chunks ([`page_stream`]). Requests go through one
//! queue ([`queue`]) to engines ([`engine`]), each of which is a process ([`child`]) that receives
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
use std::sync::atomic::Ordering;

use tokio::sync::oneshot;

pub use child::{BUNDLE_SPECIFIER, run_engine_if_asked};
use engine::Engine;
pub use error::RenderError;
pub use observer::{FinishedRender, Level, Observer, RestartReason};
pub use page_stream::PageStream;
pub use queue::Priority;
pub use request::{Bundle, Content, PageRequest, RendererOptions};

/// The name of the engine in this program: `quickjs` or `v8`.
pub const ENGINE: &str = if cfg!(feature = "v8") { "v8" } else { "quickjs" };

/// A cloneable handle to the engines. They end when the last handle is dropped, each after the
/// page that it renders.
#[derive(Clone)]
pub struct Renderer {
    pool: Arc<Pool>,
}

/// Numbers of engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engines {
    /// Those that are ready to render or do so.
    pub up: usize,
    /// All of them.
    pub desired: usize,
}

struct Pool {
    engines: Arc<engine::Engines>,
    desired: usize,
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
        let engines = Arc::new(engine::Engines::new(bundle, options, observer));
        let pool = Arc::new(Pool { engines: Arc::clone(&engines), desired });
        let starts: Vec<_> = (0..desired)
            .map(|index| {
                let engines = Arc::clone(&engines);
                let (announce, ready) = oneshot::channel();
                tokio::spawn(async move {
                    let (started, engine) = match Engine::start(index, &engines).await {
                        Ok(engine) => (Ok(()), Some(engine)),
                        Err(error) => (Err(error), None),
                    };
                    // Without a receiver, the renderer was dropped meanwhile.
                    let _ = announce.send(started);
                    if let Some(engine) = engine {
                        engine.run(&engines).await;
                    }
                });
                ready
            })
            .collect();
        for ready in starts {
            ready.await.unwrap_or(Err(RenderError::EngineLost))?;
        }
        Ok(Self { pool })
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
        let (_ticket, page) = self.pool.engines.queue.push(request, priority.clone())?;
        page.await.unwrap_or(Err(RenderError::EngineLost))
    }

    /// Records that a client waits for a background render now.
    pub fn raise(&self, priority: &Priority) {
        self.pool.engines.queue.raise(priority);
    }

    /// Returns the numbers of engines.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let up = self.pool.engines.up.load(Ordering::Relaxed);
        Engines { up, desired: self.pool.desired }
    }
}

/// Writes what shortens the start of engines with this bundle into the folder `options.cache`: a
/// snapshot, and bytecode. Part of a build; the folder belongs to one build of the program.
///
/// # Errors
/// [`RenderError::Start`] when the folder cannot be written to, or the bundle does not load.
pub async fn prepare_engines(bundle: Bundle, options: RendererOptions) -> Result<(), RenderError> {
    refuse_in_engine()?;
    let cache = options.cache.clone();
    let engines = engine::Engines::new(bundle, options, Arc::new(()));
    Engine::start_with(0, &engines, cache.as_deref(), true).await.map(drop)
}

/// An engine that starts engines would not end.
fn refuse_in_engine() -> Result<(), RenderError> {
    let error = "this process is an engine: `main` must call `run_engine_if_asked` first";
    if child::is_engine() { Err(RenderError::Start(error.into())) } else { Ok(()) }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.engines.queue.close();
    }
}
