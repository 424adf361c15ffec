//! The input of the renderer: the bundle and the limits of its engines, once, and a
//! request for each page.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::watch;

use crate::RenderError;

/// The server bundle, which an engine evaluates before its first render: an ES
/// module that exports `render(page, data)` and, optionally, `configure(configuration)`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Bundle {
    /// Source text of the module, with no imports left in it.
    pub source: Arc<str>,
    /// The one argument of `configure`: what all pages share.
    pub configuration: serde_json::Value,
}

impl Bundle {
    /// A bundle and what its `configure` is called with.
    pub fn new(source: impl Into<Arc<str>>, configuration: serde_json::Value) -> Self {
        Self { source: source.into(), configuration }
    }
}

/// How many engines there are, and the limits that they work within.
///
/// ```
/// let mut options = marquee_renderer::RendererOptions::default();
/// options.heap_limit = 128 << 20;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RendererOptions {
    /// Engines; each is a process that renders one page at a time.
    pub engines: NonZeroUsize,
    /// Longest duration of one render, from the moment an engine begins it
    /// to its last chunk. An engine that takes longer is killed.
    pub timeout: Duration,
    /// Size limit of one engine's heap, in bytes.
    pub heap_limit: usize,
    /// A file of [`write_snapshot`](crate::write_snapshot), which shortens the start of an engine; one of
    /// another program, or none, is not used.
    pub snapshot: Option<PathBuf>,
    /// The program whose `main` calls [`run_engine_if_asked`](crate::run_engine_if_asked); `None`
    /// for the one that runs. A test, whose `main` is not its own, has `env!("CARGO_BIN_EXE_…")` of its package.
    pub program: Option<PathBuf>,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self {
            engines: NonZeroUsize::MIN,
            timeout: Duration::from_secs(2),
            heap_limit: 64 << 20,
            snapshot: None,
            program: None,
        }
    }
}

/// By default, a client waits this long for a page.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Whether a client waits for a page, and how long. Clones are one: to raise one raises all.
#[derive(Debug, Clone)]
pub struct Priority(watch::Sender<Option<Duration>>);

impl Priority {
    /// A client waits for this time at most, from the call of [`Renderer::render`] to the last chunk
    /// ([`RenderError::Timeout`]). A request that would probably wait for an engine longer than that or
    /// half a second, or behind 64 others for each engine, is rejected at once
    /// ([`RenderError::QueueFull`]).
    ///
    /// [`Renderer::render`]: crate::Renderer::render
    #[must_use]
    pub fn client(timeout: Duration) -> Self {
        Self(watch::Sender::new(Some(timeout)))
    }

    /// Nobody waits: the request is never rejected, waits behind those of clients for as long as it takes,
    /// and leaves them one engine where there are two.
    #[must_use]
    pub fn background() -> Self {
        Self(watch::Sender::new(None))
    }

    /// From now on, a client waits for what was in the background.
    pub fn raise(&self, timeout: Duration) {
        self.0.send_if_modified(|known| known.replace(known.unwrap_or(timeout)).is_none());
    }

    /// How long a client waits, if one does.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        *self.0.borrow()
    }

    /// Resolves once a client waits.
    pub(crate) async fn has_client(&self) -> Duration {
        // It does not fail: `self` has the sender.
        let _ = self.0.subscribe().wait_for(Option::is_some).await;
        self.timeout().unwrap_or_default()
    }
}

/// A page that breaks its engine must not break all of them.
const ATTEMPTS: u32 = 3;

/// A render of a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageRequest {
    /// Name of the bundle's function that writes it: `render`, or another that the bundle exports.
    pub function: Cow<'static, str>,
    /// Early flush: whether the start of the document is sent as a chunk of its
    /// own before the app is rendered. For a reader that can end the document when
    /// the render fails.
    pub early_flush: bool,
    /// The path of its URL, for the log and the [`Observer`] only.
    ///
    /// [`Observer`]: crate::Observer
    pub path: String,
    /// What the [`Observer`] groups it by, such as its locale.
    ///
    /// [`Observer`]: crate::Observer
    pub label: String,
    /// Whether a client waits for it, and how long.
    pub priority: Priority,
    /// How many engines are lost with it, at most: after each but the last, another renders it.
    pub attempts: u32,
    /// The second argument of the bundle's function, in JSON.
    pub data: Arc<RawValue>,
}

impl PageRequest {
    /// A request for the page at `path`, as one chunk.
    ///
    /// # Errors
    /// [`RenderError::Failed`] when `data` has no form in JSON.
    pub fn new(path: impl Into<String>, data: &impl Serialize) -> Result<Self, RenderError> {
        let data = to_raw_value(data).map_err(|error| RenderError::failed(error.to_string()))?;
        Ok(Self {
            function: "render".into(),
            early_flush: false,
            path: path.into(),
            label: String::new(),
            priority: Priority::client(TIMEOUT),
            attempts: ATTEMPTS,
            data: data.into(),
        })
    }
}
