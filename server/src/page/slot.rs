//! The place of one page in the cache: its last good copy, and the render that
//! will replace it.
//!
//! A page whose render failed is tried again in the background alone, and clients
//! get what there is without waiting for it: at most one attempt in each wait of
//! its back-off ([`backoff`]), and of all such pages one at a time
//! ([`RetryTurns`]).
//!
//! [`backoff`]: super::backoff

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use marquee_renderer::{Priority, RenderError};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;
use tracing::Instrument;
use url::Url;

use super::backoff::Backoff;
use super::bucket::TimeBucket;
use super::error::PageError;
use super::headers::of_page;
use super::pages::Pages;
use super::rendering::PageRenderer;
use super::stored::StoredPage;
use super::{Address, Language};
use crate::headers::Headers;
use crate::locale::Locale;
use crate::site::Site;

/// After a retry that failed, the next one of any page waits this many times as
/// long as it took: pages that hang have at most a quarter of one engine's time.
const RETRY_REST: u32 = 3;

/// The longest such wait.
const LONGEST_REST: Duration = Duration::from_mins(1);

/// A page in use is one that was asked for within so many buckets.
const BUCKETS_IN_USE: u64 = 6;

/// See the module's documentation. There is one for each page of the site in
/// each language, in each way of having come to that language; nothing else is
/// ever kept.
pub struct Slot {
    path: String,
    language: Language,
    headers: Headers,
    copy: ArcSwapOption<StoredPage>,
    /// The bucket in which the page was last asked for.
    last_use: AtomicU64,
    attempts: Mutex<Attempts>,
    has_been_rendered: AtomicBool,
    shell: OnceLock<StoredPage>,
}

/// What a render has led to.
pub(super) type Rendered = Result<Arc<StoredPage>, PageError>;

/// A render that any number of clients wait for.
#[derive(Clone)]
pub(super) struct SharedRender {
    /// What it has led to; empty until then.
    end: watch::Receiver<Option<Rendered>>,
    priority: Priority,
}

impl SharedRender {
    /// Resolves when the render has ended.
    ///
    /// # Errors
    /// [`PageError`].
    pub(super) async fn rendered(mut self) -> Rendered {
        let lost: Rendered = Err(RenderError::EngineLost.into());
        match self.end.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(rendered)) => rendered.clone(),
            _ => lost,
        }
    }

    fn is_under_way(&self) -> bool {
        self.end.borrow().is_none() && self.end.has_changed().is_ok()
    }
}

/// The render of a page that is under way, and the failures before it.
#[derive(Default)]
struct Attempts {
    last: Option<SharedRender>,
    backoff: Option<Backoff>,
}

/// The one turn that retries of failing pages have, all pages together.
#[derive(Clone)]
pub(super) struct RetryTurns(Arc<Semaphore>);

impl Default for RetryTurns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl RetryTurns {
    fn take(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }
}

impl Slot {
    pub(super) fn new(site: &Site, public_url: &Url, path: &str, language: Language) -> Self {
        Self {
            path: path.to_owned(),
            headers: of_page(site, public_url, &Address { path, language: &language }),
            language,
            copy: ArcSwapOption::empty(),
            last_use: AtomicU64::default(),
            attempts: Mutex::default(),
            has_been_rendered: AtomicBool::default(),
            shell: OnceLock::new(),
        }
    }

