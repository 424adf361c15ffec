//! The signals that control a running process.

use std::io;

use tokio::signal::unix::{self, SignalKind};

/// A signal that the process handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// SIGHUP: reload the site from `DIST_DIR`.
    Reload,
    /// SIGINT: stop without a drain delay, as from a terminal.
    Interrupt,
    /// SIGTERM: stop after the drain delay, in which load balancers notice.
    Terminate,
}

/// The signals of this process.
#[derive(Debug)]
pub struct Signals {
    reload: unix::Signal,
    interrupt: unix::Signal,
    terminate: unix::Signal,
}

impl Signals {
    /// Starts to handle the signals.
    ///
    /// # Errors
    /// When the operating system does not allow it.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            reload: unix::signal(SignalKind::hangup())?,
            interrupt: unix::signal(SignalKind::interrupt())?,
            terminate: unix::signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.reload.recv() => Signal::Reload,
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
        }
    }

    /// Waits for another signal to stop. Returns the exit status of a process that it
    /// terminated, as shells report it.
    pub async fn second(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => 128 + SignalKind::interrupt().as_raw_value(),
            _ = self.terminate.recv() => 128 + SignalKind::terminate().as_raw_value(),
        }
    }
}
