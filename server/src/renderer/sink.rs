//! Where the chunks of one render go: from the engine thread to the response.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot, watch};

use super::RenderError;
use super::page::{Outcome, PageStream, RenderedPage};

/// Chunks that may lie between engine and connection. React flushes a page in a
/// handful, so a slow visitor does not hold an engine thread; a page of many
/// chunks waits for its reader here.
const CHUNKS_IN_FLIGHT: usize = 16;

/// Chunks a bundle may write against the advice to wait before it is told off.
const CHUNKS_AGAINST_ADVICE: usize = 256;

/// The receiving end of a render's first answer.
pub(super) type Reply = oneshot::Receiver<Result<RenderedPage, RenderError>>;

/// What a bundle should do after a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Capacity {
    Ready,
    Wait,
}

/// A mistake of the bundle in the use of its host.
#[derive(Debug, thiserror::Error)]
pub(super) enum SinkError {
    #[error("a page has one head, written before its first chunk")]
    HeadOutOfTurn,
    #[error("{0} is not an HTTP status")]
    BadStatus(u32),
    #[error("the page goes on writing without waiting for its reader")]
    Overrun,
}

/// The engine thread's end of one render.
pub(super) struct Sink {
    reply: Option<oneshot::Sender<Result<RenderedPage, RenderError>>>,
    queued: Instant,
    queue_wait: Duration,
    chunks: mpsc::Sender<Bytes>,
    /// Kept until the head is written, then part of the page.
    receiver: Option<mpsc::Receiver<Bytes>>,
    /// Chunks written while the channel was full, oldest first.
    overflow: VecDeque<Bytes>,
    outcome: Outcome,
    /// Dropped with the sink, which ends all waiting for room.
    open: watch::Sender<()>,
}

impl Sink {
    pub(super) fn new() -> (Self, Reply) {
        let (reply, page) = oneshot::channel();
        let (chunks, receiver) = mpsc::channel(CHUNKS_IN_FLIGHT);
        let sink = Self {
            reply: Some(reply),
            queued: Instant::now(),
            queue_wait: Duration::ZERO,
            chunks,
            receiver: Some(receiver),
            overflow: VecDeque::new(),
            outcome: Outcome::default(),
            open: watch::Sender::default(),
        };
        (sink, page)
    }

    /// Ends the wait for an engine, and tells how long it was.
    pub(super) fn begin(&mut self) -> Duration {
        self.queue_wait = self.queued.elapsed();
        self.queue_wait
    }

    /// Whether nobody waits for this page any more.
    pub(super) fn is_abandoned(&self) -> bool {
        match &self.reply {
            Some(reply) => reply.is_closed(),
            None => self.chunks.is_closed(),
        }
    }

    pub(super) fn head(&mut self, status: u32) -> Result<(), SinkError> {
        let status = u16::try_from(status)
            .ok()
            .filter(|status| (200..600).contains(status))
            .ok_or(SinkError::BadStatus(status))?;
        let (Some(reply), Some(receiver)) = (self.reply.take(), self.receiver.take()) else {
            return Err(SinkError::HeadOutOfTurn);
        };
        let body = PageStream::new(receiver, Outcome::clone(&self.outcome));
        // A visitor who has left is noticed at the next write.
        let _ = reply.send(Ok(RenderedPage { status, queue_wait: self.queue_wait, body }));
        Ok(())
    }

    pub(super) fn write(&mut self, chunk: Bytes) -> Result<Capacity, SinkError> {
        if self.reply.is_some() {
            return Err(SinkError::HeadOutOfTurn);
        }
        if self.overflow.is_empty() {
            match self.chunks.try_send(chunk) {
                Ok(()) => return Ok(Capacity::Ready),
                Err(mpsc::error::TrySendError::Closed(_)) => return Ok(Capacity::Wait),
                Err(mpsc::error::TrySendError::Full(chunk)) => self.overflow.push_back(chunk),
            }
        } else {
            self.overflow.push_back(chunk);
        }
        if self.overflow.len() > CHUNKS_AGAINST_ADVICE {
            return Err(SinkError::Overrun);
        }
        Ok(Capacity::Wait)
    }

    /// What is still to be sent, to be awaited without holding the sink.
    pub(super) fn take_overflow(&mut self) -> Overflow {
        Overflow {
            chunks: self.chunks.clone(),
            waiting: std::mem::take(&mut self.overflow),
            closed: self.open.subscribe(),
        }
    }

    /// Ends the page. Before its head that answers the request with the error;
    /// after it, the error becomes the last item of the page's stream.
    pub(super) fn finish(mut self, result: Result<(), RenderError>) {
        let result = match (self.reply.take(), result) {
            (Some(reply), Err(error)) => {
                let _ = reply.send(Err(error.clone()));
                Err(error)
            }
            (Some(reply), Ok(())) => {
                let error = RenderError::Failed("the bundle wrote no page".into());
                let _ = reply.send(Err(error.clone()));
                Err(error)
            }
            (None, result) => result,
        };
        let _ = self.outcome.set(result);
    }
}

/// Chunks on their way to a slow reader.
pub(super) struct Overflow {
    chunks: mpsc::Sender<Bytes>,
    waiting: VecDeque<Bytes>,
    closed: watch::Receiver<()>,
}

impl Overflow {
    /// Resolves when the reader has room again.
    ///
    /// # Errors
    /// [`RenderError::Abandoned`] when the reader has gone, or the render ended.
    pub(super) async fn sent(self) -> Result<(), RenderError> {
        let Self { chunks, waiting, mut closed } = self;
        let sent = async {
            for chunk in waiting {
                chunks.send(chunk).await.map_err(|_| RenderError::Abandoned)?;
            }
            if chunks.is_closed() { Err(RenderError::Abandoned) } else { Ok(()) }
        };
        tokio::select! {
            biased;
            _ = closed.changed() => Err(RenderError::Abandoned),
            sent = sent => sent,
        }
    }
}