    /// The page that this is the place of.
    pub(super) fn address(&self) -> Address<'_> {
        Address { path: &self.path, language: &self.language }
    }

    /// The language that it is in.
    #[must_use]
    pub fn language(&self) -> &Locale {
        self.language.locale()
    }

    /// The headers that every answer with it has.
    #[must_use]
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// The last copy that was rendered well, however old.
    pub(super) fn copy(&self) -> Option<Arc<StoredPage>> {
        self.copy.load_full()
    }

    /// The page without content, once it is prepared.
    pub(super) fn shell(&self) -> Option<&StoredPage> {
        self.shell.get()
    }

    /// Remembers that somebody wants this page.
    pub(super) fn touch(&self, now: TimeBucket) {
        if self.last_use.load(Ordering::Relaxed) != now.number() {
            self.last_use.store(now.number(), Ordering::Relaxed);
        }
    }

    /// Whether somebody has wanted this page lately. A clock that was set back
    /// leaves every page in use.
    pub(super) fn is_in_use(&self, now: TimeBucket) -> bool {
        let last_use = self.last_use.load(Ordering::Relaxed);
        now.number().saturating_sub(last_use) <= BUCKETS_IN_USE
    }

    /// Whether the page has been rendered well once.
    pub(super) fn has_been_rendered(&self) -> bool {
        self.has_been_rendered.load(Ordering::Relaxed)
    }

    /// Why the page's last render failed; `None` once it is rendered well.
    pub(super) fn failure(&self) -> Option<PageError> {
        self.attempts.lock().backoff.as_ref().map(|backoff| backoff.error.clone())
    }

    /// Renders the page in the background and drops it, to see that it can be.
    pub(super) async fn probe(&self, pages: &PageRenderer) -> Result<(), PageError> {
        pages.probe(&self.address()).await?;
        self.has_been_rendered.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Prepares the page without content. Without it the ladder has a step less.
    pub(super) async fn prepare_shell(&self, pages: &PageRenderer) -> Result<(), PageError> {
        let shell = pages.render_shell(&self.address()).await?;
        // Whoever came first has prepared the same.
        let _ = self.shell.set(shell);
        Ok(())
    }

    /// Joins the render of this page or begins one, which goes on even if everybody
    /// who waits for it leaves. A client who waits moves it before all background
    /// work. `None` while a page that failed must not be tried again yet.
    pub(super) fn render(
        self: &Arc<Self>,
        pages: &Pages,
        wait: Wait,
    ) -> Option<(SharedRender, Joined)> {
        let mut attempts = self.attempts.lock();
        if let Some(last) = attempts.last.as_ref().filter(|last| last.is_under_way()) {
            if wait == Wait::Client {
                pages.renderer.renderer.raise(&last.priority);
            }
            return Some((last.clone(), Joined::Another));
        }
        let retry = match &attempts.backoff {
            Some(backoff) if !backoff.is_over(Instant::now()) => return None,
            Some(_) => Some(pages.retries.take()?),
            None => None,
        };
        let priority = match wait {
            Wait::Client if retry.is_none() => Priority::client(),
            _ => Priority::background(),
        };
        let (sender, end) = watch::channel(None);
        let begun = SharedRender { end, priority: priority.clone() };
        attempts.last = Some(begun.clone());
        drop(attempts);
        let (slot, renderer) = (Arc::clone(self), pages.renderer.clone());
        pages.runtime.spawn(
            async move {
                let start = Instant::now();
                let outcome = slot.replace_copy(renderer, &priority).await;
                let rest = outcome.is_err().then(|| start.elapsed() * RETRY_REST);
                sender.send_replace(Some(outcome));
                if let (Some(_turn), Some(rest)) = (retry, rest) {
                    sleep(rest.min(LONGEST_REST)).await;
                }
            }
            .in_current_span(),
        );
        Some((begun, Joined::None))
    }

    async fn replace_copy(&self, pages: PageRenderer, priority: &Priority) -> Rendered {
        match pages.render(&self.address(), priority).await {
            Ok(page) => {
                let page = Arc::new(page);
                self.copy.store(Some(Arc::clone(&page)));
                self.has_been_rendered.store(true, Ordering::Relaxed);
                self.attempts.lock().backoff = None;
                Ok(page)
            }
            Err(error) => {
                error.log(&self.address());
                // The page is not to blame for a full queue.
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

/// Who waits for a render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// A client, who gets nothing before it.
    Client,
    /// Nobody.
    Background,
}

/// Whether a render was under way already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// It was begun.
    None,
    /// It was.
    Another,
}
