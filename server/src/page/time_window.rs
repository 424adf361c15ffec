//! Time windows: within one, all pods serve the same page.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Time divided into windows of equal length, counted from the Unix epoch, so that
/// all pods have the same ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeWindows {
    /// In milliseconds.
    length: u64,
}

/// One time window, identified by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TimeWindow(u64);

impl TimeWindows {
    /// Windows of `length`, one millisecond at least.
    pub(crate) fn of(length: Duration) -> Self {
        Self { length: milliseconds(length).max(1) }
    }

    /// The length of each.
    pub(crate) fn length(self) -> Duration {
        Duration::from_millis(self.length)
    }

    pub(crate) fn at(self, now: SystemTime) -> TimeWindow {
        TimeWindow(since_epoch(now) / self.length)
    }

    /// Seconds from `now` to the end of `window`; negative when it is over.
    pub(crate) fn time_left(self, window: TimeWindow, now: SystemTime) -> i64 {
        let end = (window.0 + 1).saturating_mul(self.length);
        end.cast_signed().saturating_sub_unsigned(since_epoch(now)).div_euclid(1000)
    }

    /// Time from `now` to the end of its window.
    pub(crate) fn remaining(self, now: SystemTime) -> Duration {
        Duration::from_millis(self.length - since_epoch(now) % self.length)
    }
}

fn since_epoch(now: SystemTime) -> u64 {
    milliseconds(now.duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// Milliseconds, as an integer that is divided in one instruction.
fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl TimeWindow {
    /// Its number, from the Unix epoch.
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Seed of the generated rows of pages rendered in it. Seeds of adjacent windows
    /// are unrelated (the finaliser of `SplitMix64`).
    pub(crate) fn seed(self) -> u32 {
        let mut mixed = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOWS: TimeWindows = TimeWindows { length: 10_000 };

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn pods_agree_on_the_time_window() {
        let [first, last, next] =
            [1_700_000_000, 1_700_000_009, 1_700_000_010].map(|seconds| WINDOWS.at(at(seconds)));
        assert_eq!(first, last);
        assert_ne!(last, next);
        assert_ne!(last.seed(), next.seed());
    }

    #[test]
    fn window_ends_when_the_next_begins() {
        assert_eq!(WINDOWS.remaining(at(1_700_000_003)), Duration::from_secs(7));
        assert_eq!(WINDOWS.remaining(at(1_700_000_010)), Duration::from_secs(10));
        let window = WINDOWS.at(at(1_700_000_003));
        assert_eq!(WINDOWS.time_left(window, at(1_700_000_003)), 7);
        assert_eq!(WINDOWS.time_left(window, at(1_700_000_013)), -3);
    }
}
