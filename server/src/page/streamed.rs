//! Streamed pages: the document up to the app as soon as an engine takes the
//! request (early flush), the rest once the app is rendered. When the render fails,
//! the rest is that of the app shell, which starts with the same bytes: a client
//! gets all of the page or all of the shell.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::http::StatusCode;
use bytes::Bytes;
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, StreamExt};
use marquee_renderer::{PageRequest, PageStream, RenderError, Renderer};
use tokio::time::timeout;
use tracing::Instrument;

use super::cache_entry::CacheEntry;
use super::cache_outcome::CacheOutcome;
use super::error::PageError;
use super::rendering::{PageRenderer, Rendition, record_wait, request_for, span_of};
use super::site_page::SitePage;

/// A page whose first bytes are known.
pub(crate) struct StreamedPage {
    /// Status it is sent with.
    pub status: StatusCode,
    /// The start of the document, UTF-8.
    pub start: Bytes,
    /// What follows `start`: the rest of the page ([`CacheOutcome::Streamed`]), or of the app
    /// shell when the render failed ([`CacheOutcome::Shell`]).
    pub rest: BoxFuture<'static, (Bytes, CacheOutcome)>,
}

impl PageRenderer {
    /// Renders a page for one client; resolves with its start. The rest resolves
    /// within `time_limit` after that.
    ///
    /// # Errors
    /// [`PageError`] when the render fails before the start is known.
    pub(super) async fn stream_page(
        &self,
        entry: &CacheEntry,
        time_limit: Duration,
    ) -> Result<StreamedPage, PageError> {
        let page = entry.page();
        let shell = entry.last_good(Rendition::Shell);
        let shell = shell.map(|shell| shell.representation.identity.body.clone());
        let seed = self.windows.at(SystemTime::now()).seed();
        let mut request = request_for(page, Rendition::Page, &self.links.current(), seed)?;
        // Without a shell, the document could not be completed after a failure.
        request.early_flush = shell.is_some();
        let span = span_of(page);
        let rendered = self.observe(&span, self.pool.render(request.clone())).await?;
        record_wait(&span, rendered.queue_wait);
        let status = page.status;
        let Some(shell) = shell.filter(|shell| shell.starts_with(&rendered.head)) else {
            let start = self.observe(&span, rendered.whole()).await?;
            let rest = ready((Bytes::new(), CacheOutcome::Streamed)).boxed();
            return Ok(StreamedPage { status, start, rest });
        };
        let start = rendered.head.clone();
        let shell_rest = shell.slice(start.len()..);
        let (pages, page) = (self.clone(), Arc::clone(page));
        let rest = async move {
            let page_rest = rest_of(&pages.pool, request, rendered);
            let page_rest = async { pages.map_frames(page_rest.await).await };
            or_shell(&page, shell_rest, page_rest, time_limit).await
        };
        Ok(StreamedPage { status, start, rest: rest.instrument(span).boxed() })
    }
}

/// Completes a document: with the rest of the page, or of its app shell.
async fn or_shell(
    page: &SitePage,
    shell_rest: Bytes,
    page_rest: impl Future<Output = Result<Bytes, RenderError>>,
    time_limit: Duration,
) -> (Bytes, CacheOutcome) {
    let timed_out = |_| Err(RenderError::Timeout(time_limit));
    match timeout(time_limit, page_rest).await.unwrap_or_else(timed_out) {
        Ok(rest) => (rest, CacheOutcome::Streamed),
        Err(error) => {
            page.log(&error.into());
            (shell_rest, CacheOutcome::Shell)
        }
    }
}

/// Waits for the rest of the page. When its engine is lost, another renders the page again,
/// with the same start.
async fn rest_of(
    pool: &Renderer,
    mut request: PageRequest,
    mut page: PageStream,
) -> Result<Bytes, RenderError> {
    let head = page.head.clone();
    request.attempts = page.attempts_left;
    // It is sent.
    let _ = page.next().await;
    match page.whole().await {
        Err(RenderError::EngineLost) => {}
        rest => return rest,
    }
    request.early_flush = false;
    let page = pool.render(request).await?.whole().await?;
    if page.starts_with(&head) {
        Ok(page.slice(head.len()..))
    } else {
        Err(RenderError::failed("the page has another start when rendered again"))
    }
}
