//! The connection itself: reads requests from the socket, lends itself to the HTTP library for their
//! exchanges, and closes the connection when a deadline passes.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_service::Service;
use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep_until};
use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::count::Counted;
use super::exchange::Exchange;
use super::head::{Head, as_http_11};
use super::transfer::{Pace, Transfer, unacknowledged};
use super::{ListenerState, Rejection};

/// Limit of bytes read while a response is being produced, to detect a disconnect behind
/// a pipelined request.
const READ_AHEAD: usize = 16 * 1024;

/// Limit of a read, in bytes.
const READ_SIZE: usize = 4 * 1024;

/// The placeholder that the HTTP library reads instead of a rejected request.
const REJECTED: &[u8] = b"REJECTED / HTTP/1.1\r\nhost: rejected\r\nconnection: close\r\n\r\n";

/// Limit of a listener's idle connections whose buffers in the library are kept for the next
/// request: to make them for each would take a tenth of the instructions of a cached response.
const WARM: usize = 64;

/// Time after a response for which they are kept.
const WARM_TIME: Duration = Duration::from_secs(1);

/// Serves a connection until it is closed. It lends itself to the library for one exchange, or for
/// several that follow each other closely. The library's buffers go with it: an idle connection
/// has none.
pub async fn serve<S>(
    socket: TcpStream,
    listener: Rc<ListenerState>,
    library: &S,
    shutdown: impl Future<Output = ()>,
) where
    S: Service<(Lent, Option<SocketAddr>), Response = ()>,
{
    let _open = listener.open.begin();
    let peer_address = socket.peer_addr().ok();
    let connection = Rc::new(RefCell::new(Connection::new(socket, listener)));
    let mut shutdown = pin!(shutdown);
    loop {
        let request = poll_fn(|cx| match connection.borrow_mut().poll_request(cx) {
            Poll::Pending => shutdown.as_mut().poll(cx).map(|()| Ok(false)),
            ready @ Poll::Ready(_) => ready,
        });
        match request.await {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return,
        }
        let mut lent = Box::pin(library.call((Lent(Rc::clone(&connection)), peer_address)));
        let returned = poll_fn(|cx| {
            if let Poll::Ready(result) = lent.as_mut().poll(cx) {
                return Poll::Ready(result.map(|()| true).map_err(|_| ()));
            }
            let connection = &mut *connection.borrow_mut();
            match connection.poll_timer(cx) {
                Poll::Ready(Err(_)) => return Poll::Ready(Err(())),
                // The library's next read notices that the deadline has passed.
                Poll::Ready(Ok(())) => cx.waker().wake_by_ref(),
                Poll::Pending => {}
            }
            if connection.state == State::Exchange {
                return Poll::Pending;
            }
            shutdown.as_mut().poll(cx).map(|()| Ok(false))
        });
        let Ok(may_continue) = returned.await else { return };
        if !may_continue || !connection.borrow_mut().rest() {
            break;
        }
    }
    poll_fn(|cx| connection.borrow_mut().poll_close(cx)).await;
}

/// A client's connection. See `docs/connections.md` for its states.
struct Connection {
    socket: TcpStream,
    listener: Rc<ListenerState>,
    exchange: Rc<Exchange>,
    /// Received bytes that are not passed on.
    received: BytesMut,
    /// The rest of a request that the library may read.
    passed_on: BytesMut,
    state: State,
    /// Whether no request is read after the current one.
    is_last: bool,
    /// Whether the client has shut down its side.
    has_ended: bool,
    /// Whether the client may still be sending content, which is not read.
    has_unread_content: bool,
    /// When the last response was written.
    idle_since: Instant,
    /// The deadline of the current state, if it has one.
    deadline: Option<Instant>,
    transfer: Transfer,
    /// Fires at the earliest deadline or check; not reset for later ones.
    timer: Pin<Box<Sleep>>,
    /// Counts the request that is being received.
    awaited: Option<Counted>,
    /// Counts the library's buffers while they are kept without an exchange.
    warm: Option<Counted>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing of the next request has been received.
    Idle,
    /// A part of a request's head has been received.
    Head,
    /// A request was passed on; its response has not been written.
    Exchange,
    /// The server's side is shut down; received bytes are discarded.
    Linger,
}

