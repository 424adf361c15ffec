//! The queue before the engines.

use std::num::NonZeroUsize;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::RenderError;

/// Limit of requests that wait and can be rejected, for each engine.
const LIMIT_PER_ENGINE: usize = 64;

/// Weight of earlier renders in their average duration, in multiples of that of the last one.
const EARLIER: u32 = 7;

/// Most that one render counts in the average, in multiples of it. A render that a suspended
/// process, a throttled container or an endless loop stretched to seconds says nothing about the
/// next one, and counted in full it would reject requests of an idle server for the next 30.
const OUTLIER: u32 = 4;

/// Least average that the next render is compared with, so that the average can always grow again.
const MIN_AVERAGE: Duration = Duration::from_millis(1);

/// Requests wait for an engine in order. Those that can be rejected are bounded, in number and by
/// the time that they would wait: the page of one more would be late. A bound in number alone is
/// too long on a slow machine, where each page would be rendered, and each would be late.
pub(crate) struct Queue {
    /// A permit for each request that may wait.
    places: Semaphore,
    /// Number of engines.
    count: usize,
    /// Average duration of the last renders.
    average: Mutex<Duration>,
}

impl Queue {
    /// Creates a queue for this number of engines.
    pub(crate) fn new(engines: NonZeroUsize) -> Self {
        let count = engines.get();
        Self { places: Semaphore::new(count * LIMIT_PER_ENGINE), count, average: Mutex::default() }
    }

    /// Takes a place, until this is dropped.
    ///
    /// # Errors
    /// [`RenderError::QueueFull`], if it would take longer than `max_wait` until an engine is free.
    pub(crate) fn place(&self, max_wait: Duration) -> Result<SemaphorePermit<'_>, RenderError> {
        let place = self.places.try_acquire().map_err(|_| RenderError::QueueFull)?;
        let before = self.count * LIMIT_PER_ENGINE - self.places.available_permits() - 1;
        let per_engine = u32::try_from(before / self.count).unwrap_or(u32::MAX);
        let wait = self.average.lock().saturating_mul(per_engine);
        if wait > max_wait { Err(RenderError::QueueFull) } else { Ok(place) }
    }

    /// Records how long a render took.
    pub(crate) fn record(&self, duration: Duration) {
        let mut average = self.average.lock();
        let base = (*average).max(MIN_AVERAGE);
        *average = (base * EARLIER + duration.min(base * OUTLIER)) / (EARLIER + 1);
    }
}
