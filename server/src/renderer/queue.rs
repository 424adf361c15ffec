//! The renders that wait for an engine: those that clients wait for first, then
//! those that nobody waits for yet.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::RenderError;
use super::worker::Job;

/// Whether a client waits for a render. Clones are the same demand: when a client
/// comes for a page whose background render is queued, [`Renderer::raise`] moves
/// that before all other background work.
///
/// [`Renderer::raise`]: super::Renderer::raise
#[derive(Debug, Clone)]
pub struct Demand {
    has_client: Arc<AtomicBool>,
}

impl Demand {
    /// A client waits.
    #[must_use]
    pub fn client() -> Self {
        Self { has_client: Arc::new(true.into()) }
    }

    /// Nobody waits: the page is prewarmed, refreshed or probed.
    #[must_use]
    pub fn background() -> Self {
        Self { has_client: Arc::new(false.into()) }
    }

    fn has_client(&self) -> bool {
        self.has_client.load(Ordering::Relaxed)
    }
}

/// The queue before all engine threads of a renderer.
///
/// Clients' renders are bounded: one more is rejected, since its client would only
/// wait for a page that it has given up on. Background work waits, whatever there
/// is of it: that is bounded by the number of the site's pages.
pub(super) struct Queue {
    state: Mutex<State>,
    /// Wakes an engine thread that has found nothing to do.
    changed: Notify,
    /// The most renders that clients may wait for.
    limit: usize,
    /// The most engine threads that background work may have at a time. Where
    /// there are two or more, one is always left to clients.
    background_limit: usize,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Engine threads that do background work.
    in_background: usize,
    is_closed: bool,
}

/// An engine thread's turn with a job; ends when it is dropped.
pub(super) struct Turn {
    queue: Arc<Queue>,
    is_background: bool,
}

impl Queue {
    /// For so many engine threads, each with room for `limit_per_thread` clients'
    /// renders.
    pub(super) fn new(threads: usize, limit_per_thread: usize) -> Self {
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
    /// [`RenderError::QueueFull`] where too many clients wait,
    /// [`RenderError::EngineLost`] where the engines have ended.
    pub(super) fn push(&self, job: Job) -> Result<(), RenderError> {
        let mut state = self.state.lock();
        if state.is_closed {
            return Err(RenderError::EngineLost);
        }
        if job.demand.has_client() && state.clients() >= self.limit {
            // Clients who left take no room.
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

    /// Moves what has this demand before all background work.
    pub(super) fn raise(&self, demand: &Demand) {
        demand.has_client.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Takes the next job, as soon as there is one; `None` when the queue is
    /// closed.
    pub(super) async fn pop(self: &Arc<Self>) -> Option<(Job, Turn)> {
        loop {
            let mut changed = pin!(self.changed.notified());
            // From here on no change is missed.
            changed.as_mut().enable();
            if self.is_closed() {
                return None;
            }
            if let Some((job, is_background)) = self.state.lock().take(self.background_limit) {
                return Some((job, Turn { queue: Arc::clone(self), is_background }));
            }
            changed.await;
        }
    }

    /// Ends all waiting; what is queued is dropped.
    pub(super) fn close(&self) {
        let jobs = {
            let mut state = self.state.lock();
            state.is_closed = true;
            std::mem::take(&mut state.jobs)
        };
        drop(jobs);
        self.changed.notify_waiters();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state.lock().is_closed
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.is_background {
            self.queue.state.lock().in_background -= 1;
            // Background work may have waited for this thread's turn to end.
            self.queue.changed.notify_one();
        }
    }
}

impl State {
    fn clients(&self) -> usize {
        self.jobs.iter().filter(|job| job.demand.has_client()).count()
    }

    fn take(&mut self, background_limit: usize) -> Option<(Job, bool)> {
        if let Some(first) = self.jobs.iter().position(|job| job.demand.has_client()) {
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
