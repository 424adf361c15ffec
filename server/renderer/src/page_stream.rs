//! The way of a page from its engine to the task that waits for it: as a whole, or in
//! two chunks, its start before the app is rendered (early flush) and then the rest.

use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::oneshot;

use crate::RenderError;

/// A page whose start is known and whose rest may still be rendered. Dropping it makes the
/// engine discard the rest.
///
/// ```standalone_crate
/// # use std::{sync::Arc, time::Duration};
/// # use marquee_renderer::{Bundle, PageRequest, RenderError, Renderer, RendererOptions};
/// # fn main() -> Result<(), RenderError> {
/// #     marquee_renderer::run_engine_if_asked();
/// #     serve()
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn serve() -> Result<(), RenderError> {
/// let source = "export function render(id, isEndless) {
///     marquee.head(id, '<!doctype html><title>Streamed</title>');
///     while (isEndless);
///     marquee.write(id, '<p>rest');
/// }";
/// # let timeout = Duration::from_millis(500);
/// # let options = RendererOptions { timeout, ..RendererOptions::default() };
/// # let bundle = Bundle { source: source.into(), configuration: serde_json::Value::Null };
/// # let renderer = Renderer::start(bundle, options, Arc::new(())).await?;
/// for (is_endless, rest) in [(false, Ok("<p>rest".into())), (true, Err(RenderError::Timeout(timeout)))] {
///     let request = PageRequest { early_flush: true, ..PageRequest::new("/", &is_endless)? };
///     let page = renderer.render(request).await?;
///     assert_eq!(page.start, "<!doctype html><title>Streamed</title>");
///     assert_eq!(page.rest().await, rest);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct PageStream {
    /// Time that the request waited for an engine.
    pub queue_wait: Duration,
    /// The document, UTF-8 encoded HTML: up to the app with [`PageRequest::early_flush`],
    /// otherwise the whole of it.
    ///
    /// [`PageRequest::early_flush`]: crate::PageRequest::early_flush
    pub start: Bytes,
    rest: oneshot::Receiver<Result<Bytes, RenderError>>,
}

impl PageStream {
    /// Waits for what follows the start: nothing if that is the whole document.
    ///
    /// # Errors
    /// The error that ended the render after its start.
    pub async fn rest(self) -> Result<Bytes, RenderError> {
        self.rest.await.unwrap_or(Err(RenderError::EngineLost))
    }

    /// Waits for the whole document.
    ///
    /// # Errors
    /// Those of [`PageStream::rest`].
    pub async fn whole(self) -> Result<Bytes, RenderError> {
        let start = self.start.clone();
        let rest = self.rest().await?;
        Ok(if rest.is_empty() { start } else { [start, rest].concat().into() })
    }
}

/// Receives the page when its start is known, or the error before that.
pub(crate) type Reply = oneshot::Receiver<Result<PageStream, RenderError>>;

/// The engine's end of one render.
pub(crate) struct Sink {
    reply: ReplySender,
    queued: Instant,
    queue_wait: Duration,
}

enum ReplySender {
    /// Until the start is sent.
    Start(oneshot::Sender<Result<PageStream, RenderError>>),
    /// After that.
    Rest(oneshot::Sender<Result<Bytes, RenderError>>),
}

impl Sink {
    pub(crate) fn new() -> (Self, Reply) {
        let (reply_to, reply) = oneshot::channel();
        let (queued, queue_wait) = (Instant::now(), Duration::ZERO);
        (Self { reply: ReplySender::Start(reply_to), queued, queue_wait }, reply)
    }

    /// Records that an engine took the job, and returns how long that was queued.
    pub(crate) fn begin(&mut self) -> Duration {
        self.queue_wait = self.queued.elapsed();
        self.queue_wait
    }

    /// Whether nothing waits for the page any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        matches!(&self.reply, ReplySender::Start(reply_to) if reply_to.is_closed())
    }

    /// Sends the start of the page, and returns the sink of what follows.
    pub(crate) fn start(self, start: Bytes) -> Self {
        let ReplySender::Start(reply_to) = self.reply else { return self };
        let (rest_to, rest) = oneshot::channel();
        // It fails when nothing waits for the page any more, as all sends here do.
        let _ = reply_to.send(Ok(PageStream { queue_wait: self.queue_wait, start, rest }));
        Self { reply: ReplySender::Rest(rest_to), ..self }
    }

    /// Ends the page: sends what is left of it, or the error.
    pub(crate) fn finish(self, result: Result<Bytes, RenderError>) {
        match (self.reply, result) {
            (ReplySender::Rest(rest_to), result) => drop(rest_to.send(result)),
            (ReplySender::Start(reply_to), Err(error)) => drop(reply_to.send(Err(error))),
            (reply @ ReplySender::Start(_), Ok(page)) => {
                Self { reply, ..self }.start(page).finish(Ok(Bytes::new()));
            }
        }
    }
}
