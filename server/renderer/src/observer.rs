//! The renderer's measurements.

use std::sync::Arc;
use std::time::Duration;

use crate::{PageRequest, RenderError};

/// Receives the renderer's measurements. They come from the tasks of the engines, so an
/// implementation must not block; one that panics costs an engine. By default, all are ignored.
pub trait Observer: Send + Sync + 'static {
    /// A level rose (`1`) or fell (`-1`).
    fn level_changed(&self, _level: Level, _change: i64) {}
    /// An engine is about to render a request, which waited for it.
    fn dequeued(&self, _request: &PageRequest, _wait: Duration) {}
    /// A render ended; its page is still open.
    fn rendered(&self, _render: &FinishedRender<'_>) {}
    /// Engine number `engine` uses `bytes` of its heap after a render.
    fn heap_measured(&self, _engine: usize, _bytes: usize) {}
    /// An engine is started again. The reason is the error of the page that it rendered,
    /// [`RenderError::EngineLost`] if it ended by itself, or [`RenderError::Start`] if it did not
    /// start before.
    fn engine_restarted(&self, _reason: &RenderError) {}
}

/// A gauge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Requests that wait for an engine.
    Queued,
    /// Renders in progress.
    InFlight,
    /// Engines that run without a part of their sandbox; the log says which.
    EnginesUnconfined,
}

/// One render and its outcome.
#[derive(Debug)]
#[non_exhaustive]
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
