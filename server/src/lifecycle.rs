//! The state of the process between its start and its end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the process has started, and whether it is draining.
#[derive(Debug, Default)]
pub struct Lifecycle {
    has_started: AtomicBool,
    is_draining: AtomicBool,
}

impl Lifecycle {
    /// Starts draining: from now on the process is not ready.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether the process is about to stop.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether `is_ready` was true once, now or before.
    pub fn has_started(&self, is_ready: impl FnOnce() -> bool) -> bool {
        if !self.has_started.load(Ordering::Relaxed) && is_ready() {
            self.has_started.store(true, Ordering::Relaxed);
        }
        self.has_started.load(Ordering::Relaxed)
    }
}
