//! The channel for the chunks of a render, from the engine thread to the response.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot, watch};

use crate::RenderError;
use crate::rendered_page::{Failure, PageStream, RenderedPage};

/// Capacity of the channel between engine and connection, in chunks. React flushes
/// a page in a few, so a slow client does not block an engine thread; a page of
/// many chunks waits for its reader here.
const CHUNKS_IN_FLIGHT: usize = 16;

/// Limit of chunks that a bundle may write without waiting for its reader.
const MAX_OVERFLOW: usize = 256;

/// Size at which a chunk is sent without waiting for more, in bytes, so that the
/// limit holds for a bundle that only calls `put` as well.
const LARGE_CHUNK: usize = 256 * 1024;

/// A part of a page. The last one says so, so that the receiver is not woken once more to
/// learn that.
pub(crate) struct Chunk {
    pub(crate) html: Bytes,
    pub(crate) is_last: bool,
}

/// Receives the page when its first chunk is available, or the error before it.
pub(crate) type Reply = oneshot::Receiver<Result<RenderedPage, RenderError>>;

/// Whether the channel has capacity for another chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Capacity {
    Ready,
    Wait,
}

/// A misuse of the host API by the bundle.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SinkError {
    #[error("a page has one head, written before its first chunk")]
    MisplacedHead,
    #[error("the page writes without waiting for its reader")]
    Overrun,
}

/// The engine thread's end of one render.
pub(crate) struct Sink {
    /// Sent with the page's first chunk, so that the receiver is woken once.
    reply_to: Option<oneshot::Sender<Result<RenderedPage, RenderError>>>,
    has_head: bool,
    queued: Instant,
    queue_wait: Duration,
    /// Whether the start of the document is sent as a separate chunk.
    early_flush: bool,
    chunks: mpsc::Sender<Chunk>,
    /// Until the reply is sent; then a part of the page.
    receiver: Option<mpsc::Receiver<Chunk>>,
    /// The next chunk.
    buffer: Vec<u8>,
    /// Chunks written while the channel was full, oldest first.
    overflow: VecDeque<Chunk>,
    failure: Failure,
    /// Dropped with the sink, which cancels every [`Overflow::sent`].
    open: watch::Sender<()>,
}

impl Sink {
    pub(crate) fn new() -> (Self, Reply) {
        let (reply, page) = oneshot::channel();
        let (chunks, receiver) = mpsc::channel(CHUNKS_IN_FLIGHT);
        let sink = Self {
            reply_to: Some(reply),
            has_head: false,
            queued: Instant::now(),
            queue_wait: Duration::ZERO,
            early_flush: false,
            chunks,
            receiver: Some(receiver),
            buffer: Vec::new(),
            overflow: VecDeque::new(),
            failure: Failure::default(),
            open: watch::Sender::default(),
        };
        (sink, page)
    }

    /// Records that an engine took the job, and returns how long that was queued.
    pub(crate) fn begin(&mut self) -> Duration {
        self.queue_wait = self.queued.elapsed();
        self.queue_wait
    }

    /// Makes [`Sink::head`] send the start of the document immediately.
    pub(crate) fn flush_early(&mut self) {
        self.early_flush = true;
    }

    /// Whether the client has disconnected.
    pub(crate) fn is_abandoned(&self) -> bool {
        match &self.reply_to {
            Some(reply) => reply.is_closed(),
            None => self.chunks.is_closed(),
        }
    }

    /// Starts the page with the HTML before the app, which `append` appends to the
    /// buffer.
    pub(crate) fn head(&mut self, append: impl FnOnce(&mut Vec<u8>)) -> Result<(), SinkError> {
        if std::mem::replace(&mut self.has_head, true) {
            return Err(SinkError::MisplacedHead);
        }
        self.put(append)?;
        if self.early_flush && !self.buffer.is_empty() {
            return self.flush(false).map(drop);
        }
        Ok(())
    }

