//! The entry of one page in the cache: the last page that was rendered, and the
//! render that will replace it.
//!
//! A page that failed to render is retried in the background only, and clients get
//! the fallback without waiting for it: at most one attempt for each delay of its
//! back-off, and one page at a time ([`backoff`]).
//!
//! [`backoff`]: super::backoff

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use marquee_renderer::RenderError;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::sleep;
use tracing::Instrument;

use super::backoff::Backoff;
use super::error::PageError;
use super::rendering::{CachedPage, Content, PageRenderer, Priority};
use super::site_page::SitePage;
use super::time_window::TimeWindow;
use crate::http::Representation;

/// Delay between a retry that failed and the next one of any page, as a multiple of
/// its duration: pages that hang take at most a quarter of one engine's time.
const RETRY_DELAY_FACTOR: u32 = 3;

/// Longest delay between two retries.
const MAX_RETRY_DELAY: Duration = Duration::from_mins(1);

/// Time windows for which a page counts as in use after a request.
const WINDOWS_IN_USE: u64 = 6;

/// A cached page and its renders. There is one entry for each page of the site in
/// each locale and each way of choosing the locale, and no other.
pub(crate) struct CacheEntry {
    page: SitePage,
    cached: ArcSwapOption<CachedPage>,
    /// Number of the time window of the last request.
    last_use: AtomicU64,
    attempts: Mutex<Attempts>,
    has_been_rendered: AtomicBool,
    has_failed: AtomicBool,
    shell: OnceLock<Representation>,
}

/// The outcome of a render.
pub(super) type Rendered = Result<Arc<CachedPage>, PageError>;

/// A render in progress that any number of clients wait for.
#[derive(Clone)]
pub(super) struct CoalescedRender {
    /// `None` until it ends.
    outcome: watch::Receiver<Option<Rendered>>,
    priority: Priority,
}

impl CoalescedRender {
    /// Waits for the end of the render.
    ///
    /// # Errors
    /// [`PageError`].
    pub(super) async fn rendered(mut self) -> Rendered {
        let lost: Rendered = Err(RenderError::EngineLost.into());
        match self.outcome.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(rendered)) => rendered.clone(),
            _ => lost,
        }
    }

    fn is_in_progress(&self) -> bool {
        self.outcome.borrow().is_none() && self.outcome.has_changed().is_ok()
    }
}

/// The last render of a page, and the failures since it was last rendered.
#[derive(Default)]
struct Attempts {
    last: Option<CoalescedRender>,
    backoff: Option<Backoff>,
}

impl CacheEntry {
    pub(super) fn new(page: SitePage) -> Self {
        Self {
            page,
            cached: ArcSwapOption::empty(),
            last_use: AtomicU64::default(),
            attempts: Mutex::default(),
            has_been_rendered: AtomicBool::default(),
            has_failed: AtomicBool::default(),
            shell: OnceLock::new(),
        }
    }

    /// The page that it is for.
    pub(crate) fn page(&self) -> &SitePage {
        &self.page
    }

    /// The page as it was rendered last, however old.
    pub(super) fn cached(&self) -> Option<Arc<CachedPage>> {
        self.cached.load_full()
    }

