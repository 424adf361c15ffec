//! The renderer's measurements.

use std::sync::Arc;
use std::time::Duration;

use crate::{PageRequest, Priority, RenderError};

/// Receives the renderer's measurements. They come from the tasks of the engines, so an
/// implementation must not block. By default, all are ignored.
pub trait Observer: Send + Sync + 'static {
    /// A level rose (`1`) or fell (`-1`).
    fn level_changed(&self, _level: Level, _change: i64) {}
    /// The number of engines that should be up.
    fn engines_desired(&self, _engines: usize) {}
    /// An engine took a request from the queue after this wait.
    fn dequeued(&self, _priority: &Priority, _wait: Duration) {}
    /// A render ended; its page is still open.
    fn rendered(&self, _render: &FinishedRender<'_>) {}
    /// Engine number `engine` uses `bytes` of its heap after a render.
    fn heap_measured(&self, _engine: usize, _bytes: usize) {}
    /// An engine is started again, for this reason.
    fn engine_restarted(&self, _reason: RestartReason) {}
}

/// Why an engine is started again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestartReason {
    /// It did not render a page within its deadline, and was killed.
    Deadline,
    /// A page exceeded the heap limit.
    Memory,
    /// It ended by itself, or sent what is no frame.
    Crash,
    /// A page threw, for which its engine may be to blame.
    Exception,
    /// It did not start.
    Start,
}

impl RestartReason {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Deadline, Self::Memory, Self::Crash, Self::Exception, Self::Start];

    /// Returns the reason as a metric label.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deadline => "deadline",
            Self::Memory => "memory",
            Self::Crash => "crash",
            Self::Exception => "exception",
            Self::Start => "start",
        }
    }
}

impl From<&RenderError> for RestartReason {
    fn from(error: &RenderError) -> Self {
        match error {
            RenderError::Timeout(_) => Self::Deadline,
            RenderError::HeapExhausted(_) => Self::Memory,
            RenderError::Failed { .. } => Self::Exception,
            RenderError::Start(_) => Self::Start,
            RenderError::QueueFull | RenderError::EngineLost => Self::Crash,
        }
    }
}

/// A gauge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Requests that wait for an engine.
    Queued,
    /// Renders in progress.
    InFlight,
    /// Engines that are ready to render or do so.
    EnginesUp,
}

/// One render and its outcome.
#[derive(Debug)]
pub struct FinishedRender<'a> {
    /// What was rendered.
    pub request: &'a PageRequest,
    /// Why it failed, if it did.
    pub error: Option<&'a RenderError>,
    /// Time in the engine, without that in the queue.
    pub duration: Duration,
}

/// Ignores everything.
impl Observer for () {}

/// Raises a level until it is dropped.
pub(crate) struct LevelGuard {
    observer: Arc<dyn Observer>,
    level: Level,
}

impl LevelGuard {
    pub(crate) fn new(observer: &Arc<dyn Observer>, level: Level) -> Self {
        observer.level_changed(level, 1);
        Self { observer: Arc::clone(observer), level }
    }
}

impl Drop for LevelGuard {
    fn drop(&mut self) {
        self.observer.level_changed(self.level, -1);
    }
}
