//! The connection itself: reads requests from the socket, lets the HTTP library
//! read one at a time, and ends clients that keep it waiting.

use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep_until};
use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::content::Content;
use super::exchange::Exchange;
use super::head::{Framing, Head};
use super::progress::{Pace, Progress, unacknowledged};
use super::{Rejection, Shared};
use crate::metrics::GaugeGuard;

/// Bytes that are read ahead while a response is being produced: only to notice
/// that the client has left, which a pipelined request must not hide.
const READ_AHEAD: usize = 16 * 1024;

/// How many bytes are read at a time where not the library's buffer is read into.
const READ_SIZE: usize = 4 * 1024;

/// How long a connection whose client may still be sending is read from after its
/// last response: closed at once, it would be reset, and the response be lost on
/// its way (RFC 9112, section 9.6).
const LINGER: Duration = Duration::from_secs(2);

/// What the HTTP library reads in place of a request that was rejected.
const REJECTED: &[u8] = b"REJECTED / HTTP/1.1\r\nhost: rejected\r\nconnection: close\r\n\r\n";

/// What a client that asks for it is told before it sends content.
const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// A client's connection. See `docs/connections.md` for its states.
pub struct Connection {
    socket: TcpStream,
    shared: Rc<Shared>,
    exchange: Rc<Exchange>,
    state: State,
    /// What has arrived and was not read by the library.
    received: BytesMut,
    /// How much of that, from its beginning, the library may read.
    released: usize,
    /// Whether the client has closed its side.
    has_ended: bool,
    /// Whether the client may go on sending what nobody will read.
    has_unread_content: bool,
    /// When the present state ends, unless its end has no time.
    deadline: Option<Instant>,
    progress: Progress,
    /// Fires at the earliest time at which something may have to be done; it is
    /// not moved for what comes later.
    timer: Pin<Box<Sleep>>,
    _open: Option<GaugeGuard>,
}

#[derive(Debug)]
enum State {
    /// Nothing of the next request has arrived.
    Idle,
    /// A part of a request's head has.
    Head,
    /// A head has, and a part of its content.
    Content(Box<PartialRequest>),
    /// A request was passed on, and is being answered.
    Exchange { is_last: bool },
    /// The last request was answered.
    Last,
    /// The response has been sent; what else the client sends is discarded.
    Linger,
}

/// A request whose content is arriving.
#[derive(Debug)]
struct PartialRequest {
    head: Head,
    bytes: BytesMut,
    content: Content,
}

/// What became of the bytes that were received.
enum Parsed {
    /// There is something for the library to read.
    Released,
    /// More must arrive.
    Incomplete,
}

impl Connection {
    /// A connection that was just accepted.
    #[must_use]
    pub fn new(socket: TcpStream, shared: Rc<Shared>) -> Self {
        let deadline = Instant::now() + shared.request_timeout();
        Self {
            socket,
            exchange: Rc::default(),
            state: State::Idle,
            received: BytesMut::new(),
            released: 0,
            has_ended: false,
            has_unread_content: false,
            deadline: Some(deadline),
            progress: Progress::new(shared.limits.send_timeout),
            timer: Box::pin(sleep_until(deadline.into())),
            _open: shared.metrics.as_ref().map(|metrics| GaugeGuard::new(&metrics.connections)),
            shared,
        }
    }

    /// What the application reports to.
    #[must_use]
    pub fn exchange(&self) -> Rc<Exchange> {
        Rc::clone(&self.exchange)
    }

