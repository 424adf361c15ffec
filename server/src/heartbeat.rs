//! Heartbeats of the threads with an event loop, for the liveness probe.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::time::sleep;

/// Time between two heartbeats of a thread.
const INTERVAL: Duration = Duration::from_secs(1);

/// Age of its last heartbeat at which an event loop counts as stalled.
const STALL_THRESHOLD: Duration = Duration::from_secs(10);

/// The last heartbeats of threads, each of which runs one event loop.
#[derive(Debug, Default)]
pub struct Heartbeats {
    /// The last heartbeat of each.
    threads: Mutex<Vec<Weak<Mutex<Instant>>>>,
}

impl Heartbeats {
    /// Starts the heartbeats of this thread's event loop.
    pub fn watch_this_thread(&self) {
        let last = Arc::new(Mutex::new(Instant::now()));
        self.threads.lock().push(Arc::downgrade(&last));
        actix_web::rt::spawn(async move {
            loop {
                *last.lock() = Instant::now();
                sleep(INTERVAL).await;
            }
        });
    }

    /// Whether no event loop is stalled.
    #[must_use]
    pub fn are_all_alive(&self) -> bool {
        self.are_all_within(STALL_THRESHOLD)
    }

    fn are_all_within(&self, age: Duration) -> bool {
        let threads = self.threads.lock();
        threads.iter().filter_map(Weak::upgrade).all(|last| last.lock().elapsed() <= age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn blocked_event_loop_sends_no_heartbeat_until_it_runs_again() {
        const SHORT: Duration = Duration::from_millis(50);
        let heartbeats = Heartbeats::default();
        heartbeats.watch_this_thread();
        // This blocks the event loop.
        while heartbeats.are_all_within(SHORT) {}
        while !heartbeats.are_all_within(SHORT) {
            tokio::task::yield_now().await;
        }
    }
}