    /// The app shell of the page, once it is rendered.
    pub(super) fn shell(&self) -> Option<&Representation> {
        self.shell.get()
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

    /// Whether the page has been rendered without an error once.
    pub(super) fn has_been_rendered(&self) -> bool {
        self.has_been_rendered.load(Ordering::Relaxed)
    }

    /// How far the page is.
    pub(super) fn progress(&self) -> Progress {
        if self.has_been_rendered() {
            Progress::Rendered
        } else if self.has_failed.load(Ordering::Relaxed) {
            Progress::Failed
        } else {
            Progress::Pending
        }
    }

    /// Why the page's last render failed; `None` if it did not.
    pub(super) fn failure(&self) -> Option<PageError> {
        self.attempts.lock().backoff.as_ref().map(|backoff| backoff.error.clone())
    }

    /// Records that a client stopped waiting for the render in progress after `time_limit`.
    /// That is a failure of the page: no other client waits until the render has ended.
    pub(super) fn timed_out(&self, pages: &PageRenderer, time_limit: Duration) -> PageError {
        let error = PageError::from(RenderError::Timeout(time_limit));
        let mut attempts = self.attempts.lock();
        let is_in_progress = attempts.last.as_ref().is_some_and(CoalescedRender::is_in_progress);
        if is_in_progress && attempts.backoff.is_none() {
            pages.failures.log(&self.page, &error);
            attempts.backoff = Some(Backoff::after(None, error.clone(), Instant::now()));
        }
        error
    }

    /// Renders the page in the background as a health check.
    pub(super) async fn probe(&self, pages: &PageRenderer) -> Result<(), PageError> {
        let probed = pages.document(&self.page, Content::Page, &Priority::background()).await;
        self.has_failed.fetch_or(probed.is_err(), Ordering::Relaxed);
        probed?;
        self.has_been_rendered.store(true, Ordering::Relaxed);
        pages.failures.rendered();
        Ok(())
    }

    /// Renders the app shell of the page.
    pub(super) async fn prepare_shell(&self, pages: &PageRenderer) -> Result<(), PageError> {
        let shell = pages.render_shell(&self.page).await?;
        // Another render may have set the same one.
        let _ = self.shell.set(shell);
        Ok(())
    }

    /// Starts a render of the page, or coalesces with the one in progress. It continues
    /// when all clients disconnect. A waiting client raises its priority above that
    /// of background renders. `None` while a page that failed must not be retried
    /// yet.
    pub(super) fn render(
        self: &Arc<Self>,
        pages: &PageRenderer,
        wait: Wait,
    ) -> Option<(CoalescedRender, Coalesced)> {
        let mut attempts = self.attempts.lock();
        if let Some(last) = attempts.last.as_ref().filter(|last| last.is_in_progress()) {
            if wait == Wait::Client {
                last.priority.raise();
            }
            return Some((last.clone(), Coalesced::Follower));
        }
        let retry = match &attempts.backoff {
            Some(backoff) if !backoff.is_over(Instant::now()) => return None,
            Some(_) => Some(pages.retries.take()?),
            None => None,
        };
        let priority = match wait {
            Wait::Client if retry.is_none() => Priority::Client,
            _ => Priority::background(),
        };
        let (sender, outcome) = watch::channel(None);
        let render = CoalescedRender { outcome, priority: priority.clone() };
        attempts.last = Some(render.clone());
        drop(attempts);
        let (entry, renderer) = (Arc::clone(self), pages.clone());
        pages.runtime.spawn(
            async move {
                let start = Instant::now();
                let outcome = entry.replace_page(renderer, &priority).await;
                let delay = outcome.is_err().then(|| start.elapsed() * RETRY_DELAY_FACTOR);
                sender.send_replace(Some(outcome));
                if let (Some(_permit), Some(delay)) = (retry, delay) {
                    sleep(delay.min(MAX_RETRY_DELAY)).await;
                }
            }
            .in_current_span(),
        );
        Some((render, Coalesced::Leader))
    }

    async fn replace_page(&self, pages: PageRenderer, priority: &Priority) -> Rendered {
        match pages.render(&self.page, priority).await {
            Ok(page) => {
                let page = Arc::new(page);
                self.cached.store(Some(Arc::clone(&page)));
                self.has_been_rendered.store(true, Ordering::Relaxed);
                pages.failures.rendered();
                self.attempts.lock().backoff = None;
                Ok(page)
            }
            Err(error) => {
                self.has_failed.store(true, Ordering::Relaxed);
                pages.failures.log(&self.page, &error);
                // A full queue is not a failure of the page.
                if !matches!(error, PageError::Render(RenderError::QueueFull)) {
                    let mut attempts = self.attempts.lock();
                    let last = attempts.backoff.as_ref();
                    attempts.backoff = Some(Backoff::after(last, error.clone(), Instant::now()));
                }
                Err(error)
            }
        }
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

/// Whether a client waits for a render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// A client waits for it.
    Client,
    /// It is a background render.
    Background,
}

/// The part of a request in a render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coalesced {
    /// It started the render.
    Leader,
    /// It waits for a render that another request started.
    Follower,
}
