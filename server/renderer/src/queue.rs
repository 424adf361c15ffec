//! The queue before the engines.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};
use tracing::Span;

use crate::frame::Part;
use crate::observer::LevelGuard;
use crate::page_stream::Chunk;
use crate::{PageRequest, RenderError};

/// Limit of the requests of clients that wait, for each engine.
const LIMIT_PER_ENGINE: usize = 64;

/// Longest time that a client would probably wait for an engine: a page has the other half of a second to
/// be rendered and sent.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Weight of earlier renders in their average duration, in multiples of that of the last one.
const EARLIER: u32 = 7;

/// Most that one render counts in the average, in multiples of it. A render that a suspended
/// process, a throttled container or an endless loop stretched to seconds says nothing about the
/// next one, and counted in full it would reject requests of an idle server for the next 30.
const OUTLIER: u32 = 4;

/// Least average that the next render is compared with, so that the average can always grow again.
const MIN_AVERAGE: Duration = Duration::from_millis(1);

/// A page to render.
pub(crate) struct Job {
    pub(crate) request: PageRequest,
    /// Closed when nothing waits for the page any more.
    pub(crate) page: mpsc::UnboundedSender<Chunk>,
    pub(crate) queued: Instant,
    /// How long it waited, once an engine has begun to render it.
    pub(crate) wait: Arc<OnceLock<Duration>>,
    /// The head of the page, once it is sent.
    pub(crate) head: Option<Part>,
    /// While it waits.
    pub(crate) level: Option<LevelGuard>,
    /// Of the caller, in which is logged what the render causes.
    pub(crate) span: Span,
    /// Of a page in the background, kept until its engine can render again.
    pub(crate) turn: Option<OwnedSemaphorePermit>,
}

/// Requests wait for an engine: those of clients in order, then those in the background, to which one
/// engine is never given where there are two. The clients that wait are bounded, in number and by the time
/// that they would wait: the page of one more would be late. A bound in number alone is too long on a slow
/// machine, where each page would be rendered, and each would be late.
pub(crate) struct Queue {
    engines: usize,
    background: Arc<Semaphore>,
    jobs: Mutex<Jobs>,
    /// Something may be there for an engine that is idle.
    changed: Notify,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    /// No engine is given another.
    is_closed: bool,
    /// Average duration of the last renders.
    average: Duration,
}

impl Queue {
    /// Creates a queue for this number of engines.
    pub(crate) fn new(engines: NonZeroUsize) -> Self {
        let engines = engines.get();
        let background = Semaphore::new((engines - 1).max(1)).into();
        Self { engines, background, jobs: Mutex::default(), changed: Notify::new() }
    }

    /// Puts a job at the end.
    ///
    /// # Errors
    /// [`RenderError::QueueFull`], if it is a client's and would wait too long.
    pub(crate) fn push(&self, job: Job) -> Result<(), RenderError> {
        let mut jobs = self.jobs.lock();
        if let Some(timeout) = job.request.priority.timeout() {
            jobs.waiting.retain(|job| !job.page.is_closed());
            let is_before = |job: &&Job| job.request.priority.timeout().is_some();
            let before = jobs.waiting.iter().filter(is_before).count();
            let per_engine = u32::try_from(before / self.engines).unwrap_or(u32::MAX);
            let wait = jobs.average.saturating_mul(per_engine);
            if before >= self.engines * LIMIT_PER_ENGINE || wait > MAX_WAIT.min(timeout) {
                return Err(RenderError::QueueFull);
            }
        }
        jobs.waiting.push_back(job);
        drop(jobs);
        self.wake();
        Ok(())
    }

    /// Puts a job whose engine was lost in front of all others.
    pub(crate) fn push_again(&self, job: Job) {
        self.jobs.lock().waiting.push_front(job);
        self.wake();
    }

    /// Waits for a job; `None` when there will be none.
    pub(crate) async fn next(&self) -> Option<Job> {
        loop {
            let changed = self.changed.notified();
            {
                let mut jobs = self.jobs.lock();
                if jobs.is_closed {
                    return None;
                }
                if let Some(job) = self.take(&mut jobs.waiting) {
                    return Some(job);
                }
            }
            changed.await;
        }
    }

    fn take(&self, waiting: &mut VecDeque<Job>) -> Option<Job> {
        waiting.retain(|job| !job.page.is_closed());
        let client = waiting.iter().position(|job| job.request.priority.timeout().is_some());
        if let Some(index) = client {
            return waiting.remove(index);
        }
        // An engine that releases a turn takes the next job itself.
        let turn = Arc::clone(&self.background).try_acquire_owned().ok()?;
        let mut job = waiting.pop_front()?;
        job.turn = Some(turn);
        Some(job)
    }

    /// Makes idle engines look again, as when a job in the background has become a client's.
    pub(crate) fn wake(&self) {
        self.changed.notify_waiters();
    }

    /// Gives no more jobs to engines.
    pub(crate) fn close(&self) {
        self.jobs.lock().is_closed = true;
        self.wake();
    }

    /// Records how long a render took.
    pub(crate) fn record(&self, duration: Duration) {
        let average = &mut self.jobs.lock().average;
        let base = (*average).max(MIN_AVERAGE);
        *average = (base * EARLIER + duration.min(base * OUTLIER)) / (EARLIER + 1);
    }
}
