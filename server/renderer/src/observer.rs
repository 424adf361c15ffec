//! What the renderer reports of its work, for whoever counts it.

use std::sync::Arc;
use std::time::Duration;

use crate::RenderError;

/// Receives the renderer's measurements. Most calls come from engine threads, so
/// an implementation must not block.
pub trait Observer: Send + Sync + 'static {
    /// A level rose (`1`) or fell (`-1`).
    fn level_changed(&self, level: Level, change: i64);
    /// So many engines were started and should be up.
    fn engines_desired(&self, engines: usize);
    /// A request left the queue for an engine, after this wait.
    fn dequeued(&self, wait: Duration);
    /// A render ended.
    fn rendered(&self, render: &FinishedRender<'_>);
    /// Engine number `engine` used so much of its heap after a render, in bytes.
    fn heap_measured(&self, engine: usize, bytes: usize);
    /// An engine's runtime had to be replaced. `reason` is [`RenderError::kind`],
    /// or `panic`.
    fn runtime_replaced(&self, reason: &'static str);
}

/// Something of which there are more or fewer.
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
    /// The path of the page.
    pub path: &'a str,
    /// Code of its locale.
    pub locale: &'a str,
    /// Why it failed, if it did.
    pub error: Option<&'a RenderError>,
    /// Time in the engine, the queue left aside.
    pub duration: Duration,
}

/// Counts for nobody.
impl Observer for () {
    fn level_changed(&self, _: Level, _: i64) {}
    fn engines_desired(&self, _: usize) {}
    fn dequeued(&self, _: Duration) {}
    fn rendered(&self, _: &FinishedRender<'_>) {}
    fn heap_measured(&self, _: usize, _: usize) {}
    fn runtime_replaced(&self, _: &'static str) {}
}

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
