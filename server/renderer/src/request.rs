//! The input of the renderer: the bundle and the limits of its engines, once, and a
//! request for each page.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

/// The server bundle, which an engine thread evaluates before its first render: an ES
/// module that exports `render(id, request)` and, optionally, `shell(id, request)` and
/// `configure(site)`.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Source text of the module, with no imports left in it.
    pub source: Arc<str>,
    /// The one argument of `configure`: what all pages share (assets, locales
    /// with their messages, public URL). Shape: `Site` in `ssr-bundle/site.ts`.
    pub site: serde_json::Value,
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

/// A page in one locale: what stays the same from one render of it to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The path of its URL: one of the bundle's routes, or any other for the not-found
    /// page.
    pub path: String,
    /// Code of the locale to render in, one of those given to `configure`.
    pub locale: String,
    /// Whether the URL fixes the locale (`?lang=zh`), rather than the request's headers.
    pub is_locale_fixed: bool,
    /// Absolute URL; `None` for a page that search engines must not index.
    pub canonical_url: Option<String>,
    /// All URLs of an indexable page, its own among them.
    pub alternates: Vec<Alternate>,
}

/// One URL of a page: `<link rel="alternate" hreflang>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alternate {
    /// A language tag (BCP 47), or `x-default` for the page whose locale is negotiated.
    pub hreflang: String,
    /// Absolute URL.
    pub url: String,
}

/// A render of a page: the second argument of the bundle's `render`.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRequest {
    /// How much of it; decides which function of the bundle is called.
    #[serde(skip)]
    pub content: Content,
    /// Early flush: whether the start of the document is sent as a chunk of its
    /// own before the app is rendered. For a reader that can end the document when
    /// the render fails.
    #[serde(skip)]
    pub early_flush: bool,
    /// The page.
    pub page: Arc<Page>,
    /// The operator's base URL, ending in `/`; `None` while unknown.
    pub link: Option<String>,
    /// URL of the operator's blog; `None` while unknown.
    pub blog_link: Option<String>,
    /// Seed of the generated transaction rows.
    pub seed: u32,
}

impl PageRequest {
    /// The path of the page's URL.
    pub(crate) fn path(&self) -> &str {
        &self.page.path
    }
}
