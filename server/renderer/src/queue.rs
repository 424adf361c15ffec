//! The queue before the engine threads: renders that clients wait for first, then
//! background renders.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::observer::{Level, LevelGuard, Observer};
use crate::page_stream::{Reply, Sink};
use crate::{PageRequest, RenderError};

/// The priority of a render: whether a client waits for it. Clones share it: when a
/// client requests a page whose background render is queued, [`Renderer::raise`]
/// moves that render before all background work.
///
/// [`Renderer::raise`]: crate::Renderer::raise
#[derive(Debug, Clone)]
pub struct Priority {
    has_client: Arc<AtomicBool>,
}

impl Priority {
    /// A client waits.
    #[must_use]
    pub fn client() -> Self {
        Self { has_client: Arc::new(true.into()) }
    }

    /// No client waits: the page is prewarmed, refreshed or probed.
    #[must_use]
    pub fn background() -> Self {
        Self { has_client: Arc::new(false.into()) }
    }

    /// Whether a client waits.
    #[must_use]
    pub fn has_client(&self) -> bool {
        self.has_client.load(Ordering::Relaxed)
    }
}

/// One page to render and where its bytes go.
pub(crate) struct Job {
    pub(crate) request: PageRequest,
    pub(crate) sink: Sink,
    pub(crate) priority: Priority,
    /// Dropped when an engine takes the job.
    pub(crate) queued: LevelGuard,
}

impl Job {
    pub(crate) fn new(
        request: PageRequest,
        priority: Priority,
        observer: &Arc<dyn Observer>,
    ) -> (Self, Reply) {
        let (sink, reply) = Sink::new(request.early_flush);
        let queued = LevelGuard::new(observer, Level::Queued);
        (Self { request, sink, priority, queued }, reply)
    }
}

/// The queue before all engine threads of a renderer.
///
/// Renders for clients are bounded: one more is rejected, since its client would
/// time out before the page is rendered. Background renders are not: their callers
/// have no more of them than pages.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Wakes an idle engine thread.
    changed: Notify,
    /// Limit of queued renders that clients wait for.
    limit: usize,
    /// Limit of engine threads that do background renders at a time. Where there
    /// are two threads or more, one is always left to clients.
    background_limit: usize,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Engine threads that do background renders.
    in_background: usize,
    is_closed: bool,
}

/// An engine thread's permit to work on the job it took; returned when dropped.
pub(crate) struct Permit {
    queue: Arc<Queue>,
    is_background: bool,
}

impl Queue {
    /// Creates a queue for `threads` engine threads, bounded to `limit_per_thread`
    /// renders for clients for each.
    pub(crate) fn new(threads: usize, limit_per_thread: usize) -> Self {
        Self {
            state: Mutex::default(),
            changed: Notify::new(),
            limit: threads * limit_per_thread,
            background_limit: threads.saturating_sub(1).max(1),
        }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// [`RenderError::QueueFull`] when too many clients wait,
    /// [`RenderError::EngineLost`] when the engine threads have ended.
    pub(crate) fn push(&self, job: Job) -> Result<(), RenderError> {
        let mut state = self.state.lock();
        if state.is_closed {
            return Err(RenderError::EngineLost);
        }
        if job.priority.has_client() && state.clients() >= self.limit {
            // Renders of disconnected clients do not count.
            state.jobs.retain(|job| !job.sink.is_abandoned());
            if state.clients() >= self.limit {
                return Err(RenderError::QueueFull);
            }
        }
        state.jobs.push_back(job);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Moves the render with this priority before all background renders.
    pub(crate) fn raise(&self, priority: &Priority) {
        priority.has_client.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Waits for the next job; `None` when the queue is closed.
    pub(crate) async fn pop(self: &Arc<Self>) -> Option<(Job, Permit)> {
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no notification is missed.
            changed.as_mut().enable();
            if self.is_closed() {
                return None;
            }
            if let Some((job, is_background)) = self.state.lock().take(self.background_limit) {
                return Some((job, Permit { queue: Arc::clone(self), is_background }));
            }
            changed.await;
        }
    }

    /// Wakes all waiting threads, and drops the jobs.
    pub(crate) fn close(&self) {
        let jobs = {
            let mut state = self.state.lock();
            state.is_closed = true;
            std::mem::take(&mut state.jobs)
        };
        drop(jobs);
        self.changed.notify_waiters();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.lock().is_closed
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if self.is_background {
            self.queue.state.lock().in_background -= 1;
            // A background render may have waited for it.
            self.queue.changed.notify_one();
        }
    }
}

impl State {
    fn clients(&self) -> usize {
        self.jobs.iter().filter(|job| job.priority.has_client()).count()
    }

    fn take(&mut self, background_limit: usize) -> Option<(Job, bool)> {
        if let Some(first) = self.jobs.iter().position(|job| job.priority.has_client()) {
            return self.jobs.remove(first).map(|job| (job, false));
        }
        if self.in_background >= background_limit {
            return None;
        }
        let job = self.jobs.pop_front()?;
        self.in_background += 1;
        Some((job, true))
    }
}
