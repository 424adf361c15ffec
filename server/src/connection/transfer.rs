//! Detection of slow readers by unacknowledged data.

#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use actix_web::rt::net::TcpStream;

/// The minimum rate at which a client must read a response, in bytes per second: far below
/// the slowest network on which a page is usable (GPRS has four times as much).
pub const MIN_SEND_RATE: u32 = 1024;

/// Interval between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// The progress of a transfer, measured by acknowledged data: a write only shows that the
/// kernel's buffer has capacity, which is enough for a whole page.
///
/// `TCP_USER_TIMEOUT` cannot do this: it also ends connections whose client reads
/// steadily, but less than a segment at a time.
#[derive(Debug, Default)]
pub(super) struct Transfer {
    /// Bytes written to the socket since the connection was accepted.
    written: u64,
    /// `None` while nothing is unacknowledged.
    measured: Option<Measured>,
}

/// What the client had received when its rate was last sufficient.
#[derive(Debug)]
struct Measured {
    since: Instant,
    acknowledged: u64,
    /// The bytes that were written by then. A client that has acknowledged all of them is not
    /// slow, however few they were: it received what it asked for.
    written: u64,
    next_check: Instant,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    Sufficient,
    TooSlow,
}

impl Transfer {
    /// Records a write of `count` bytes to the socket: none, where it has no space for those that
    /// wait.
    pub(super) fn wrote(&mut self, count: usize) {
        let acknowledged = self.written;
        self.written += count as u64;
        if self.measured.is_none() {
            self.measure(Instant::now(), acknowledged);
        }
    }

    /// Whether anything was sent on this connection.
    pub(super) fn has_written(&self) -> bool {
        self.written > 0
    }

    fn measure(&mut self, since: Instant, acknowledged: u64) {
        let next_check = since + CHECK_INTERVAL;
        self.measured = Some(Measured { since, acknowledged, written: self.written, next_check });
    }

    pub(super) fn next_check(&self) -> Option<Instant> {
        self.measured.as_ref().map(|measured| measured.next_check)
    }

    /// Compares the acknowledged bytes with the minimum, where `queued` bytes are not
    /// acknowledged. `timeout` is the time for which a client may be below [`MIN_SEND_RATE`]
    /// while it has not acknowledged all that was written before.
    pub(super) fn check(&mut self, now: Instant, queued: Option<u64>, timeout: Duration) -> Pace {
        let Some(measured) = &mut self.measured else { return Pace::Sufficient };
        let Some(queued) = queued.filter(|queued| *queued > 0) else {
            // All is acknowledged: the next write has the whole timeout.
            self.measured = None;
            return Pace::Sufficient;
        };
        let acknowledged = self.written.saturating_sub(queued);
        let elapsed = now.saturating_duration_since(measured.since);
        let expected = elapsed.as_secs_f64() * f64::from(MIN_SEND_RATE);
        #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53 bytes")]
        let received = acknowledged.saturating_sub(measured.acknowledged) as f64;
        if acknowledged >= measured.written || received >= expected {
            self.measure(now, acknowledged);
        } else if elapsed >= timeout {
            return Pace::TooSlow;
        } else {
            measured.next_check = now + CHECK_INTERVAL;
        }
        Pace::Sufficient
    }
}

/// The bytes in the socket's send queue that its peer has not acknowledged (tcp(7),
/// `SIOCOUTQ`); `None` for a socket that is no longer connected.
#[cfg(target_os = "linux")]
pub(super) fn unacknowledged(socket: &TcpStream) -> Option<u64> {
    let mut queued: libc::c_int = 0;
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: the descriptor is open, and the request writes one integer.
    let status = unsafe { libc::ioctl(socket.as_raw_fd(), libc::TIOCOUTQ, &raw mut queued) };
    (status == 0).then(|| u64::try_from(queued).unwrap_or_default())
}

/// Other systems, on which the server is developed alone, do not detect slow readers.
#[cfg(not(target_os = "linux"))]
pub(super) fn unacknowledged(_: &TcpStream) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(20);

    /// Writes `first` bytes, then `more` each second, of which `queued` are not acknowledged.
    /// Returns the seconds until the client is too slow.
    fn seconds_until_too_slow(first: usize, more: usize, queued: u64) -> Option<u64> {
        let mut transfer = Transfer::default();
        transfer.wrote(first);
        let begun = Instant::now();
        (1..60).find(|seconds| {
            transfer.wrote(more);
            let now = begun + Duration::from_secs(*seconds);
            transfer.check(now, Some(queued), TIMEOUT) == Pace::TooSlow
        })
    }

    #[test]
    fn client_that_acknowledges_each_small_response_late_is_not_slow() {
        assert_eq!(seconds_until_too_slow(300, 300, 300), None);
    }

    #[test]
    fn client_that_acknowledges_nothing_or_a_trickle_is_too_slow() {
        assert_eq!(seconds_until_too_slow(100_000, 0, 100_000), Some(20));
        assert_eq!(seconds_until_too_slow(100_000, 100, 100_000), Some(20));
    }

    #[test]
    fn client_above_the_minimum_rate_is_not_slow() {
        assert_eq!(seconds_until_too_slow(100_000, 2000, 100_000), None);
    }
}
