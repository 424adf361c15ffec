//! The queue before the engine threads: renders that clients wait for first, then
//! background renders.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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

/// Limit of queued renders of clients for each engine thread.
const LIMIT_PER_THREAD: u32 = 64;

/// Longest wait that a client is let into the queue for. It leaves a page the other half of a
/// second to be rendered and sent.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Weight of earlier jobs in the average duration of a job, in multiples of that of the last one.
const EARLIER: u32 = 7;

/// Most that one job counts in the average, in multiples of it. A job that a suspended process, a
/// throttled container or a hung render stretched to seconds says nothing about the next one, and
/// counted in full it would reject clients from an idle server for the next 30 jobs.
const OUTLIER: u32 = 4;

/// Least average that the next job is compared with, so that the average can always grow again.
const MIN_AVERAGE: Duration = Duration::from_millis(1);

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
/// Renders for clients are bounded, in number and by the time that they would wait: one more is
/// rejected at once, since its page would be late. A bound in number alone is too long on a slow
/// machine: each page would be rendered, and each would be late. Background renders are not
/// bounded: their callers have no more of them than pages.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Wakes an idle engine thread.
    changed: Notify,
    /// Engine threads.
    threads: u32,
    /// Limit of engine threads that do background renders at a time. Where there
    /// are two threads or more, one is always left to clients.
    background_limit: u32,
}

struct State {
    jobs: VecDeque<Job>,
    /// Average time for which a job occupies its engine thread, of the last jobs.
    average: Duration,
    /// Engine threads that do background renders.
    in_background: u32,
    is_closed: bool,
}

/// An engine thread's permit to work on the job it took; returned when dropped.
pub(crate) struct Permit {
    queue: Arc<Queue>,
    is_background: bool,
    begun: Instant,
}

impl Queue {
    /// Creates a queue for `threads` engine threads.
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        let threads = threads.get().try_into().unwrap_or(u32::MAX);
        let state = State {
            jobs: VecDeque::new(),
            // Until there are others, only the number is a limit.
            average: MAX_WAIT / LIMIT_PER_THREAD,
            in_background: 0,
            is_closed: false,
        };
        Self {
            state: state.into(),
            changed: Notify::new(),
            threads,
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
        state.remove_abandoned();
        if job.priority.has_client() && state.is_full(self.threads) {
            return Err(RenderError::QueueFull);
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
                let (queue, begun) = (Arc::clone(self), Instant::now());
                return Some((job, Permit { queue, is_background, begun }));
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
        let mut state = self.queue.state.lock();
        state.record(self.begun.elapsed());
        if self.is_background {
            state.in_background -= 1;
            drop(state);
            // A background render may have waited for it.
            self.queue.changed.notify_one();
        }
    }
}

impl State {
    /// Adds the duration of a job to the average.
    fn record(&mut self, duration: Duration) {
        let average = self.average.max(MIN_AVERAGE);
        self.average = (average * EARLIER + duration.min(average * OUTLIER)) / (EARLIER + 1);
    }

    /// Removes the renders of disconnected clients.
    fn remove_abandoned(&mut self) {
        self.jobs.retain(|job| !job.sink.is_abandoned());
    }

    /// Whether one more client would wait too long.
    fn is_full(&self, threads: u32) -> bool {
        let clients = self.jobs.iter().filter(|job| job.priority.has_client()).count();
        let per_thread = u32::try_from(clients).unwrap_or(u32::MAX) / threads;
        per_thread >= LIMIT_PER_THREAD || self.average.saturating_mul(per_thread) > MAX_WAIT
    }

    fn take(&mut self, background_limit: u32) -> Option<(Job, bool)> {
        self.remove_abandoned();
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
