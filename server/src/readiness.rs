//! Whether the process lives, and whether it wants visitors.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::time::sleep;

use crate::app::App;
use crate::renderer::Engines;

/// Where the process stands between its start and its end.
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
}

/// One thing that must hold while visitors are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its name.
    pub name: String,
    /// What is wrong, if it does not hold.
    pub fault: Option<String>,
}

impl Condition {
    fn new(name: impl Into<String>, holds: bool, fault: impl FnOnce() -> String) -> Self {
        Self { name: name.into(), fault: (!holds).then(fault) }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            None => write!(formatter, "[+] {}", self.name),
            Some(fault) => write!(formatter, "[-] {}: {fault}", self.name),
        }
    }
}

/// Everything that must hold. The content service is not among it: pages are
/// served without it, and identical processes would all leave at once.
#[must_use]
pub fn conditions(app: &App) -> Vec<Condition> {
    let pages = &app.release().pages;
    let Engines { up, wanted } = pages.engines();
    let engines =
        Condition::new("engines", up == wanted, || format!("{up} of {wanted} engines are up"));
    let languages = pages.proven_languages().into_iter().map(|(code, is_proven)| {
        Condition::new(format!("pages-{code}"), is_proven, || "none was rendered yet".into())
    });
    let staying = Condition::new("staying", !app.phase.is_draining(), || {
        "the process was told to stop".into()
    });
    std::iter::once(engines).chain(languages).chain([staying]).collect()
}

/// Whether everything holds that must.
#[must_use]
pub fn is_ready(app: &App) -> bool {
    conditions(app).iter().all(|condition| condition.fault.is_none())
}

/// Whether everything has held once.
#[must_use]
pub fn has_started(app: &App) -> bool {
    let flag = &app.phase.has_started;
    if !flag.load(Ordering::Relaxed) && is_ready(app) {
        flag.store(true, Ordering::Relaxed);
    }
    flag.load(Ordering::Relaxed)
}

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