    /// Reads a whole request. A request that needs nothing done to it stays in
    /// the library's buffer, where it was read into.
    fn poll_request(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            if let Parsed::Released = self.parse() {
                return Poll::Ready(Ok(()));
            }
            if self.has_ended {
                return Poll::Ready(Ok(()));
            }
            let before = buffer.filled().len();
            match Pin::new(&mut self.socket).poll_read(cx, buffer)? {
                Poll::Pending => {
                    ready!(self.poll_timer(cx))?;
                    // The deadline of this state has passed.
                    if matches!(self.state, State::Idle) {
                        self.has_ended = true;
                    } else {
                        self.reject(Rejection::RequestTimeout);
                    }
                    return Poll::Ready(Ok(()));
                }
                Poll::Ready(()) if buffer.filled().len() == before => self.has_ended = true,
                Poll::Ready(()) => {
                    if self.received.is_empty()
                        && matches!(self.state, State::Idle)
                        && self.is_plain_request(&buffer.filled()[before..])
                    {
                        return Poll::Ready(Ok(()));
                    }
                    self.received.extend_from_slice(&buffer.filled()[before..]);
                    buffer.set_filled(before);
                }
            }
        }
    }

    /// Passes on a request that is alone, whole, and fine as it is.
    fn is_plain_request(&mut self, bytes: &[u8]) -> bool {
        match Head::parse(bytes, &self.shared.limits.head) {
            Ok(Some(head)) if head.length == bytes.len() && head.is_plain() => {
                self.begin_exchange(head.is_last, None);
                true
            }
            _ => false,
        }
    }

    fn parse(&mut self) -> Parsed {
        match self.try_parse() {
            Ok(parsed) => parsed,
            Err(rejection) => {
                self.reject(rejection);
                Parsed::Released
            }
        }
    }

    fn try_parse(&mut self) -> Result<Parsed, Rejection> {
        if !matches!(self.state, State::Content(_)) {
            if self.received.is_empty() {
                return Ok(Parsed::Incomplete);
            }
            if matches!(self.state, State::Idle) {
                self.state = State::Head;
                // The first request has had its deadline since the connection was accepted.
                if self.progress.has_written() {
                    self.deadline = Some(Instant::now() + self.shared.request_timeout());
                }
            }
            let Some(mut head) = Head::parse(&self.received, &self.shared.limits.head)? else {
                return Ok(Parsed::Incomplete);
            };
            if head.is_plain() {
                self.released = head.length;
                self.begin_exchange(head.is_last, None);
                return Ok(Parsed::Released);
            }
            if head.framing == Framing::Unread {
                // It is the last request: what follows on the connection is content.
                self.has_unread_content = true;
                head.is_last = true;
            }
            let content = Content::new(head.framing, self.shared.limits.content)?;
            let bytes = self.received.split_to(head.length);
            if head.expects_continue && head.has_content_to_read() && self.received.is_empty() {
                self.send_continue();
            }
            self.state = State::Content(Box::new(PartialRequest { head, bytes, content }));
        }
        let State::Content(request) = &mut self.state else { return Ok(Parsed::Incomplete) };
        let Some(content) = request.content.read(&mut self.received)? else {
            return Ok(Parsed::Incomplete);
        };
        let whole = request.head.rewrite(&request.bytes, &content);
        let is_last = request.head.is_last;
        self.release(&whole);
        self.begin_exchange(is_last, None);
        Ok(Parsed::Released)
    }

    fn reject(&mut self, rejection: Rejection) {
        self.count(rejection);
        self.has_unread_content = true;
        self.received.clear();
        self.release(REJECTED);
        self.begin_exchange(true, Some(rejection));
    }

    /// Has the library read these bytes before what else was received.
    fn release(&mut self, bytes: &[u8]) {
        let rest = self.received.split();
        self.received.extend_from_slice(bytes);
        self.received.unsplit(rest);
        self.released = bytes.len();
    }

    fn begin_exchange(&mut self, is_last: bool, rejection: Option<Rejection>) {
        self.exchange.begin(rejection);
        self.state = State::Exchange { is_last };
        self.deadline = None;
    }

    /// The response has been produced, and handed to the kernel.
    fn end_exchange(&mut self, is_last: bool) {
        if is_last || self.exchange.has_last_response() {
            self.state = State::Last;
            // The library closes the connection now; this is in case it does not.
            self.deadline = Some(Instant::now() + LINGER);
        } else {
            self.state = State::Idle;
            self.deadline = Some(Instant::now() + self.shared.keep_alive());
        }
    }

    /// A client that is not sent this goes on without it after a while.
    fn send_continue(&mut self) {
        if let Ok(count) = self.socket.try_write(CONTINUE) {
            self.progress.wrote(count);
            // Part of it can only have been sent if the kernel has no room left.
            self.has_ended |= count < CONTINUE.len();
        }
    }

    /// Watches out for the client's end while it waits for its response.
    fn poll_client(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.has_ended && self.received.len() < READ_AHEAD {
            ready!(self.socket.poll_read_ready(cx))?;
            self.received.reserve(READ_SIZE);
            match self.socket.try_read_buf(&mut self.received) {
                Ok(count) => self.has_ended = count == 0,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        // Requests that the client sent before it closed its side are answered.
        if self.has_ended && self.received.is_empty() { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    /// The earliest time at which something may have to be done.
    fn next_wake(&self) -> Option<Instant> {
        [self.deadline, self.progress.next_check()].into_iter().flatten().min()
    }

    /// Resolves when the deadline of the present state has passed.
    ///
    /// # Errors
    /// When the client takes what is sent to it too slowly.
    fn poll_timer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let Some(next) = self.next_wake() else { return Poll::Pending };
            if self.timer.deadline().into_std() > next {
                self.timer.as_mut().reset(next.into());
            }
            ready!(self.timer.as_mut().poll(cx));
            let now = Instant::now();
            if self.progress.next_check().is_some_and(|check| check <= now)
                && self.progress.check(now, &self.socket) == Pace::TooSlow
            {
                return Poll::Ready(Err(self.abort()));
            }
            if self.deadline.is_some_and(|deadline| deadline <= now) {
                return Poll::Ready(Ok(()));
            }
            let Some(next) = self.next_wake() else { return Poll::Pending };
            self.timer.as_mut().reset(next.into());
        }
    }

    /// Resets the connection, so that the kernel keeps nothing of what was to be
    /// sent.
    fn abort(&mut self) -> io::Error {
        self.count(Rejection::SlowReader);
        // A socket that does not take it has no connection any more.
        let _ = socket2::SockRef::from(&self.socket).set_linger(Some(Duration::ZERO));
        io::ErrorKind::TimedOut.into()
    }

    fn count(&self, rejection: Rejection) {
        if let Some(metrics) = &self.shared.metrics {
            metrics.rejected(rejection.reason());
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.released == 0 {
            match this.state {
                // Its timer is polled when the library flushes, at the end of each poll.
                State::Exchange { .. } => return this.poll_client(cx),
                State::Last | State::Linger => {
                    if let Poll::Ready(ended) = this.poll_client(cx) {
                        return Poll::Ready(ended);
                    }
                    return this.poll_timer(cx);
                }
                State::Idle | State::Head | State::Content(_) => {
                    ready!(this.poll_request(cx, buffer))?;
                }
            }
        }
        let count = this.released.min(buffer.remaining());
        buffer.put_slice(&this.received[..count]);
        this.received.advance(count);
        this.released -= count;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.socket).poll_write(cx, bytes)? {
            Poll::Ready(count) => {
                self.progress.wrote(count);
                Poll::Ready(Ok(count))
            }
            Poll::Pending => {
                self.progress.watch();
                ready!(self.poll_timer(cx))?;
                Poll::Pending
            }
        }
    }

    /// The library calls this when all it has produced was written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let State::Exchange { is_last } = self.state
            && self.released == 0
            && self.exchange.is_answered()
        {
            self.end_exchange(is_last);
            if !self.received.is_empty() {
                // The next request is here already.
                cx.waker().wake_by_ref();
            }
        }
        // The library may read no more until something happens.
        if let Poll::Ready(passed) = self.poll_timer(cx) {
            passed?;
            cx.waker().wake_by_ref();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if !matches!(this.state, State::Linger) {
            let has_unread = this.has_unread_content || !this.received.is_empty();
            let lingers = has_unread && !this.has_ended;
            // The other side may have closed the connection already.
            let _ = ready!(Pin::new(&mut this.socket).poll_shutdown(cx));
            if unacknowledged(&this.socket).is_some_and(|queued| queued > 0) {
                // The kernel goes on sending, and no longer than this.
                let timeout = Some(this.shared.limits.send_timeout);
                let _ = socket2::SockRef::from(&this.socket).set_tcp_user_timeout(timeout);
            }
            if !lingers {
                return Poll::Ready(Ok(()));
            }
            this.state = State::Linger;
            this.deadline = Some(Instant::now() + LINGER);
        }
        // First, since there may be no end to what the client sends.
        if this.poll_timer(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        loop {
            this.received.clear();
            match this.poll_client(cx) {
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending if this.received.is_empty() => return Poll::Pending,
                Poll::Pending => {}
            }
        }
    }
}
