//! Whether the threads that serve visitors still turn.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::time::sleep;

/// Time between two signs of life of a thread.
const BEAT: Duration = Duration::from_secs(1);

/// A thread that has given no sign for this long turns no more.
const SILENCE: Duration = Duration::from_secs(10);

/// Signs of life of threads, each of which runs one event loop.
#[derive(Debug, Default)]
pub struct Pulses {
    /// When each gave its last sign.
    threads: Mutex<Vec<Weak<Mutex<Instant>>>>,
}

impl Pulses {
    /// Makes the event loop of this thread give signs until it ends.
    pub fn follow_this_thread(&self) {
        let last = Arc::new(Mutex::new(Instant::now()));
        self.threads.lock().push(Arc::downgrade(&last));
        actix_web::rt::spawn(async move {
            loop {
                *last.lock() = Instant::now();
                sleep(BEAT).await;
            }
        });
    }

    /// Whether every thread that still runs has given a sign lately.
    #[must_use]
    pub fn all_beat(&self) -> bool {
        self.have_all_beaten_within(SILENCE)
    }

    fn have_all_beaten_within(&self, silence: Duration) -> bool {
        let threads = self.threads.lock();
        threads.iter().filter_map(Weak::upgrade).all(|last| last.lock().elapsed() <= silence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn an_event_loop_that_is_held_up_gives_no_sign_until_it_turns_again() {
        const SHORT: Duration = Duration::from_millis(50);
        let pulses = Pulses::default();
        pulses.follow_this_thread();
        // Nothing else has a turn while this goes round.
        while pulses.have_all_beaten_within(SHORT) {}
        while !pulses.have_all_beaten_within(SHORT) {
            tokio::task::yield_now().await;
        }
    }
}