impl Connection {
    /// Creates a connection for a socket that was just accepted.
    fn new(socket: TcpStream, listener: Rc<ListenerState>) -> Self {
        let now = Instant::now();
        let deadline = now + listener.request_timeout();
        Self {
            socket,
            exchange: Rc::default(),
            received: BytesMut::new(),
            passed_on: BytesMut::new(),
            state: State::Idle,
            is_last: false,
            has_ended: false,
            has_unread_content: false,
            idle_since: now,
            deadline: Some(deadline),
            transfer: Transfer::default(),
            timer: Box::pin(sleep_until(deadline.into())),
            awaited: Some(listener.awaited.begin()),
            warm: None,
            listener,
        }
    }

    /// Reads a whole request, or the placeholder for a rejected one. Returns whether there is one:
    /// none follows the end, or the deadline of an idle connection.
    fn poll_request(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        loop {
            match self.parse() {
                Ok(None) if self.has_ended => return Poll::Ready(Ok(false)),
                Ok(None) => {}
                Ok(Some(head)) => self.pass_on(&head),
                Err(rejection) => self.reject(rejection),
            }
            if self.state == State::Exchange {
                return Poll::Ready(Ok(true));
            }
            if self.poll_read(cx)?.is_pending() {
                ready!(self.poll_timer(cx))?;
                if self.state == State::Idle {
                    return Poll::Ready(Ok(false));
                }
                self.reject(Rejection::RequestTimeout);
                return Poll::Ready(Ok(true));
            }
        }
    }

    fn parse(&mut self) -> Result<Option<Head>, Rejection> {
        if self.received.is_empty() {
            return Ok(None);
        }
        let mut parsed = self.parse_received();
        if parsed == Err(Rejection::Malformed) && as_http_11(&mut self.received) {
            parsed = self.parse_received();
        }
        // No deadline is needed for a head that is complete.
        if self.state == State::Idle && parsed == Ok(None) {
            self.state = State::Head;
            self.awaited = Some(self.listener.awaited.begin());
            // The deadline of the first request was set when the connection was accepted.
            if self.transfer.has_written() {
                self.deadline = Some(Instant::now() + self.listener.request_timeout());
            }
        }
        parsed
    }

    fn parse_received(&mut self) -> Result<Option<Head>, Rejection> {
        Head::parse(&self.received, self.listener.fields, &mut self.passed_on)
    }

    fn pass_on(&mut self, head: &Head) {
        self.has_unread_content = head.has_content;
        self.received.advance(head.length);
        self.begin_exchange(head.is_last, None);
    }

    fn reject(&mut self, rejection: Rejection) {
        (self.listener.on_rejection)(rejection);
        self.has_unread_content = true;
        self.received.clear();
        self.passed_on.clear();
        self.passed_on.extend_from_slice(REJECTED);
        self.begin_exchange(true, Some(rejection));
    }

    fn begin_exchange(&mut self, is_last: bool, rejection: Option<Rejection>) {
        self.awaited = None;
        self.deadline = None;
        self.warm = None;
        self.is_last = is_last;
        self.state = State::Exchange;
        self.exchange.begin(rejection);
    }

    /// Ends the exchange: the response has been produced and written to the socket.
    fn end_exchange(&mut self) {
        self.state = State::Idle;
        self.is_last |= self.exchange.has_last_response.get();
        self.idle_since = Instant::now();
        if !self.is_last && self.listener.warm.get() < WARM {
            self.warm = Some(self.listener.warm.begin());
            self.deadline = Some(self.idle_since + WARM_TIME.min(self.listener.keep_alive()));
        }
    }

    /// Waits for the next request without buffers. Returns whether there can be one.
    fn rest(&mut self) -> bool {
        self.warm = None;
        self.passed_on = BytesMut::new();
        if self.received.is_empty() {
            self.received = BytesMut::new();
        }
        if self.state == State::Idle {
            self.deadline = Some(self.idle_since + self.listener.keep_alive());
        }
        let has_next = !self.has_ended || !self.received.is_empty();
        has_next && self.state != State::Exchange && !self.is_last
    }

