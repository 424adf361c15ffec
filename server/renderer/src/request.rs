//! The input of the renderer: the bundle and the limits of its engines, once, and a
//! request for each page.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::RenderError;

/// The server bundle, which an engine thread evaluates before its first render: an ES
/// module that exports `render(id, request)` and, optionally, `shell(id, request)` and
/// `configure(configuration)`.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Source text of the module, with no imports left in it.
    pub source: Arc<str>,
    /// The one argument of `configure`: what all pages share.
    pub configuration: serde_json::Value,
}

/// The limits that engine threads work within.
#[derive(Debug, Clone, Copy)]
pub struct RendererOptions {
    /// Engine threads; each renders one page at a time.
    pub threads: NonZeroUsize,
    /// Longest duration of one render, from the moment an engine thread begins it
    /// to its last chunk.
    pub timeout: Duration,
    /// Size limit of one engine's heap, in bytes.
    pub heap_limit: usize,
}

/// How much of a page to render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The whole page: the bundle's `render`.
    Page,
    /// The app shell, from which the client renders the page: the bundle's
    /// `shell`.
    Shell,
}

/// A render of a page.
#[derive(Debug, Clone)]
pub struct PageRequest {
    /// How much of it; decides which function of the bundle is called.
    pub content: Content,
    /// Early flush: whether the start of the document is sent as a chunk of its
    /// own before the app is rendered. For a reader that can end the document when
    /// the render fails.
    pub early_flush: bool,
    /// The path of its URL. When a page fails, one with another path shows whether the engine
    /// still works.
    pub path: String,
    /// Which variant of the page it is, such as its locale; for the [`Observer`] only.
    ///
    /// [`Observer`]: crate::Observer
    pub variant: String,
    /// The second argument of the bundle's function, in JSON.
    pub data: Arc<RawValue>,
}

impl PageRequest {
    /// A request for the whole page at `path`, as one chunk.
    ///
    /// # Errors
    /// [`RenderError::Failed`] when `data` has no form in JSON.
    pub fn new(path: impl Into<String>, data: &impl Serialize) -> Result<Self, RenderError> {
        let data = to_raw_value(data).map_err(|error| RenderError::failed(error.to_string()))?;
        Ok(Self {
            content: Content::Page,
            early_flush: false,
            path: path.into(),
            variant: String::new(),
            data: data.into(),
        })
    }
}
