//! A page on its way from its engine to the task that waits for it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, Stream, TryStreamExt};
use tokio::sync::mpsc;

use crate::frame::Part;
use crate::{RenderError, Response};

/// What follows of a page; `None` ends it.
pub(crate) type Chunk = Result<Option<Part>, RenderError>;

/// A page whose first chunk is there and whose rest may still be rendered: a stream of chunks of UTF-8
/// encoded HTML. With [`PageRequest::early_flush`] the first is what the bundle wrote as the head;
/// otherwise it is the whole page. The stream ends with an error when the render fails after its head,
/// never as a shorter page. Dropping it makes the engine discard the rest.
///
/// [`PageRequest::early_flush`]: crate::PageRequest::early_flush
///
/// ```standalone_crate
/// # use std::{sync::Arc, time::Duration};
/// use futures_util::TryStreamExt;
/// # use marquee_renderer::{Bundle, PageRequest, RenderError, Renderer, RendererOptions};
/// # fn main() -> Result<(), RenderError> {
/// #     marquee_renderer::run_engine_if_asked();
/// #     serve()
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn serve() -> Result<(), RenderError> {
/// let source = "export function render(page, isEndless) {
///     page.head('<!doctype html><title>Streamed</title>');
///     while (isEndless);
///     page.write('<p>rest');
/// }";
/// # let timeout = Duration::from_millis(500);
/// # let mut options = RendererOptions::default();
/// # options.timeout = timeout;
/// # let bundle = Bundle::new(source, serde_json::Value::Null);
/// # let renderer = Renderer::start(bundle, options, Arc::new(())).await?;
/// let head = "<!doctype html><title>Streamed</title>";
/// for (is_endless, expected) in
///     [(false, Ok("<p>rest".into())), (true, Err(RenderError::Timeout(timeout)))]
/// {
///     let mut request = PageRequest::new("/", &is_endless)?;
///     request.early_flush = true;
///     let mut page = renderer.render(request).await?;
///     assert_eq!(page.try_next().await?.unwrap(), head);
///     assert_eq!(page.whole().await, expected);
/// }
/// # Ok(())
/// # }
/// ```
pub struct PageStream {
    /// Time that the request waited for an engine.
    pub queue_wait: Duration,
    /// What to send the page with.
    pub response: Response,
    /// Until it is read.
    pub(crate) first: Option<Bytes>,
    /// `None` at the end.
    pub(crate) rest: Option<mpsc::UnboundedReceiver<Chunk>>,
    /// Resolves when the page is late. It is a handle to the engines too, which end with the last.
    pub(crate) late: BoxFuture<'static, RenderError>,
}

impl PageStream {
    /// Waits for the whole page, or for what is not read of it.
    ///
    /// # Errors
    /// The error that ended the render after its head.
    pub async fn whole(self) -> Result<Bytes, RenderError> {
        let chunks: Vec<_> = self.try_collect().await?;
        Ok(if let [page] = &*chunks { page.clone() } else { chunks.concat().into() })
    }
}

impl Stream for PageStream {
    type Item = Result<Bytes, RenderError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        let Some(rest) = &mut self.rest else { return Poll::Ready(None) };
        let chunk = match rest.poll_recv(cx) {
            Poll::Ready(chunk) => chunk.unwrap_or(Err(RenderError::EngineLost)),
            Poll::Pending => Err(ready!(self.late.poll_unpin(cx))),
        };
        if !matches!(chunk, Ok(Some(_))) {
            self.rest = None;
        }
        Poll::Ready(chunk.map(|part| part.map(|part| part.html.into())).transpose())
    }
}
