//! The output of a render: a stream of chunks.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_util::Stream;
use tokio::sync::mpsc;

use crate::RenderError;

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

/// How a render ended; unset while it runs, and forever when its engine died.
pub(crate) type Outcome = Arc<OnceLock<Result<(), RenderError>>>;

/// The chunks of a page, in order. Ends without an error only when the whole page
/// was rendered; otherwise its last item is the error.
#[derive(Debug)]
pub struct PageStream {
    chunks: mpsc::Receiver<Bytes>,
    outcome: Outcome,
    ended: bool,
}

impl PageStream {
    pub(crate) fn new(chunks: mpsc::Receiver<Bytes>, outcome: Outcome) -> Self {
        Self { chunks, outcome, ended: false }
    }

    /// Waits for the rest of the page and returns it whole.
    ///
    /// # Errors
    /// The error that ended the render early, or [`RenderError::Failed`] for a page
    /// of more than 16 MiB.
    pub async fn collect(mut self) -> Result<Vec<u8>, RenderError> {
        let mut page = Vec::new();
        while let Some(chunk) = self.chunks.recv().await {
            page.extend_from_slice(&chunk);
            if page.len() > MAX_PAGE_BYTES {
                let reason = format!("the page is longer than {} MiB", MAX_PAGE_BYTES >> 20);
                return Err(RenderError::Failed(reason));
            }
        }
        self.end().map(|()| page)
    }

    fn end(&self) -> Result<(), RenderError> {
        self.outcome.get().cloned().unwrap_or(Err(RenderError::EngineLost))
    }
}

impl Stream for PageStream {
    type Item = Result<Bytes, RenderError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if let Some(chunk) = ready!(self.chunks.poll_recv(cx)) {
            return Poll::Ready(Some(Ok(chunk)));
        }
        self.ended = true;
        Poll::Ready(self.end().err().map(Err))
    }
}
