//! Stops a script that runs past its deadline, from another thread.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// Stack of the watchdog's thread, in bytes: it only waits and calls one function.
const STACK_BYTES: usize = 64 * 1024;

/// Interval between attempts to stop a script. An engine can lose one: stopped in
/// one job of its queue, it continues with the next.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A thread that watches one engine thread.
///
/// It stops scripts under the same lock as [`Watchdog::release`], so that it never
/// stops the render after the one it was meant for.
pub(crate) struct Watchdog {
    shared: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    target: Target,
    /// When the watchdog wakes up by itself; `None` while it waits to be woken. It is
    /// not woken for a deadline after that time, which would cost CPU time for
    /// every page.
    wakes_at: Option<Instant>,
}

#[derive(Default)]
enum Target {
    #[default]
    Idle,
    Watching(Instant),
    Fired,
    Closed,
}

/// Whether the watchdog had to stop the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    InTime,
    Stopped,
}

impl Watchdog {
    /// Starts the watchdog; `stop` is called from its thread at each deadline
    /// that passes.
    ///
    /// # Errors
    /// When the thread cannot be created.
    pub(crate) fn start(name: String, stop: impl Fn() + Send + 'static) -> io::Result<Self> {
        let shared = Arc::<Watch>::default();
        let watched = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name(name)
            .stack_size(STACK_BYTES)
            .spawn(move || watched.run(stop))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Starts to watch: at `deadline` the script is stopped.
    pub(crate) fn watch(&self, deadline: Instant) {
        let mut state = self.shared.state.lock();
        state.target = Target::Watching(deadline);
        if state.wakes_at.is_none_or(|time| time > deadline) {
            self.shared.changed.notify_one();
        }
    }

    /// Ends the watch.
    pub(crate) fn release(&self) -> Verdict {
        match std::mem::take(&mut self.shared.state.lock().target) {
            Target::Fired => Verdict::Stopped,
            _ => Verdict::InTime,
        }
    }
}

impl Watch {
    fn run(&self, stop: impl Fn()) {
        let mut state = self.state.lock();
        loop {
            let now = Instant::now();
            state.wakes_at = match state.target {
                Target::Closed => return,
                Target::Watching(deadline) if now < deadline => Some(deadline),
                Target::Watching(_) | Target::Fired => {
                    stop();
                    state.target = Target::Fired;
                    Some(now + RETRY_INTERVAL)
                }
                Target::Idle => None,
            };
            match state.wakes_at {
                Some(time) => drop(self.changed.wait_until(&mut state, time)),
                None => self.changed.wait(&mut state),
            }
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.state.lock().target = Target::Closed;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A panic in it was reported when it happened.
            let _ = thread.join();
        }
    }
}
