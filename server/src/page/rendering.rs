//! Renders of pages: the request to the renderer, and the page made of its result.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use marquee_renderer::{PageRequest, Priority, RenderError, Renderer};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tracing::{Instrument, Span};

use super::error::PageError;
use super::headers::HTML;
use super::site_page::{PageInLocale, SitePage};
use super::time_window::{TimeWindow, TimeWindows};
use crate::content::{BaseLink, Content, CurrentContent, OperatorLink};
use crate::http::{Representation, compress};
use crate::process;
use crate::site::source_maps::SourceMaps;
use crate::tasks::blocking;
use crate::telemetry::{TRACES, milliseconds};

/// How much of a page to render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rendition {
    /// The whole page: the bundle's `render`.
    Page,
    /// The app shell, from which the client renders the page: the bundle's `shell`.
    Shell,
}

impl Rendition {
    /// Both.
    pub(super) const BOTH: [Self; 2] = [Self::Shell, Self::Page];
}

/// Renders pages with the current content and the seed of the current time window.
#[derive(Clone)]
pub(crate) struct PageRenderer {
    /// The pool of engines.
    pub pool: Renderer,
    /// What pages show of other services.
    pub content: CurrentContent,
    /// The time windows in which a page stays the same.
    pub windows: TimeWindows,
    /// Turns of compression, one for each core, since an encoder takes megabytes.
    compression: Arc<Semaphore>,
    source_maps: Arc<SourceMaps>,
    /// Runs coalesced renders, independently of the requests that wait for them.
    pub(super) runtime: Handle,
}

impl PageRenderer {
    /// A renderer with this pool of engines and this content. To be called on the runtime that is to do
    /// background work.
    pub(crate) fn new(
        pool: Renderer,
        content: CurrentContent,
        windows: TimeWindows,
        source_maps: Arc<SourceMaps>,
    ) -> Self {
        Self {
            pool,
            content,
            windows,
            compression: Arc::new(Semaphore::new(process::cores().get())),
            source_maps,
            runtime: Handle::current(),
        }
    }

    /// Renders a page or its app shell, and compresses it.
    pub(crate) async fn render(
        &self,
        page: &SitePage,
        rendition: Rendition,
        priority: &Priority,
    ) -> Result<CachedPage, PageError> {
        let Document { html, window, content } = self.document(page, rendition, priority).await?;
        let turn = self.compression.acquire().await;
        let representation = compress(page.status, HTML, page.headers().clone(), html).await?;
        drop(turn);
        let representation = match rendition {
            Rendition::Page => representation,
            Rendition::Shell => representation.without_etags(),
        };
        Ok(CachedPage { representation, window, content })
    }

    /// Renders the whole document of a page, or of its app shell.
    pub(crate) async fn document(
        &self,
        page: &SitePage,
        rendition: Rendition,
        priority: &Priority,
    ) -> Result<Document, PageError> {
        let content = match rendition {
            Rendition::Page => self.content.current(),
            // It may be served at any later time.
            Rendition::Shell => Arc::default(),
        };
        let window = self.windows.at(SystemTime::now());
        let mut request = request_for(page, rendition, &content, window.seed())?;
        request.priority = priority.clone();
        let span = span_of(page);
        let whole = async {
            let page = self.pool.render(request).await?;
            record_wait(&span, page.queue_wait);
            page.whole().await
        };
        let html = self.observe(&span, whole).await?;
        if rendition == Rendition::Page {
            // Each document is checked, and not only those of a reload: a page that becomes blank
            // later must not replace the one in the cache. Of a streamed page, the start is sent
            // before there is anything to check; those are checked at a start and a reload.
            page.check(&html)?;
        }
        Ok(Document { html, window, content })
    }

    /// Runs a part of a render in its span, and records there if it fails or is dropped.
    pub(super) async fn observe<T>(
        &self,
        span: &Span,
        render: impl Future<Output = Result<T, RenderError>>,
    ) -> Result<T, RenderError> {
        let mut outcome = RecordedOutcome { span, error: Some(ABANDONED) };
        let result = render.instrument(span.clone()).await;
        outcome.error = result.as_ref().err().map(RenderError::kind);
        let result = self.map_frames(result).await;
        if let Err(error) = &result {
            // By OpenTelemetry's conventions for exceptions.
            span.in_scope(|| {
                tracing::error!(
                    target: TRACES,
                    { exception.type = error.kind(), exception.message = %error },
                    "exception"
                );
            });
        }
        result
    }

    /// Maps the frames of a failed render to the sources.
    async fn map_frames<T>(&self, result: Result<T, RenderError>) -> Result<T, RenderError> {
        let Err(error @ RenderError::Failed { .. }) = result else { return result };
        let (maps, unmapped) = (Arc::clone(&self.source_maps), error.clone());
        // The first one reads the map, which would block the event loop.
        Err(blocking(move || maps.map_error(error)).await.unwrap_or(unmapped))
    }
}

/// A rendered document.
#[derive(Debug)]
pub(crate) struct Document {
    /// The document, UTF-8.
    pub html: Bytes,
    /// The time window it was rendered in.
    pub window: TimeWindow,
    /// The content it carries.
    pub content: Arc<Content>,
}

/// A rendered page or app shell, and its metadata.
#[derive(Debug)]
pub(crate) struct CachedPage {
    /// What is sent.
    pub representation: Representation,
    /// The time window it was rendered in.
    pub window: TimeWindow,
    /// The content it carries.
    pub content: Arc<Content>,
}

/// The span of a render in a trace.
pub(super) fn span_of(page: &SitePage) -> Span {
    tracing::info_span!(
        target: TRACES,
        "render",
        marquee.page = page.path(),
        marquee.language = page.locale().code(),
        marquee.queue_wait_ms = tracing::field::Empty,
        otel.status_code = tracing::field::Empty,
        error.type = tracing::field::Empty,
    )
}

/// The kind of error of a render that nothing waits for any more.
const ABANDONED: &str = "abandoned";

/// Is recorded when it is dropped.
struct RecordedOutcome<'a> {
    span: &'a Span,
    error: Option<&'static str>,
}

impl Drop for RecordedOutcome<'_> {
    fn drop(&mut self) {
        if let Some(error) = self.error {
            self.span.record("otel.status_code", "ERROR");
            self.span.record("error.type", error);
        }
    }
}

pub(super) fn record_wait(span: &Span, queue: Duration) {
    span.record("marquee.queue_wait_ms", milliseconds(queue));
}

/// The data of a render. Shape: `PageRequest` in `ssr-bundle/site.ts`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageData<'a> {
    page: &'a PageInLocale,
    /// The operator's base URL, ending in `/`; `None` while unknown.
    link: Option<&'a str>,
    /// URL of the operator's blog; `None` while unknown.
    blog_link: Option<&'a str>,
    /// Values of the site's data sources, of those that are known.
    data: &'a Map<String, Value>,
    /// Seed of the generated transaction rows.
    seed: u32,
}

pub(super) fn request_for(
    page: &SitePage,
    rendition: Rendition,
    content: &Content,
    seed: u32,
) -> Result<PageRequest, RenderError> {
    let data = PageData {
        page: &page.description,
        link: content.links.base.as_ref().map(BaseLink::as_str),
        blog_link: content.links.blog.as_ref().map(OperatorLink::as_str),
        data: &content.data,
        seed,
    };
    let mut request = PageRequest::new(page.path(), &data)?;
    page.locale().code().clone_into(&mut request.label);
    if rendition == Rendition::Shell {
        request.function = "shell".into();
    }
    Ok(request)
}
