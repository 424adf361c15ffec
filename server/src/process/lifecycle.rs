//! The process between its start and its end: the signals that control it, the states that
//! the health endpoints report, and the heartbeats of its event loops.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_shutdown;
use tokio::signal::unix::{self, SignalKind};
use tokio::time::sleep;

use crate::metrics::METRICS;
use crate::tasks;

/// A signal that the process handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// SIGHUP: reload the site from `DIST_DIR`.
    Reload,
    /// SIGINT: stop without a drain delay, as from a terminal.
    Interrupt,
    /// SIGTERM: stop after the drain delay, in which load balancers notice.
    Terminate,
}

/// The time in which there is nothing to finish yet, and SIGINT and SIGTERM end the process at once,
/// whatever it does: also the first process of a container, which they would not end by default. The
/// exit status is 128 and the number of the signal, as shells report it.
#[derive(Debug)]
pub(crate) struct Start(Arc<AtomicBool>);

impl Start {
    /// Begins it, and hears all signals, whatever the parent of this process has blocked. To be called
    /// before any thread is started.
    ///
    /// # Errors
    /// When the kernel takes no handler.
    pub(crate) fn begin() -> io::Result<Self> {
        let start = Self(Arc::new(true.into()));
        for signal in [SIGINT, SIGTERM] {
            register_conditional_shutdown(signal, 128 + signal, Arc::clone(&start.0))?;
        }
        #[expect(unsafe_code, reason = "calls into the C library")]
        // SAFETY: `sigemptyset` initializes the set, which is the mask of this thread then.
        unsafe {
            let mut none = std::mem::zeroed();
            libc::sigemptyset(&raw mut none);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        }
        Ok(start)
    }

    /// Ends it: from now on, [`Signals`] alone have the signals.
    pub(crate) fn end(self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Keeps the memory of this process, which has secrets in it, out of core files, also of those that
/// are piped to a program, and from the debuggers of other users than root.
pub(crate) fn dump_no_core() {
    #[cfg(target_os = "linux")]
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it only sets a flag of the process. It does not fail with this argument.
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
    }
}

/// The signals of this process.
#[derive(Debug)]
pub(crate) struct Signals {
    reload: unix::Signal,
    interrupt: unix::Signal,
    terminate: unix::Signal,
}

impl Signals {
    /// Starts to handle the signals.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            reload: unix::signal(SignalKind::hangup())?,
            interrupt: unix::signal(SignalKind::interrupt())?,
            terminate: unix::signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.reload.recv() => Signal::Reload,
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
        }
    }

    /// Waits for another signal to stop. Returns the exit status of a process that it
    /// terminated, as shells report it.
    pub(crate) async fn second(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => 128 + SIGINT,
            _ = self.terminate.recv() => 128 + SIGTERM,
        }
    }
}

/// Whether the process has started, and whether it is draining.
#[derive(Debug, Default)]
pub(crate) struct Lifecycle {
    has_started: AtomicBool,
    is_draining: AtomicBool,
}

impl Lifecycle {
    /// Starts draining: from now on the process is not ready.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether the process is about to stop.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether `is_ready` was true once, now or before.
    pub(crate) fn has_started(&self, is_ready: impl FnOnce() -> bool) -> bool {
        if !self.has_started.load(Ordering::Relaxed) && is_ready() {
            self.has_started.store(true, Ordering::Relaxed);
        }
        self.has_started.load(Ordering::Relaxed)
    }
}

/// Time between two heartbeats of a thread.
const INTERVAL: Duration = Duration::from_secs(1);

/// Age of its last heartbeat at which an event loop counts as stalled.
const STALL_THRESHOLD: Duration = Duration::from_secs(10);

/// The last heartbeats of threads, each of which runs one event loop.
#[derive(Debug, Default)]
pub(crate) struct Heartbeats {
    /// The last heartbeat of each.
    threads: Mutex<HashMap<ThreadId, Weak<Mutex<Instant>>>>,
}

impl Heartbeats {
    /// Starts the heartbeats of this thread's event loop, unless it has them: a worker has an application for
    /// each listener.
    pub(crate) fn watch_this_thread(&self) {
        let last = Arc::new(Mutex::new(Instant::now()));
        match self.threads.lock().entry(thread::current().id()) {
            Entry::Occupied(_) => return,
            Entry::Vacant(entry) => entry.insert(Arc::downgrade(&last)),
        };
        tasks::keep_running(async move || {
            loop {
                let begun = Instant::now();
                *last.lock() = begun;
                sleep(INTERVAL).await;
                let lag = begun.elapsed().saturating_sub(INTERVAL);
                METRICS.marquee_event_loop_lag_seconds.observe(lag.as_secs_f64());
            }
        });
    }

    /// Whether no event loop is stalled.
    pub(crate) fn are_all_alive(&self) -> bool {
        self.are_all_within(STALL_THRESHOLD)
    }

    fn are_all_within(&self, age: Duration) -> bool {
        let threads = self.threads.lock();
        threads.values().filter_map(Weak::upgrade).all(|last| last.lock().elapsed() <= age)
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
