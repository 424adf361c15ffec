//! An entry of the page cache: a page in one language and its app shell, each as it was rendered
//! last, and whether a render of it is in progress or has failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use futures_util::future::Shared;
use marquee_renderer::{Priority, RenderError};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;

use super::error::PageError;
use super::rendering::{CachedPage, Rendition};
use super::site_page::SitePage;
use super::time_window::TimeWindow;

/// Time windows for which a page counts as in use after a request.
const WINDOWS_IN_USE: u64 = 6;

/// Delay of the first retry, doubled by each further one.
const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Longest delay. Delays double, so that a page that can be rendered again is retried after no
/// longer than it had failed, and one that never can some six times an hour.
const MAX_DELAY: Duration = Duration::from_mins(10);

/// A page and its app shell. There is one entry for each page of the site in each locale and
/// each way of choosing the locale, and no other.
pub(crate) struct CacheEntry {
    page: Arc<SitePage>,
    /// Its index in the cache.
    pub(super) index: usize,
    /// Number of the time window of the last request.
    last_use: AtomicU64,
    whole: RenditionEntry,
    shell: RenditionEntry,
}

/// A page, or its app shell.
#[derive(Default)]
struct RenditionEntry {
    last_good: ArcSwapOption<CachedPage>,
    /// Without a page cache, a page that was rendered is not kept.
    has_been_rendered: AtomicBool,
    state: Mutex<State>,
}

/// The state of a page, or of its app shell.
#[derive(Default)]
pub(super) enum State {
    /// The last render succeeded, or there was none.
    #[default]
    Idle,
    /// It is being rendered, and clients wait for that.
    Running(Render, Priority),
    /// The last render failed. It is repeated in the background until one succeeds, and no client
    /// waits for that: the page may hang.
    Failing(PageError, Retry),
}

/// When a failed render is repeated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retry {
    pub(super) at: Instant,
    delay: Duration,
}

impl Retry {
    /// The one after another, if there was one.
    fn after(last: Option<Self>) -> Self {
        let delay = last.map_or(FIRST_DELAY, |last| (last.delay * 2).min(MAX_DELAY));
        Self { at: Instant::now() + delay, delay }
    }
}

/// A render in progress, whose end any number of clients await.
pub(super) type Render = Shared<oneshot::Receiver<Result<(), PageError>>>;

/// Waits for the end of a render.
pub(super) async fn end_of(render: Render) -> Result<(), PageError> {
    render.await.unwrap_or(Err(RenderError::EngineLost.into()))
}

impl CacheEntry {
    pub(super) fn new(page: SitePage, index: usize) -> Self {
        let (whole, shell) = Default::default();
        let page = Arc::new(page);
        Self { page, index, last_use: AtomicU64::default(), whole, shell }
    }

    /// The page that it is for.
    pub(crate) fn page(&self) -> &Arc<SitePage> {
        &self.page
    }

    fn of(&self, rendition: Rendition) -> &RenditionEntry {
        match rendition {
            Rendition::Page => &self.whole,
            Rendition::Shell => &self.shell,
        }
    }

    /// The page or its app shell as it was rendered last, however old.
    pub(super) fn last_good(&self, rendition: Rendition) -> Option<Arc<CachedPage>> {
        self.of(rendition).last_good.load_full()
    }

    /// Whether a render is in progress or has failed.
    pub(super) fn state(&self, rendition: Rendition) -> MutexGuard<'_, State> {
        self.of(rendition).state.lock()
    }

    /// Why the last render failed, and when it is repeated; `None` if it did not.
    pub(super) fn failure(&self, rendition: Rendition) -> Option<(PageError, Retry)> {
        match &*self.state(rendition) {
            State::Failing(error, retry) => Some((error.clone(), *retry)),
            State::Idle | State::Running(..) => None,
        }
    }

    /// How far the page is.
    pub(super) fn progress(&self) -> Progress {
        if self.whole.has_been_rendered.load(Ordering::Relaxed) {
            Progress::Rendered
        } else if self.failure(Rendition::Page).is_some() {
            Progress::Failed
        } else {
            Progress::Pending
        }
    }

    /// Records a request for the page.
    pub(super) fn touch(&self, now: TimeWindow) {
        if self.last_use.load(Ordering::Relaxed) != now.number() {
            self.last_use.store(now.number(), Ordering::Relaxed);
        }
    }

    /// Whether there was a request for the page recently. A clock that was set back
    /// leaves every page in use.
    pub(super) fn is_in_use(&self, now: TimeWindow) -> bool {
        let last_use = self.last_use.load(Ordering::Relaxed);
        now.number().saturating_sub(last_use) <= WINDOWS_IN_USE
    }

    /// Records how a render ended: with the result, if it is to be kept.
    pub(super) fn end(
        &self,
        rendition: Rendition,
        rendered: Result<Option<CachedPage>, PageError>,
    ) {
        let entry = self.of(rendition);
        let last = self.failure(rendition).map(|(_, retry)| retry);
        *entry.state.lock() = match rendered {
            Ok(kept) => {
                if let Some(page) = kept {
                    entry.last_good.store(Some(Arc::new(page)));
                }
                entry.has_been_rendered.store(true, Ordering::Relaxed);
                State::Idle
            }
            // No failure of the page.
            Err(error) if error.is_overload() => State::Idle,
            Err(error) => State::Failing(error, Retry::after(last)),
        };
    }
}

/// How far the pages of a locale are, or one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Progress {
    /// None was rendered yet.
    Pending,
    /// Each that was tried has failed.
    Failed,
    /// One was rendered.
    Rendered,
}

#[cfg(test)]
mod tests {
    use std::iter::successors;

    use super::*;

    #[test]
    fn retries_are_at_most_ten_minutes_apart() {
        let retries = successors(Some(Retry::after(None)), |last| Some(Retry::after(Some(*last))));
        let seconds: Vec<_> = retries.take(12).map(|retry| retry.delay.as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
    }
}
