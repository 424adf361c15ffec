//! Renders of pages: the request to the renderer, and the page made of its result.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use marquee_renderer::{Content, PageRequest, Priority, RenderError, RenderedPage, Renderer};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::{Instrument, Span};

use super::cached_page::CachedPage;
use super::error::PageError;
use super::site_page::SitePage;
use super::time_window::TimeWindows;
use crate::cache_outcome::RenderTiming;
use crate::operator::{Links, OperatorLinks};
use crate::telemetry::{TRACES, milliseconds};

/// Limit of attempts to render a page whose engine is lost: a page that breaks its
/// engine must not break all of them.
pub(super) const ATTEMPTS: u32 = 3;

/// Renders pages with the current links and the seed of the current time window.
#[derive(Clone)]
pub struct PageRenderer {
    /// The engines.
    pub renderer: Renderer,
    /// The operator's links.
    pub links: OperatorLinks,
    /// The time windows in which a page stays the same.
    pub windows: TimeWindows,
    /// Pages are compressed one at a time, since an encoder takes megabytes.
    compression: Arc<Semaphore>,
}

impl PageRenderer {
    /// A renderer with these engines and links.
    #[must_use]
    pub fn new(renderer: Renderer, links: OperatorLinks, windows: TimeWindows) -> Self {
        Self { renderer, links, windows, compression: Arc::new(Semaphore::new(1)) }
    }

    /// Renders a page, or its app shell, as a stream of chunks.
    ///
    /// # Errors
    /// [`PageError`], before the first chunk.
    pub async fn stream(
        &self,
        page: &SitePage,
        content: Content,
    ) -> Result<RenderedPage, PageError> {
        let seed = self.windows.at(SystemTime::now()).seed();
        let request = request_for(page, content, &self.links_for(content), seed);
        let span = span_of(page);
        let rendered = with_another_engine(ATTEMPTS, || self.renderer.render(request.clone()));
        let rendered = observe(&span, rendered).await?;
        record_wait(&span, rendered.queue_wait);
        Ok(rendered)
    }

    /// Renders a page and compresses it.
    ///
    /// # Errors
    /// [`PageError`].
    pub async fn render(
        &self,
        page: &SitePage,
        priority: &Priority,
    ) -> Result<CachedPage, PageError> {
        self.finish(page, Content::Page, priority).await
    }

    /// Renders a page in the background. Returns the document.
    ///
    /// # Errors
    /// [`PageError`].
    pub async fn probe(&self, page: &SitePage) -> Result<Vec<u8>, PageError> {
        let seed = self.windows.at(SystemTime::now()).seed();
        let request = request_for(page, Content::Page, &self.links.current(), seed);
        let priority = Priority::background();
        let (html, _) =
            with_another_engine(ATTEMPTS, || self.whole(request.clone(), &priority)).await?;
        Ok(html)
    }

    /// Renders the app shell of a page and compresses it.
    ///
    /// # Errors
    /// [`PageError`].
    pub async fn render_shell(&self, page: &SitePage) -> Result<CachedPage, PageError> {
        self.finish(page, Content::Shell, &Priority::background()).await
    }

    /// An app shell has no links, since it may be served at any later time.
    fn links_for(&self, content: Content) -> Arc<Links> {
        match content {
            Content::Page => self.links.current(),
            Content::Shell => Arc::default(),
        }
    }

    async fn finish(
        &self,
        page: &SitePage,
        content: Content,
        priority: &Priority,
    ) -> Result<CachedPage, PageError> {
        let links = self.links_for(content);
        let window = self.windows.at(SystemTime::now());
        let request = request_for(page, content, &links, window.seed());
        let span = span_of(page);
        let whole = with_another_engine(ATTEMPTS, || self.whole(request.clone(), priority));
        let (html, timing) = observe(&span, whole).await?;
        record_wait(&span, timing.queue);
        drop(span);
        let _permit = self.compression.acquire().await;
        let status = page.status;
        // Compression would block the event loop.
        let stored =
            spawn_blocking(move || CachedPage::new(status, html, window, links, timing)).await;
        Ok(stored.map_err(std::io::Error::other)??)
    }

    async fn whole(
        &self,
        request: PageRequest,
        priority: &Priority,
    ) -> Result<(Vec<u8>, RenderTiming), RenderError> {
        let begun = Instant::now();
        let page = self.renderer.render_with_priority(priority, request).await?;
        let queue = page.queue_wait;
        let html = page.body.collect().await?;
        let timing = RenderTiming { queue, render: begun.elapsed().saturating_sub(queue) };
        Ok((html, timing))
    }
}

/// The span of a render in a trace.
pub(super) fn span_of(page: &SitePage) -> Span {
    tracing::info_span!(
        target: TRACES,
        "render",
        page = page.path(),
        language = page.locale().code(),
        queue_wait_ms = tracing::field::Empty,
        otel.status_code = tracing::field::Empty,
        error.type = tracing::field::Empty,
    )
}

/// Runs a part of a render in its span, and records there if it fails or is dropped.
pub(super) async fn observe<T>(
    span: &Span,
    render: impl Future<Output = Result<T, RenderError>>,
) -> Result<T, RenderError> {
    let mut outcome = RecordedOutcome { span, error: Some(ABANDONED) };
    let result = render.instrument(span.clone()).await;
    outcome.error = result.as_ref().err().map(RenderError::kind);
    result
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
    span.record("queue_wait_ms", milliseconds(queue));
}

/// Repeats a render whose engine was lost, up to `attempts` times in all.
pub(super) async fn with_another_engine<T, F>(
    attempts: u32,
    render: impl Fn() -> F,
) -> Result<T, RenderError>
where
    F: Future<Output = Result<T, RenderError>>,
{
    for _ in 1..attempts {
        match render().await {
            Err(RenderError::EngineLost) => {}
            result => return result,
        }
    }
    render().await
}

pub(super) fn request_for(
    page: &SitePage,
    content: Content,
    links: &Links,
    seed: u32,
) -> PageRequest {
    PageRequest {
        content,
        early_flush: false,
        page: Arc::clone(&page.description),
        link: links.base.as_ref().map(|link| link.as_str().to_owned()),
        blog_link: links.blog.as_ref().map(|link| link.as_str().to_owned()),
        seed,
    }
}
