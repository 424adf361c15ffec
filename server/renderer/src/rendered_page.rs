//! The output of a render: a stream of chunks.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::sync::mpsc;

use crate::RenderError;
use crate::sink::Chunk;

/// Size limit of a page that is collected, in bytes: a bundle that writes without
/// end must not fill the process's memory until its deadline.
const MAX_PAGE_BYTES: usize = 16 << 20;

/// A page whose first bytes are available and whose rest is still being rendered.
#[derive(Debug)]
pub struct RenderedPage {
    /// Time that the request waited for an engine thread.
    pub queue_wait: Duration,
    /// The document, UTF-8 encoded HTML, in the chunks React flushed.
    pub body: PageStream,
}

/// Why a render ended before its last chunk; unset while it runs, and forever when its
/// engine died.
pub(crate) type Failure = Arc<OnceLock<RenderError>>;

/// The chunks of a page, in order. Ends without an error only when the whole page
/// was rendered; otherwise its last item is the error.
#[derive(Debug)]
pub struct PageStream {
    chunks: mpsc::Receiver<Chunk>,
    failure: Failure,
    ended: bool,
}

impl PageStream {
    pub(crate) fn new(chunks: mpsc::Receiver<Chunk>, failure: Failure) -> Self {
        Self { chunks, failure, ended: false }
    }

    /// Waits for the rest of the page and returns it whole.
    ///
    /// # Errors
    /// The error that ended the render early, or [`RenderError::Failed`] for a page
    /// of more than 16 MiB.
    pub async fn collect(mut self) -> Result<Vec<u8>, RenderError> {
        let mut page = Vec::new();
        while let Some(chunk) = self.next().await.transpose()? {
            if page.is_empty() {
                page = chunk.into();
            } else {
                page.extend_from_slice(&chunk);
            }
            if page.len() > MAX_PAGE_BYTES {
                let reason = format!("the page is longer than {} MiB", MAX_PAGE_BYTES >> 20);
                return Err(RenderError::Failed(reason));
            }
        }
        Ok(page)
    }
}

impl Stream for PageStream {
    type Item = Result<Bytes, RenderError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let chunk = ready!(self.chunks.poll_recv(cx));
        self.ended = chunk.as_ref().is_none_or(|chunk| chunk.is_last);
        Poll::Ready(match chunk {
            Some(Chunk { html, is_last: true }) if html.is_empty() => None,
            Some(Chunk { html, .. }) => Some(Ok(html)),
            None => Some(Err(self.failure.get().cloned().unwrap_or(RenderError::EngineLost))),
        })
    }
}
