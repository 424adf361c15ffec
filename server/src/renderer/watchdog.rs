//! Stops a script that runs past its deadline, from outside.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// The watchdog only waits and calls one function; it needs no more stack.
const STACK_BYTES: usize = 64 * 1024;

/// Pause between two attempts to stop the same script. An engine can swallow an
/// attempt: stopped in one job of its queue, it goes on with the next.
const INSISTENCE: Duration = Duration::from_millis(10);

/// One thread that watches one engine thread.
///
/// Stopping happens under the same lock as [`Watchdog::release`], so a late
/// watchdog can never hit the render after the one it was meant for.
pub(super) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    phase: Phase,
    /// When the watchdog looks next; `None` while it waits to be woken. It is
    /// not woken for a deadline that it will see in time anyway: waking it for
    /// every page would only cost processor time.
    looks_at: Option<Instant>,
}

#[derive(Default)]
enum Phase {
    #[default]
    Idle,
    Watching(Instant),
    Fired,
    Closed,
}

/// Whether the watchdog had to stop what it watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    InTime,
    Stopped,
}

impl Watchdog {
    /// Starts the watchdog; `stop` is called from its thread at each deadline
    /// that passes.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(name: String, stop: impl Fn() + Send + 'static) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let watched = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name(name)
            .stack_size(STACK_BYTES)
            .spawn(move || watched.run(stop))?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Begins to watch: at `deadline` the script is stopped.
    pub(super) fn watch(&self, deadline: Instant) {
        let mut state = self.shared.state.lock();
        state.phase = Phase::Watching(deadline);
        if state.looks_at.is_none_or(|time| time > deadline) {
            self.shared.changed.notify_one();
        }
    }

    /// Ends the watch.
    pub(super) fn release(&self) -> Verdict {
        match std::mem::take(&mut self.shared.state.lock().phase) {
            Phase::Fired => Verdict::Stopped,
            _ => Verdict::InTime,
        }
    }
}

impl Shared {
    fn run(&self, stop: impl Fn()) {
        let mut state = self.state.lock();
        loop {
            let now = Instant::now();
            state.looks_at = match state.phase {
                Phase::Closed => return,
                Phase::Watching(deadline) if now < deadline => Some(deadline),
                Phase::Watching(_) | Phase::Fired => {
                    stop();
                    state.phase = Phase::Fired;
                    Some(now + INSISTENCE)
                }
                Phase::Idle => None,
            };
            match state.looks_at {
                Some(time) => drop(self.changed.wait_until(&mut state, time)),
                None => self.changed.wait(&mut state),
            }
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.state.lock().phase = Phase::Closed;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // It holds nothing that a panic could leave half done.
            let _ = thread.join();
        }
    }
}
