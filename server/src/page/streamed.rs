//! A page that is sent while it is rendered: the document up to its app as soon as
//! an engine is at it, and all else once the app is whole. Where that fails, what
//! follows the same start in the app shell is sent instead: a client gets the
//! page or the shell, to the byte, and never a part of either.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use actix_web::http::StatusCode;
use actix_web::http::header::ContentEncoding;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use tokio::time::timeout;
use tracing::Instrument;

use super::error::PageError;
use super::rendering::{
    PageRenderer, TRIES, record_wait, request_for, span_of, with_another_engine,
};
use super::slot::Slot;
use crate::ladder::Step;
use crate::renderer::{Content, PageRequest, PageStream, RenderError, RenderedPage, Renderer};

/// A page whose first bytes are there.
pub struct StreamedPage {
    /// Status it is sent with.
    pub status: StatusCode,
    /// How long the request waited for an engine thread.
    pub queue_wait: Duration,
    /// The beginning of the document.
    pub start: Bytes,
    /// What follows it.
    pub rest: Rest,
}

/// What follows the start of a page.
pub enum Rest {
    /// All of it at once, from the page, or from the shell when the render failed
    /// ([`Step::Streamed`] or [`Step::Shell`]).
    Whole(BoxFuture<'static, (Bytes, Step)>),
    /// Chunk by chunk as the bundle writes them, and an error when the render
    /// failed: the page has no shell that begins as it does.
    Chunks(PageStream),
}

impl PageRenderer {
    /// Begins to render a page for one client. The rest is waited for no longer
    /// than `patience`.
    ///
    /// # Errors
    /// [`PageError`]; nothing of the page exists then.
    pub(super) async fn stream_page(
        &self,
        slot: &Arc<Slot>,
        patience: Duration,
    ) -> Result<StreamedPage, PageError> {
        let address = slot.address();
        let shell = slot.shell().map(|shell| &shell.variant(ContentEncoding::Identity).body);
        let seed = self.buckets.at(SystemTime::now()).seed();
        let request = PageRequest {
            // Without a shell the start could only be followed by the page.
            early_flush: shell.is_some(),
            ..request_for(&address, Content::Page, &self.links.current(), seed)
        };
        let span = span_of(&address);
        let page = with_another_engine(TRIES, || self.renderer.render(request.clone()));
        let page = page.instrument(span.clone()).await?;
        record_wait(&span, page.queue_wait);
        let RenderedPage { status, queue_wait, mut body } = page;
        // It has come together with the status.
        let start = body.next().await.transpose()?.unwrap_or_default();
        let rest = match shell.filter(|shell| shell.starts_with(&start)) {
            Some(shell) => {
                let shell_rest = shell.slice(start.len()..);
                let (slot, start) = (Arc::clone(slot), start.clone());
                let page_rest = rest_of(self.renderer.clone(), request, start, body);
                Rest::Whole(
                    or_shell(slot, shell_rest, page_rest, patience).instrument(span).boxed(),
                )
            }
            None => Rest::Chunks(body),
        };
        Ok(StreamedPage { status, queue_wait, start, rest })
    }
}

/// What ends a document that has begun: the rest of the page, or of its shell.
async fn or_shell(
    slot: Arc<Slot>,
    shell_rest: Bytes,
    page_rest: impl Future<Output = Result<Bytes, RenderError>>,
    patience: Duration,
) -> (Bytes, Step) {
    let late = || Err(RenderError::Timeout(patience));
    match timeout(patience, page_rest).await.unwrap_or_else(|_| late()) {
        Ok(rest) => (rest, Step::Streamed),
        Err(error) => {
            PageError::from(error).log(&slot.address());
            (shell_rest, Step::Shell)
        }
    }
}

/// What follows `start` in the page. Where its engine is lost, another renders
/// the page again, which begins with the same start.
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
        Err(RenderError::Failed("the page begins otherwise when it is rendered again".into()))
    }
}
