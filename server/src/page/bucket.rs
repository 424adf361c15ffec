//! Time in stretches: all pods show the same page within one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The stretches of time within which a page stays as it is, counted from the
/// Unix epoch, so that every pod counts the same.
#[derive(Debug, Clone, Copy)]
pub struct TimeBuckets {
    length: Duration,
}

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeBucket(u64);

impl TimeBuckets {
    /// Stretches of `length`, which is a millisecond at least.
    #[must_use]
    pub fn of(length: Duration) -> Self {
        Self { length: length.max(Duration::from_millis(1)) }
    }

    /// How long each is.
    #[must_use]
    pub fn length(self) -> Duration {
        self.length
    }

    /// The one that `now` lies in.
    #[must_use]
    pub fn at(self, now: SystemTime) -> TimeBucket {
        let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let number = since_epoch.as_millis() / self.length.as_millis();
        TimeBucket(u64::try_from(number).unwrap_or(u64::MAX))
    }

    /// Seconds from `now` to the end of `bucket`; below zero when it is over.
    #[must_use]
    pub fn time_left(self, bucket: TimeBucket, now: SystemTime) -> i64 {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let end = (u128::from(bucket.0) + 1) * self.length.as_millis();
        let left =
            i128::try_from(end).unwrap_or_default() - i128::try_from(now).unwrap_or_default();
        i64::try_from(left.div_euclid(1000)).unwrap_or_default()
    }

    /// Time from `now` to the end of its bucket.
    #[must_use]
    pub fn rest(self, now: SystemTime) -> Duration {
        let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let gone = since_epoch.as_nanos() % self.length.as_nanos();
        self.length.saturating_sub(Duration::from_nanos(u64::try_from(gone).unwrap_or_default()))
    }
}

impl TimeBucket {
    /// Its number, counted from the Unix epoch.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0
    }

    /// Seeds the generated rows of pages rendered in it. Neighbouring buckets
    /// give seeds that have nothing in common (the finaliser of `SplitMix64`).
    #[must_use]
    pub fn seed(self) -> u32 {
        let mut mixed = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUCKETS: TimeBuckets = TimeBuckets { length: Duration::from_secs(10) };

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn pods_agree_within_a_time_bucket_and_move_on_together() {
        let [first, last, next] =
            [1_700_000_000, 1_700_000_009, 1_700_000_010].map(|seconds| BUCKETS.at(at(seconds)));
        assert_eq!(first, last);
        assert_ne!(last, next);
        assert_ne!(last.seed(), next.seed());
    }

    #[test]
    fn a_bucket_ends_when_the_next_begins() {
        assert_eq!(BUCKETS.rest(at(1_700_000_003)), Duration::from_secs(7));
        assert_eq!(BUCKETS.rest(at(1_700_000_010)), Duration::from_secs(10));
        let bucket = BUCKETS.at(at(1_700_000_003));
        assert_eq!(BUCKETS.time_left(bucket, at(1_700_000_003)), 7);
        assert_eq!(BUCKETS.time_left(bucket, at(1_700_000_013)), -3);
    }
}
