//! The number of requests that are still to be received.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the requests of which a part is still to be received: those that clients are
/// sending, and the first one of each new connection.
#[derive(Debug, Clone, Default)]
pub struct AwaitedRequests(Arc<AtomicUsize>);

impl AwaitedRequests {
    /// Returns their number.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts a request until the result is dropped.
    pub(super) fn begin(&self) -> AwaitedRequest {
        self.0.fetch_add(1, Ordering::Relaxed);
        AwaitedRequest(self.clone())
    }
}

/// A request that is counted.
#[derive(Debug)]
pub(super) struct AwaitedRequest(AwaitedRequests);

impl Drop for AwaitedRequest {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}
