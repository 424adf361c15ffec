//! Detection of slow readers by unacknowledged data.

use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;

/// The minimum rate at which a client must read a response, in bytes per second: far below
/// the slowest network on which a page is usable (GPRS has four times as much).
pub const MIN_SEND_RATE: u32 = 1024;

/// Number of checks within a timeout.
const CHECKS: u32 = 4;

/// The progress of a transfer, measured by acknowledged data: a write only shows that the
/// kernel's buffer has capacity, which is enough for a whole page.
///
/// `TCP_USER_TIMEOUT` cannot do this: it also ends connections whose client reads
/// steadily, but less than a segment at a time.
#[derive(Debug)]
pub(super) struct Progress {
    timeout: Duration,
    /// Bytes written to the socket since the connection was accepted.
    written: u64,
    /// The last time at which the client was fast enough, and the bytes it had acknowledged
    /// then; `None` while nothing is unacknowledged.
    since: Option<(Instant, u64)>,
    next_check: Instant,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    Sufficient,
    TooSlow,
}

impl Progress {
    /// `timeout` is the time for which a client may be below [`MIN_SEND_RATE`].
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout, written: 0, since: None, next_check: Instant::now() }
    }

    /// Records a write of `count` bytes to the socket.
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

    /// Starts to measure: bytes wait to be sent.
    pub(super) fn watch(&mut self) {
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some((now, self.written));
            self.next_check = now + self.timeout / CHECKS;
        }
    }

    /// Returns the time of the next check, if any is due.
    pub(super) fn next_check(&self) -> Option<Instant> {
        self.since.map(|_| self.next_check)
    }

    /// Compares the acknowledged bytes with the minimum.
    pub(super) fn check(&mut self, now: Instant, socket: &TcpStream) -> Pace {
        let Some((since, acknowledged_then)) = self.since else { return Pace::Sufficient };
        let Some(queued) = unacknowledged(socket).filter(|queued| *queued > 0) else {
            // All is acknowledged: the next write has the whole timeout.
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

/// Returns the bytes in the socket's send queue that its peer has not acknowledged (tcp(7),
/// `SIOCOUTQ`); `None` for a socket that is no longer connected.
pub(super) fn unacknowledged(socket: &TcpStream) -> Option<u64> {
    let mut queued: libc::c_int = 0;
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: the descriptor is open, and the request writes one integer.
    let status = unsafe { libc::ioctl(socket.as_raw_fd(), libc::TIOCOUTQ, &raw mut queued) };
    (status == 0).then(|| u64::try_from(queued).unwrap_or_default())
}
