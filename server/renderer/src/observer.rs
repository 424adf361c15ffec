//! The renderer's measurements.

use std::sync::Arc;
use std::time::Duration;

use crate::{PageRequest, Priority, RenderError};

/// Receives the renderer's measurements. Most calls come from engine threads, so
/// an implementation must not block. By default, all are ignored.
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
    /// An engine's runtime had to be replaced. `reason` is [`RenderError::kind`],
    /// or `panic`.
    fn runtime_replaced(&self, _reason: &'static str) {}
}

/// A gauge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Requests that wait for an engine.
    Queued,
    /// Renders in progress.
    InFlight,
    /// Engines with a working runtime.
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
