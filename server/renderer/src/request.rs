//! The input of the renderer: the bundle and the limits of its engines, once, and a
//! request for each page.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::OwnedSemaphorePermit;

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
    /// A folder with what shortens the start of an engine; see
    /// [`prepare_engines`](crate::prepare_engines).
    pub cache: Option<PathBuf>,
    /// The program whose `main` calls [`run_engine_if_asked`](crate::run_engine_if_asked); `None`
    /// for the one that runs.
    pub program: Option<PathBuf>,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self {
            engines: NonZeroUsize::MIN,
            timeout: Duration::from_secs(2),
            heap_limit: 64 << 20,
            cache: None,
            program: None,
        }
    }
}

/// By default, a page has the other half of a second to be rendered and sent.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// A page that breaks its engine must not break all of them.
const ATTEMPTS: u32 = 3;

/// A render of a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PageRequest {
    /// Name of the bundle's function that writes it: `render`, or another that the bundle exports.
    pub function: &'static str,
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
    /// Longest time to wait for an engine: a request that would probably wait longer, or behind 64
    /// others for each engine, is rejected at once ([`RenderError::QueueFull`]), and one that waits
    /// when no engine has been up for two seconds longer than that. `None` for one that is never rejected.
    pub max_wait: Option<Duration>,
    /// How many engines are lost with it, at most: after each but the last, another renders it.
    pub attempts: u32,
    /// Kept until the engine can render again, which may be later than the end of the page: limits
    /// how many engines requests of a kind occupy.
    pub permit: Option<Arc<OwnedSemaphorePermit>>,
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
            function: "render",
            early_flush: false,
            path: path.into(),
            label: String::new(),
            max_wait: Some(MAX_WAIT),
            attempts: ATTEMPTS,
            permit: None,
            data: data.into(),
        })
    }
}
