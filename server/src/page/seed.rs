//! The seed of the generated transaction rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Pages rendered within the same stretch of time show the same rows, on every
/// pod.
const BUCKET: Duration = Duration::from_secs(10);

/// The seed for pages rendered at `now`. Neighbouring buckets give seeds that
/// have nothing in common (the finaliser of `SplitMix64`).
pub(super) fn seed_at(now: SystemTime) -> u32 {
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let bucket = since_epoch.as_secs() / BUCKET.as_secs();
    let mut mixed = bucket.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_agree_within_a_time_bucket_and_move_on_together() {
        let at = |seconds| seed_at(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(1_700_000_000), at(1_700_000_009));
        assert_ne!(at(1_700_000_009), at(1_700_000_010));
    }
}
