//! Whether a client takes what is sent to it.

use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;

/// The least that a client must take of a response, bytes per second. Far below
/// the slowest network that a page is usable on (GPRS has four times as much).
pub const MIN_SEND_RATE: u32 = 1024;

/// How often a transfer is looked at within its timeout.
const CHECKS: u32 = 4;

/// The transfer to one client, measured by what it has acknowledged: the kernel's
/// buffer takes a whole page at once, whoever reads it.
///
/// `TCP_USER_TIMEOUT` cannot do this: it also ends connections whose client reads
/// steadily, but less than a segment at a time.
#[derive(Debug)]
pub(super) struct Progress {
    timeout: Duration,
    /// Bytes handed to the kernel since the connection was accepted.
    written: u64,
    /// The last time at which the client was fast enough, and what it had
    /// acknowledged then; `None` while nothing is on its way.
    since: Option<(Instant, u64)>,
    next_check: Instant,
}

/// What a check has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    Sufficient,
    TooSlow,
}

impl Progress {
    /// `timeout` is how long a client may be below [`MIN_SEND_RATE`].
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout, written: 0, since: None, next_check: Instant::now() }
    }

    /// So many more bytes were handed to the kernel.
    pub(super) fn wrote(&mut self, count: usize) {
        if self.since.is_none() {
            self.watch();
        }
        self.written += count as u64;
    }

    /// Whether anything was sent on this connection.
    pub(super) fn has_written(&self) -> bool {
        self.written > 0
    }

    /// Begins to watch: bytes wait to be sent.
    pub(super) fn watch(&mut self) {
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some((now, self.written));
            self.next_check = now + self.timeout / CHECKS;
        }
    }

    /// When to check next, if there is anything to check.
    pub(super) fn next_check(&self) -> Option<Instant> {
        self.since.map(|_| self.next_check)
    }

    /// Compares what the client has acknowledged with what it must have.
    pub(super) fn check(&mut self, now: Instant, socket: &TcpStream) -> Pace {
        let Some((since, acknowledged_then)) = self.since else { return Pace::Sufficient };
        let Some(queued) = unacknowledged(socket).filter(|queued| *queued > 0) else {
            // Nothing is on its way: what comes next has the whole timeout.
            self.since = None;
            return Pace::Sufficient;
        };
        let acknowledged = self.written.saturating_sub(queued);
        let elapsed = now.saturating_duration_since(since);
        let expected = elapsed.as_secs_f64() * f64::from(MIN_SEND_RATE);
        self.next_check = now + self.timeout / CHECKS;
        #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 bytes")]
        if (acknowledged.saturating_sub(acknowledged_then)) as f64 >= expected {
            self.since = Some((now, acknowledged));
        } else if elapsed >= self.timeout {
            return Pace::TooSlow;
        } else {
            self.next_check = self.next_check.min(since + self.timeout);
        }
        Pace::Sufficient
    }
}

/// Bytes in the socket's send queue that its peer has not acknowledged (tcp(7),
/// `SIOCOUTQ`); `None` for a socket that is no longer connected.
pub(super) fn unacknowledged(socket: &TcpStream) -> Option<u64> {
    let mut queued: libc::c_int = 0;
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: the descriptor is open, and the request writes one integer.
    let status = unsafe { libc::ioctl(socket.as_raw_fd(), libc::TIOCOUTQ, &raw mut queued) };
    (status == 0).then(|| u64::try_from(queued).unwrap_or_default())
}
