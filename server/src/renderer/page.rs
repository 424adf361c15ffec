//! What goes into a render and what comes out of it.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::http::StatusCode;
use bytes::Bytes;
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::RenderError;

/// Most bytes of a page that is collected: a bundle that writes without end must
/// not fill the process's memory until its deadline.
const LONGEST_PAGE: usize = 16 << 20;

/// How much of a page to render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// All of it: the bundle's `render`.
    Page,
    /// The document around it and the state, from which the client renders it:
    /// the bundle's `shell`.
    Shell,
}

/// One page to render: the second argument of the bundle's `render`.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRequest {
    /// How much of it; decides which function of the bundle is called.
    #[serde(skip)]
    pub content: Content,
    /// Early flush: whether the start of the document is sent as a chunk of its
    /// own before the app is rendered. For a reader who can end the document when
    /// the render fails.
    #[serde(skip)]
    pub early_flush: bool,
    /// The page's address relative to the site's root, with `?lang=` where the
    /// language was fixed by it: `/`, `/?lang=zh`, `/404`.
    pub address: String,
    /// Code of the language to render in, one of those given to `configure`.
    pub locale: String,
    /// The operator's base address, ending in `/`; `None` while unknown.
    pub link: Option<String>,
    /// Address of the operator's blog; `None` while unknown.
    pub blog_link: Option<String>,
    /// Seeds the generated transaction rows.
    pub seed: u32,
}

impl PageRequest {
    /// The path of the page's address.
    pub(super) fn path(&self) -> &str {
        self.address.split('?').next().unwrap_or_default()
    }
}

/// A page whose status is known and whose bytes are on their way.
#[derive(Debug)]
pub struct RenderedPage {
    /// HTTP status that the bundle gave the page.
    pub status: StatusCode,
    /// How long the request waited for an engine thread.
    pub queue_wait: Duration,
    /// The document, UTF-8 encoded HTML, in the chunks React flushed.
    pub body: PageStream,
}

/// How a render ended; unset while it runs, and for ever when its engine died.
pub(super) type Outcome = Arc<OnceLock<Result<(), RenderError>>>;

/// The chunks of a page, in order. Ends cleanly only when the whole page was
/// rendered; otherwise its last item is the error.
#[derive(Debug)]
pub struct PageStream {
    chunks: mpsc::Receiver<Bytes>,
    outcome: Outcome,
    ended: bool,
}

impl PageStream {
    pub(super) fn new(chunks: mpsc::Receiver<Bytes>, outcome: Outcome) -> Self {
        Self { chunks, outcome, ended: false }
    }

    /// Waits for the rest of the page and gives it as one piece.
    ///
    /// # Errors
    /// Whatever ended the render early, or that the page is longer than 16 MiB.
    pub async fn collect(mut self) -> Result<Vec<u8>, RenderError> {
        let mut page = Vec::new();
        while let Some(chunk) = self.chunks.recv().await {
            page.extend_from_slice(&chunk);
            if page.len() > LONGEST_PAGE {
                let reason = format!("the page is longer than {} MiB", LONGEST_PAGE >> 20);
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