    /// Reads what has arrived. Nothing is allocated before that.
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut bytes = [const { MaybeUninit::uninit() }; READ_SIZE];
        let mut buffer = ReadBuf::uninit(&mut bytes);
        ready!(Pin::new(&mut self.socket).poll_read(cx, &mut buffer))?;
        self.has_ended = buffer.filled().is_empty();
        self.received.extend_from_slice(buffer.filled());
        Poll::Ready(Ok(()))
    }

    /// Polls for a disconnect of the client while its response is being produced.
    fn poll_client(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.has_ended && self.received.len() < READ_AHEAD {
            ready!(self.poll_read(cx))?;
        }
        // Requests sent before a half-close still get responses.
        if self.has_ended && self.received.is_empty() { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn next_wake(&self) -> Option<Instant> {
        [self.deadline, self.transfer.next_check()].into_iter().flatten().min()
    }

    /// Resolves when the deadline of the current state has passed, with an error when the client
    /// reads too slowly.
    fn poll_timer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let Some(next) = self.next_wake() else { return Poll::Pending };
            if self.timer.deadline().into_std() > next {
                self.timer.as_mut().reset(next.into());
            }
            ready!(self.timer.as_mut().poll(cx));
            let now = Instant::now();
            if self.transfer.next_check().is_some_and(|check| check <= now)
                && self.transfer.check(
                    now,
                    unacknowledged(&self.socket),
                    self.listener.send_timeout(),
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
        (self.listener.on_rejection)(Rejection::SlowReader);
        // Fails only if the socket is no longer connected.
        let _ = socket2::SockRef::from(&self.socket).set_linger(Some(Duration::ZERO));
        io::ErrorKind::TimedOut.into()
    }

    /// Shuts down the server's side, then discards what a client sends that may still be sending.
    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.state != State::Linger {
            let has_unread = self.has_unread_content || !self.received.is_empty();
            let lingers = has_unread && !self.has_ended;
            // The client may have closed the connection already.
            let _ = ready!(Pin::new(&mut self.socket).poll_shutdown(cx));
            #[cfg(target_os = "linux")]
            if unacknowledged(&self.socket).is_some_and(|queued| queued > 0) {
                // The kernel continues to send, up to this timeout.
                let timeout = Some(self.listener.limits.send_timeout);
                let _ = socket2::SockRef::from(&self.socket).set_tcp_user_timeout(timeout);
            }
            if !lingers {
                return Poll::Ready(());
            }
            self.state = State::Linger;
            self.deadline = Some(Instant::now() + self.listener.linger());
        }
        // First, since the client may send without end.
        if self.poll_timer(cx).is_ready() {
            return Poll::Ready(());
        }
        loop {
            self.received.clear();
            match self.poll_client(cx) {
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending if self.received.is_empty() => return Poll::Pending,
                Poll::Pending => {}
            }
        }
    }
}

/// A connection as the HTTP library sees it: with whole requests, one at a time, and an end where
/// the library shall return it.
pub struct Lent(Rc<RefCell<Connection>>);

impl Lent {
    /// The state that is shared with the application.
    #[must_use]
    pub fn exchange(&self) -> Rc<Exchange> {
        Rc::clone(&self.0.borrow().exchange)
    }
}

impl AsyncRead for Lent {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let connection = &mut *self.0.borrow_mut();
        if connection.passed_on.is_empty() {
            if connection.state == State::Exchange {
                ready!(connection.poll_client(cx))?;
                // What is known in advance is sent all the same.
                let is_sent = !connection.exchange.has_more_parts.get();
                return if is_sent { Poll::Ready(Ok(())) } else { Poll::Pending };
            }
            if connection.warm.is_none() || !ready!(connection.poll_request(cx))? {
                return Poll::Ready(Ok(()));
            }
        }
        let count = connection.passed_on.len().min(buffer.remaining());
        buffer.put_slice(&connection.passed_on[..count]);
        connection.passed_on.advance(count);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Lent {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let connection = &mut *self.0.borrow_mut();
        let written = Pin::new(&mut connection.socket).poll_write(cx, bytes)?;
        // None where the socket has no space: they wait to be sent.
        connection.transfer.wrote(if let Poll::Ready(count) = written { count } else { 0 });
        written.map(Ok)
    }

    /// A library flushes when it has written all of its output.
    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let connection = &mut *self.0.borrow_mut();
        if connection.state == State::Exchange && !connection.exchange.is_in_progress.get() {
            connection.end_exchange();
            // What follows may have been received already; where nothing follows, the library
            // shall return the connection.
            let has_more = connection.has_ended || !connection.received.is_empty();
            if has_more || connection.warm.is_none() {
                cx.waker().wake_by_ref();
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The library is done; the connection may have further exchanges.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
