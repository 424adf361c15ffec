//! A page that is streamed: the document up to its app as soon as an engine takes
//! the request (early flush), the rest once the app is rendered. When the render
//! fails, the rest is that of the app shell, which begins with the same bytes: a
//! client gets the page or the shell, to the byte, and never a part of either.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::http::StatusCode;
use actix_web::http::header::ContentEncoding;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use marquee_renderer::{Content, PageRequest, PageStream, RenderError, RenderedPage, Renderer};
use tokio::time::timeout;
use tracing::Instrument;

use super::error::PageError;
use super::rendering::{
    PageRenderer, TRIES, record_wait, request_for, span_of, status_code, with_another_engine,
};
use super::slot::Slot;
use crate::ladder::Step;

/// A page whose first bytes are known.
pub struct StreamedPage {
    /// Status it is sent with.
    pub status: StatusCode,
    /// How long the request waited for an engine thread.
    pub queue_wait: Duration,
    /// The beginning of the document, UTF-8.
    pub start: Bytes,
    /// What follows `start`.
    pub rest: Rest,
}

/// What follows the start of a page.
pub enum Rest {
    /// All of it at once: the page's ([`Step::Streamed`]), or the shell's when the
    /// render failed ([`Step::Shell`]).
    Whole(BoxFuture<'static, (Bytes, Step)>),
    /// The chunks that the bundle writes, ending in an error when the render
    /// fails: there is no shell that begins with `start`.
    Chunks(PageStream),
}

impl PageRenderer {
    /// Begins to render a page for one client; resolves with its start. The rest
    /// resolves within `time_limit` after that.
    ///
    /// # Errors
    /// [`PageError`] when the render fails before the start is known.
    pub(super) async fn stream_page(
        &self,
        slot: &Arc<Slot>,
        time_limit: Duration,
    ) -> Result<StreamedPage, PageError> {
        let address = slot.address();
        let shell = slot.shell().map(|shell| &shell.variant(ContentEncoding::Identity).body);
        let seed = self.buckets.at(SystemTime::now()).seed();
        let request = PageRequest {
            // Without a shell, a failed render could not end what has begun.
            early_flush: shell.is_some(),
            ..request_for(&address, Content::Page, &self.links.current(), seed)
        };
        let span = span_of(&address);
        let page = with_another_engine(TRIES, || self.renderer.render(request.clone()));
        let page = page.instrument(span.clone()).await?;
        record_wait(&span, page.queue_wait);
        let RenderedPage { status, queue_wait, mut body } = page;
        // It arrives together with the status.
        let start = body.next().await.transpose()?.unwrap_or_default();
        let rest = match shell.filter(|shell| shell.starts_with(&start)) {
            Some(shell) => {
                let shell_rest = shell.slice(start.len()..);
                let (slot, start) = (Arc::clone(slot), start.clone());
                let page_rest = rest_of(self.renderer.clone(), request, start, body);
                Rest::Whole(
                    or_shell(slot, shell_rest, page_rest, time_limit).instrument(span).boxed(),
                )
            }
            None => Rest::Chunks(body),
        };
        Ok(StreamedPage { status: status_code(status), queue_wait, start, rest })
    }
}

/// Ends a document that has begun: with the rest of the page, or of its shell.
async fn or_shell(
    slot: Arc<Slot>,
    shell_rest: Bytes,
    page_rest: impl Future<Output = Result<Bytes, RenderError>>,
    time_limit: Duration,
) -> (Bytes, Step) {
    let timed_out = |_| Err(RenderError::Timeout(time_limit));
    match timeout(time_limit, page_rest).await.unwrap_or_else(timed_out) {
        Ok(rest) => (rest, Step::Streamed),
        Err(error) => {
            PageError::from(error).log(&slot.address());
            (shell_rest, Step::Shell)
        }
    }
}

/// Waits for what follows `start` in the page. When its engine is lost, another
/// renders the page again, with the same start.
async fn rest_of(
    renderer: Renderer,
    request: PageRequest,
    start: Bytes,
    body: PageStream,
) -> Result<Bytes, RenderError> {
    match body.collect().await {
        Err(RenderError::EngineLost) => {}
        rest => return rest.map(Bytes::from),
    }
    let page = with_another_engine(TRIES - 1, async || {
        renderer.render(request.clone()).await?.body.collect().await
    });
    let page = Bytes::from(page.await?);
    if page.starts_with(&start) {
        Ok(page.slice(start.len()..))
    } else {
        Err(RenderError::Failed("the page has another start when rendered again".into()))
    }
}