    /// Appends to the next chunk, of which the last is sent when the page ends.
    pub(crate) fn put(&mut self, append: impl FnOnce(&mut Vec<u8>)) -> Result<(), SinkError> {
        append(&mut self.buffer);
        if self.buffer.len() < LARGE_CHUNK {
            return Ok(());
        }
        // It counts for the limit as well.
        self.flush(false).map(drop)
    }

    /// Appends to the next chunk and sends it.
    pub(crate) fn write(
        &mut self,
        append: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Capacity, SinkError> {
        append(&mut self.buffer);
        self.flush(false)
    }

    fn flush(&mut self, is_last: bool) -> Result<Capacity, SinkError> {
        if !self.has_head {
            return Err(SinkError::MisplacedHead);
        }
        let html = Bytes::from(std::mem::take(&mut self.buffer));
        let capacity = self.send(Chunk { html, is_last });
        self.reply();
        if self.overflow.len() > MAX_OVERFLOW {
            return Err(SinkError::Overrun);
        }
        Ok(capacity)
    }

    fn send(&mut self, chunk: Chunk) -> Capacity {
        if self.overflow.is_empty() {
            match self.chunks.try_send(chunk) {
                Ok(()) => return Capacity::Ready,
                Err(mpsc::error::TrySendError::Closed(_)) => return Capacity::Wait,
                Err(mpsc::error::TrySendError::Full(chunk)) => self.overflow.push_back(chunk),
            }
        } else {
            self.overflow.push_back(chunk);
        }
        Capacity::Wait
    }

    /// Sends the page, unless that was done.
    fn reply(&mut self) {
        if let (Some(reply), Some(receiver)) = (self.reply_to.take(), self.receiver.take()) {
            let body = PageStream::new(receiver, Arc::clone(&self.failure));
            // A disconnected client is noticed at the next write.
            let _ = reply.send(Ok(RenderedPage { queue_wait: self.queue_wait, body }));
        }
    }

    /// Takes the chunks that wait for capacity, to await them without borrowing the sink.
    pub(crate) fn take_overflow(&mut self) -> Overflow {
        Overflow {
            chunks: self.chunks.clone(),
            waiting: std::mem::take(&mut self.overflow),
            closed: self.open.subscribe(),
        }
    }

    /// Ends the page: sends what is left of it, for which [`Overflow::sent`] has made
    /// room, or the error. Before the first chunk, the reply is the error; after it, the
    /// error becomes the last item of the page's stream.
    pub(crate) fn finish(mut self, result: Result<(), RenderError>) {
        let result = match result {
            Ok(()) if !self.has_head => Err(RenderError::Failed("the bundle wrote no page".into())),
            result => result,
        };
        let Err(error) = result else {
            // An error means that the client has disconnected.
            let _ = self.flush(true);
            return;
        };
        if let Some(reply) = self.reply_to.take() {
            let _ = reply.send(Err(error.clone()));
        }
        let _ = self.failure.set(error);
    }
}

/// Chunks that wait for a slow reader.
pub(crate) struct Overflow {
    chunks: mpsc::Sender<Chunk>,
    waiting: VecDeque<Chunk>,
    closed: watch::Receiver<()>,
}

impl Overflow {
    /// Resolves when the reader has capacity for another chunk.
    ///
    /// # Errors
    /// [`RenderError::Abandoned`] when the reader was dropped, or the render ended.
    pub(crate) async fn sent(self) -> Result<(), RenderError> {
        let Self { chunks, waiting, mut closed } = self;
        let sent = async {
            for chunk in waiting {
                chunks.send(chunk).await.map_err(|_| RenderError::Abandoned)?;
            }
            chunks.reserve().await.map(drop).map_err(|_| RenderError::Abandoned)
        };
        tokio::select! {
            biased;
            _ = closed.changed() => Err(RenderError::Abandoned),
            sent = sent => sent,
        }
    }
}
