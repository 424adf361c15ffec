//! Where the chunks of one render go: from the engine thread to the response.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
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

/// Bytes that are sent without waiting for more, so that a bundle that only puts
/// comes to its limit as one that only writes.
const LARGE_CHUNK: usize = 256 * 1024;

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
    /// Sent with the page's first chunk, for which whoever waits is woken once.
    reply: Option<oneshot::Sender<Result<RenderedPage, RenderError>>>,
    status: Option<StatusCode>,
    queued: Instant,
    queue_wait: Duration,
    /// Whether the start of the document is sent as a chunk of its own.
    early_flush: bool,
    chunks: mpsc::Sender<Bytes>,
    /// Kept until the reply is sent, then part of the page.
    receiver: Option<mpsc::Receiver<Bytes>>,
    /// What will be the next chunk.
    gathered: Vec<u8>,
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
            status: None,
            queued: Instant::now(),
            queue_wait: Duration::ZERO,
            early_flush: false,
            chunks,
            receiver: Some(receiver),
            gathered: Vec::new(),
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

    /// Makes [`Sink::head`] send the start of the document at once.
    pub(super) fn flush_early(&mut self) {
        self.early_flush = true;
    }

    /// Whether nobody waits for this page any more.
    pub(super) fn is_abandoned(&self) -> bool {
        match &self.reply {
            Some(reply) => reply.is_closed(),
            None => self.chunks.is_closed(),
        }
    }

    /// Begins the page: its status, and the HTML before the app.
    pub(super) fn head(&mut self, status: u32, start: &str) -> Result<(), SinkError> {
        let status = u16::try_from(status)
            .ok()
            .filter(|status| (200..600).contains(status))
            .and_then(|status| StatusCode::from_u16(status).ok())
            .ok_or(SinkError::BadStatus(status))?;
        if self.status.replace(status).is_some() {
            return Err(SinkError::HeadOutOfTurn);
        }
        if self.early_flush && !start.is_empty() {
            return self.write(start).map(drop);
        }
        self.put(start)
    }

    /// Adds to the next chunk.
    pub(super) fn put(&mut self, html: &str) -> Result<(), SinkError> {
        self.gathered.extend_from_slice(html.as_bytes());
        if self.gathered.len() < LARGE_CHUNK {
            return Ok(());
        }
        // What is put without end counts as chunks against advice, too.
        self.write("").map(drop)
    }

    pub(super) fn write(&mut self, html: &str) -> Result<Capacity, SinkError> {
        let status = self.status.ok_or(SinkError::HeadOutOfTurn)?;
        self.gathered.extend_from_slice(html.as_bytes());
        let chunk = Bytes::from(std::mem::take(&mut self.gathered));
        let capacity = self.send(chunk);
        self.answer(status);
        if self.overflow.len() > CHUNKS_AGAINST_ADVICE {
            return Err(SinkError::Overrun);
        }
        Ok(capacity)
    }

    fn send(&mut self, chunk: Bytes) -> Capacity {
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

    /// Gives the page to whoever waits for it, unless that was done.
    fn answer(&mut self, status: StatusCode) {
        if let (Some(reply), Some(receiver)) = (self.reply.take(), self.receiver.take()) {
            let body = PageStream::new(receiver, Outcome::clone(&self.outcome));
            // A visitor who has left is noticed at the next write.
            let _ = reply.send(Ok(RenderedPage { status, queue_wait: self.queue_wait, body }));
        }
    }

    /// What is still to be sent, to be awaited without holding the sink.
    pub(super) fn take_overflow(&mut self) -> Overflow {
        Overflow {
            chunks: self.chunks.clone(),
            waiting: std::mem::take(&mut self.overflow),
            closed: self.open.subscribe(),
        }
    }

    /// Ends the page. Before its first chunk that answers the request with the
    /// error; after it, the error becomes the last item of the page's stream.
    pub(super) fn finish(mut self, result: Result<(), RenderError>) {
        let result = match (&self.reply, self.status, result) {
            (Some(_), None, Ok(())) => Err(RenderError::Failed("the bundle wrote no page".into())),
            (Some(_), Some(status), Ok(())) => {
                self.answer(status);
                Ok(())
            }
            (_, _, result) => result,
        };
        if let (Some(reply), Err(error)) = (self.reply.take(), &result) {
            let _ = reply.send(Err(error.clone()));
        }
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
