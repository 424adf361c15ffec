//! The queue before the engines: renders that clients wait for first, then
//! background renders.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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

/// Limit of queued renders of clients for each engine.
const LIMIT_PER_ENGINE: u32 = 64;

/// Longest wait that a client is let into the queue for. It leaves a page the other half of a
/// second to be rendered and sent.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Least number of jobs at which abandoned ones are removed.
const MIN_COMPACTED: usize = 64;

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
    waiting: Waiting,
}

/// A queued render that something waits for. Shared by the two that can end this: the engine that
/// takes the job, and the client that disconnects.
#[derive(Clone)]
struct Waiting(Arc<Mutex<Option<WaitingGuard>>>);

impl Waiting {
    fn end(&self) {
        let guard = self.0.lock().take();
        drop(guard);
    }
}

struct WaitingGuard {
    /// Of a client: how many of them wait.
    clients: Option<Arc<AtomicUsize>>,
    _level: LevelGuard,
}

impl Drop for WaitingGuard {
    fn drop(&mut self) {
        if let Some(clients) = &self.clients {
            clients.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// What a client holds while it waits.
pub(crate) struct Ticket(Waiting);

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The queue before all engines of a renderer.
///
/// Renders for clients are bounded, in number and by the time that they would wait: one more is
/// rejected at once, since its page would be late. A bound in number alone is too long on a slow
/// machine: each page would be rendered, and each would be late. Background renders are not
/// bounded: their callers have no more of them than pages.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Renders that clients wait for.
    clients: Arc<AtomicUsize>,
    observer: Arc<dyn Observer>,
    /// Wakes an idle engine.
    changed: Notify,
    /// Number of engines.
    engines: u32,
    /// Limit of engines that do background renders at a time. Where there
    /// are two engines or more, one is always left to clients.
    background_limit: u32,
}

struct State {
    jobs: VecDeque<Job>,
    /// Average time for which a job occupies its engine, of the last jobs.
    average: Duration,
    /// Engines that do background renders.
    in_background: u32,
    /// Number of jobs at which abandoned ones are removed.
    compact_at: usize,
    is_closed: bool,
}

/// An engine's permit to work on the job it took; returned when dropped.
pub(crate) struct Permit {
    queue: Arc<Queue>,
    is_background: bool,
    begun: Instant,
}

impl Queue {
    /// Creates a queue for this number of engines.
    pub(crate) fn new(engines: NonZeroUsize, observer: Arc<dyn Observer>) -> Self {
        let engines = engines.get().try_into().unwrap_or(u32::MAX);
        let state = State {
            jobs: VecDeque::new(),
            // Until there are others, only the number is a limit.
            average: MAX_WAIT / LIMIT_PER_ENGINE,
            in_background: 0,
            compact_at: MIN_COMPACTED,
            is_closed: false,
        };
        Self {
            state: state.into(),
            clients: Arc::default(),
            observer,
            changed: Notify::new(),
            engines,
            background_limit: engines.saturating_sub(1).max(1),
        }
    }

    /// Adds a job. It is skipped once its ticket or its reply is dropped.
    ///
    /// # Errors
    /// [`RenderError::QueueFull`] when too many clients wait,
    /// [`RenderError::EngineLost`] when the queue is closed.
    pub(crate) fn push(
        &self,
        request: PageRequest,
        priority: Priority,
    ) -> Result<(Ticket, Reply), RenderError> {
        let mut state = self.state.lock();
        if state.is_closed {
            return Err(RenderError::EngineLost);
        }
        let clients = self.clients.load(Ordering::Relaxed);
        let has_client = priority.has_client();
        if has_client && state.is_full(clients, self.engines) {
            return Err(RenderError::QueueFull);
        }
        // As many as are left after that can be added before the next time.
        if state.jobs.len() >= state.compact_at {
            state.jobs.retain(|job| !job.sink.is_abandoned());
            state.compact_at = 2 * state.jobs.len() + MIN_COMPACTED;
        }
        let guard = WaitingGuard {
            clients: has_client.then(|| {
                self.clients.fetch_add(1, Ordering::Relaxed);
                Arc::clone(&self.clients)
            }),
            _level: LevelGuard::new(&self.observer, Level::Queued),
        };
        let waiting = Waiting(Arc::new(Mutex::new(Some(guard))));
        let ticket = Ticket(waiting.clone());
        let (sink, reply) = Sink::new();
        state.jobs.push_back(Job { request, sink, priority, waiting });
        drop(state);
        self.changed.notify_one();
        Ok((ticket, reply))
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

    /// Wakes all waiting engines, and drops the jobs.
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

    /// Whether one more client would wait too long.
    fn is_full(&self, clients: usize, engines: u32) -> bool {
        let per_engine = u32::try_from(clients).unwrap_or(u32::MAX) / engines;
        per_engine >= LIMIT_PER_ENGINE || self.average.saturating_mul(per_engine) > MAX_WAIT
    }

    fn take(&mut self, background_limit: u32) -> Option<(Job, bool)> {
        loop {
            let client = self.jobs.iter().position(|job| job.priority.has_client());
            let job = match client {
                Some(first) => self.jobs.remove(first),
                None if self.in_background < background_limit => self.jobs.pop_front(),
                None => None,
            }?;
            job.waiting.end();
            if !job.sink.is_abandoned() {
                self.in_background += u32::from(client.is_none());
                return Some((job, client.is_none()));
            }
        }
    }
}
