//! The way of a page from its engine thread to the task that waits for it: as a whole, or in
//! two chunks, its start before the app is rendered (early flush) and then the rest.

use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::oneshot;

use crate::RenderError;

/// Size from which a page is rejected, in bytes: a bundle that writes without end must not
/// fill the process's memory until its deadline.
const MAX_PAGE_BYTES: usize = 16 << 20;

/// A page whose start is known and whose rest may still be rendered. Dropping it makes the
/// engine discard the rest.
///
/// ```
/// # use std::{num::NonZeroUsize, sync::Arc, time::Duration};
/// # use marquee_renderer::{Bundle, PageRequest, RenderError, Renderer, RendererOptions};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), RenderError> {
/// let source = "export function render(id, isEndless) {
///     marquee.head(id, '<!doctype html><title>Streamed</title>');
///     while (isEndless);
///     marquee.write(id, '<p>rest');
/// }";
/// # let timeout = Duration::from_millis(500);
/// # let options = RendererOptions { threads: NonZeroUsize::MIN, timeout, heap_limit: 32 << 20 };
/// # let bundle = Bundle { source: source.into(), configuration: serde_json::Value::Null };
/// # let renderer = Renderer::start(bundle, options, Arc::new(()))?;
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
    /// Time that the request waited for an engine thread.
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

/// A misuse of the host API by the bundle.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SinkError {
    #[error("a page has one head, written before everything else")]
    MisplacedHead,
    #[error("the page is longer than {} MiB", MAX_PAGE_BYTES >> 20)]
    TooLong,
}

/// The engine thread's end of one render.
pub(crate) struct Sink {
    /// Until the start is sent.
    reply_to: Option<oneshot::Sender<Result<PageStream, RenderError>>>,
    /// After that.
    rest_to: Option<oneshot::Sender<Result<Bytes, RenderError>>>,
    queued: Instant,
    queue_wait: Duration,
    /// Whether the start is sent before the app is rendered.
    early_flush: bool,
    has_head: bool,
    /// What is written and not sent.
    buffer: Vec<u8>,
}

impl Sink {
    pub(crate) fn new(early_flush: bool) -> (Self, Reply) {
        let (reply_to, reply) = oneshot::channel();
        let sink = Self {
            reply_to: Some(reply_to),
            rest_to: None,
            queued: Instant::now(),
            queue_wait: Duration::ZERO,
            early_flush,
            has_head: false,
            buffer: Vec::new(),
        };
        (sink, reply)
    }

    /// Records that an engine took the job, and returns how long that was queued.
    pub(crate) fn begin(&mut self) -> Duration {
        self.queue_wait = self.queued.elapsed();
        self.queue_wait
    }

    /// Whether nothing waits for the page any more.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.reply_to.as_ref().is_some_and(oneshot::Sender::is_closed)
    }

    /// Starts the page with the HTML before the app, which `append` appends to the buffer.
    pub(crate) fn head(&mut self, append: impl FnOnce(&mut Vec<u8>)) -> Result<(), SinkError> {
        if std::mem::replace(&mut self.has_head, true) {
            return Err(SinkError::MisplacedHead);
        }
        append(&mut self.buffer);
        if self.early_flush && !self.buffer.is_empty() {
            self.send_start();
        }
        Ok(())
    }

    /// Appends to the page.
    pub(crate) fn write(&mut self, append: impl FnOnce(&mut Vec<u8>)) -> Result<(), SinkError> {
        if !self.has_head {
            return Err(SinkError::MisplacedHead);
        }
        if self.buffer.len() >= MAX_PAGE_BYTES {
            return Err(SinkError::TooLong);
        }
        append(&mut self.buffer);
        Ok(())
    }

    /// Sends what is written as the start of the page, unless that was done.
    fn send_start(&mut self) {
        if let Some(reply_to) = self.reply_to.take() {
            let (rest_to, rest) = oneshot::channel();
            self.rest_to = Some(rest_to);
            let start = Bytes::from(std::mem::take(&mut self.buffer));
            // It fails when nothing waits for the page any more, as all sends here do.
            let _ = reply_to.send(Ok(PageStream { queue_wait: self.queue_wait, start, rest }));
        }
    }

    /// Ends the page: sends what is left of it, or the error.
    pub(crate) fn finish(mut self, result: Result<(), RenderError>) {
        let result = match result {
            Ok(()) if !self.has_head => Err(RenderError::failed("the bundle wrote no page")),
            result => result,
        };
        if result.is_ok() {
            self.send_start();
        }
        let rest = result.map(|()| Bytes::from(self.buffer));
        if let Some(rest_to) = self.rest_to {
            let _ = rest_to.send(rest);
        } else if let (Some(reply_to), Err(error)) = (self.reply_to, rest) {
            let _ = reply_to.send(Err(error));
        }
    }
}
