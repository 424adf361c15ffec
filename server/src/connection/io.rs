//! The connection itself: reads requests from the socket, passes one at a time to the
//! HTTP library, and closes the connection when a deadline passes.

use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep_until};
use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::count::Counted;
use super::exchange::Exchange;
use super::head::Head;
use super::progress::{Pace, Progress, unacknowledged};
use super::{Rejection, Shared};

/// Limit of bytes read while a response is being produced, to detect a disconnect behind
/// a pipelined request.
const READ_AHEAD: usize = 16 * 1024;

/// Size of a read that is not into the library's buffer, in bytes.
const READ_SIZE: usize = 4 * 1024;

/// The placeholder that the HTTP library reads instead of a rejected request.
const REJECTED: &[u8] = b"REJECTED / HTTP/1.1\r\nhost: rejected\r\nconnection: close\r\n\r\n";

/// A client's connection. See `docs/connections.md` for its states.
pub struct Connection {
    socket: TcpStream,
    shared: Rc<Shared>,
    exchange: Rc<Exchange>,
    state: State,
    /// Received bytes that the library has not read.
    received: BytesMut,
    /// Number of received bytes that the library may read.
    released: usize,
    /// Whether the client has shut down its side.
    has_ended: bool,
    /// Whether the client may still be sending content, which is not read.
    has_unread_content: bool,
    /// The deadline of the current state, if it has one.
    deadline: Option<Instant>,
    progress: Progress,
    /// Fires at the earliest deadline or check; not reset for later ones.
    timer: Pin<Box<Sleep>>,
    /// Counts the request that is being received.
    awaited: Option<Counted>,
    _open: Counted,
}

#[derive(Debug)]
enum State {
    /// Nothing of the next request has been received.
    Idle,
    /// A part of a request's head has been received.
    Head,
    /// A request was passed on; its response is not complete.
    Exchange { is_last: bool },
    /// The last response is complete.
    Last,
    /// The last response has been sent; received bytes are discarded.
    Linger,
}

/// The result of parsing the received bytes.
enum Parsed {
    /// The library can read a request.
    Released,
    /// More bytes are needed.
    Incomplete,
}

impl Connection {
    /// Creates a connection for a socket that was just accepted.
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
            progress: Progress::default(),
            timer: Box::pin(sleep_until(deadline.into())),
            awaited: Some(shared.awaited.begin()),
            _open: shared.open.begin(),
            shared,
        }
    }

    /// Returns the state that is shared with the application.
    #[must_use]
    pub fn exchange(&self) -> Rc<Exchange> {
        Rc::clone(&self.exchange)
    }

    /// Reads a whole request. One that can be passed on unchanged is read directly into
    /// the library's buffer.
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

    /// Passes on a single complete request that needs no changes.
    fn is_plain_request(&mut self, bytes: &[u8]) -> bool {
        match Head::parse(bytes) {
            Ok(Some(head)) if head.length == bytes.len() && head.is_plain => {
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
        if self.received.is_empty() {
            return Ok(Parsed::Incomplete);
        }
        if matches!(self.state, State::Idle) {
            self.state = State::Head;
            self.awaited = Some(self.shared.awaited.begin());
            // The deadline of the first request was set when the connection was accepted.
            if self.progress.has_written() {
                self.deadline = Some(Instant::now() + self.shared.request_timeout());
            }
        }
        let Some(head) = Head::parse(&self.received)? else {
            return Ok(Parsed::Incomplete);
        };
        self.has_unread_content = head.has_content;
        if head.is_plain {
            self.released = head.length;
        } else {
            let bytes = self.received.split_to(head.length);
            self.release(&head.rewrite(&bytes));
        }
        self.begin_exchange(head.is_last, None);
        Ok(Parsed::Released)
    }

    fn reject(&mut self, rejection: Rejection) {
        (self.shared.on_rejection)(rejection);
        self.has_unread_content = true;
        self.received.clear();
        self.release(REJECTED);
        self.begin_exchange(true, Some(rejection));
    }

    /// Passes these bytes to the library before the other received ones.
    fn release(&mut self, bytes: &[u8]) {
        let rest = self.received.split();
        self.received.extend_from_slice(bytes);
        self.received.unsplit(rest);
        self.released = bytes.len();
    }

    fn begin_exchange(&mut self, is_last: bool, rejection: Option<Rejection>) {
        self.awaited = None;
        self.exchange.begin(rejection);
        self.state = State::Exchange { is_last };
        self.deadline = None;
    }

    /// Ends the exchange: the response has been produced and written to the socket.
    fn end_exchange(&mut self, is_last: bool) {
        if is_last || self.exchange.has_last_response() {
            self.state = State::Last;
            // The library closes the connection now; this is a fallback.
            self.deadline = Some(Instant::now() + self.shared.linger());
        } else {
            self.state = State::Idle;
            self.deadline = Some(Instant::now() + self.shared.keep_alive());
        }
    }

    /// Polls for a disconnect of the client while its response is being produced.
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
        // Requests sent before a half-close still get responses.
        if self.has_ended && self.received.is_empty() { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn next_wake(&self) -> Option<Instant> {
        [self.deadline, self.progress.next_check()].into_iter().flatten().min()
    }

    /// Resolves when the deadline of the current state has passed.
    fn poll_timer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let Some(next) = self.next_wake() else { return Poll::Pending };
            if self.timer.deadline().into_std() > next {
                self.timer.as_mut().reset(next.into());
            }
            ready!(self.timer.as_mut().poll(cx));
            let now = Instant::now();
            if self.progress.next_check().is_some_and(|check| check <= now)
                && self.progress.check(
                    now,
                    unacknowledged(&self.socket),
                    self.shared.send_timeout(),
                ) == Pace::TooSlow
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

    /// Resets the connection, so that the kernel discards unsent data.
    fn abort(&mut self) -> io::Error {
        (self.shared.on_rejection)(Rejection::SlowReader);
        // Fails only if the socket is no longer connected.
        let _ = socket2::SockRef::from(&self.socket).set_linger(Some(Duration::ZERO));
        io::ErrorKind::TimedOut.into()
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
                State::Idle | State::Head => {
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
        let this = &mut *self;
        match Pin::new(&mut this.socket).poll_write(cx, bytes)? {
            Poll::Ready(written) => {
                this.progress.wrote(written);
                Poll::Ready(Ok(written))
            }
            Poll::Pending => {
                this.progress.watch();
                ready!(this.poll_timer(cx))?;
                Poll::Pending
            }
        }
    }

    /// The library calls this when all of its output was written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let State::Exchange { is_last } = self.state
            && self.released == 0
            && self.exchange.is_complete()
        {
            self.end_exchange(is_last);
            if !self.received.is_empty() {
                // The next request has been received already.
                cx.waker().wake_by_ref();
            }
        }
        // The library may not poll reads again before an event.
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
            // The client may have closed the connection already.
            let _ = ready!(Pin::new(&mut this.socket).poll_shutdown(cx));
            #[cfg(target_os = "linux")]
            if unacknowledged(&this.socket).is_some_and(|queued| queued > 0) {
                // The kernel continues to send, up to this timeout.
                let timeout = Some(this.shared.limits.send_timeout);
                let _ = socket2::SockRef::from(&this.socket).set_tcp_user_timeout(timeout);
            }
            if !lingers {
                return Poll::Ready(Ok(()));
            }
            this.state = State::Linger;
            this.deadline = Some(Instant::now() + this.shared.linger());
        }
        // First, since the client may send without end.
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
