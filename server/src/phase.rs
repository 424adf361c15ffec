//! Where the process stands between its start and its end.

use std::sync::atomic::{AtomicBool, Ordering};

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct Phase {
    has_started: AtomicBool,
    is_draining: AtomicBool,
}

impl Phase {
    /// From now on the process wants no more visitors.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to stop.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether `is_ready` has held once, now or before.
    pub fn has_started(&self, is_ready: impl FnOnce() -> bool) -> bool {
        if !self.has_started.load(Ordering::Relaxed) && is_ready() {
            self.has_started.store(true, Ordering::Relaxed);
        }
        self.has_started.load(Ordering::Relaxed)
    }
}
