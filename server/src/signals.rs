//! What an operator tells a running process.

use std::io;

use tokio::signal::unix::{self, SignalKind};

/// One of the signals that mean something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// SIGHUP: serve the site that stands in `DIST_DIR` now.
    Reload,
    /// SIGINT: stop; somebody sits at the keyboard.
    Interrupt,
    /// SIGTERM: stop; load balancers have to notice.
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
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            reload: unix::signal(SignalKind::hangup())?,
            interrupt: unix::signal(SignalKind::interrupt())?,
            terminate: unix::signal(SignalKind::terminate())?,
        })
    }

    /// The next one.
    pub async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.reload.recv() => Signal::Reload,
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
        }
    }

    /// The next one that tells to stop: the exit status that shells give to a
    /// process that it ended.
    pub async fn second(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => 128 + SignalKind::interrupt().as_raw_value(),
            _ = self.terminate.recv() => 128 + SignalKind::terminate().as_raw_value(),
        }
    }
}
