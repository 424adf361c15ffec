//! Retries of pages that failed to render: exponential back-off, and one page at a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::PageError;

/// Delay after the first failure, doubled by each further one.
const FIRST: Duration = Duration::from_secs(1);

/// Longest delay. Delays double, so that a page that can be rendered again is retried after no
/// longer than it had failed, and one that never can some six times an hour.
pub(super) const MAX: Duration = Duration::from_mins(10);

/// The failures of a page since it was last rendered without an error.
#[derive(Debug)]
pub(super) struct Backoff {
    delay: Duration,
    until: Instant,
    /// Why the last render failed.
    pub(super) error: PageError,
}

impl Backoff {
    /// Returns the back-off after one more failure.
    pub(super) fn after(last: Option<&Self>, error: PageError, now: Instant) -> Self {
        let delay = last.map_or(FIRST, |last| (last.delay * 2).min(MAX));
        Self { delay, until: now + delay, error }
    }

    /// Whether the delay is over.
    pub(super) fn is_over(&self, now: Instant) -> bool {
        self.until <= now
    }
}

/// The one permit for retries of failing pages.
#[derive(Clone)]
pub(super) struct RetryPermit(Arc<Semaphore>);

impl Default for RetryPermit {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl RetryPermit {
    pub(super) fn take(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_doubles_with_each_failure_up_to_ten_minutes() {
        let now = Instant::now();
        let mut last: Option<Backoff> = None;
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600] {
            let next = Backoff::after(last.as_ref(), PageError::NoSuchPage, now);
            assert!(!next.is_over(now + Duration::from_millis(seconds * 1000 - 1)));
            assert!(next.is_over(now + Duration::from_secs(seconds)));
            last = Some(next);
        }
    }
}
