//! The place of one page in the cache: its last good copy, and the render that
//! will replace it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tracing::Instrument;
use url::Url;

use super::bucket::TimeBucket;
use super::error::PageError;
use super::headers::of_page;
use super::rendering::PageRenderer;
use super::stored::StoredPage;
use super::{Address, Language};
use crate::headers::Headers;
use crate::locale::Locale;
use crate::renderer::{Content, RenderError};
use crate::site::Site;

/// After a render has failed, the next one waits this long: a page that cannot
/// be rendered must not keep the engines from those that can.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

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
    render: Mutex<Option<SharedRender>>,
    has_been_rendered: AtomicBool,
    shell: OnceLock<StoredPage>,
}

/// What a render has led to.
pub(super) type Rendered = Result<Arc<StoredPage>, PageError>;

/// A render that any number of visitors wait for.
#[derive(Clone)]
pub(super) struct SharedRender {
    /// What it has led to, and when; empty until then.
    end: watch::Receiver<Option<(Rendered, Instant)>>,
}

impl SharedRender {
    /// Resolves when the render has ended.
    ///
    /// # Errors
    /// [`PageError`].
    pub(super) async fn rendered(mut self) -> Rendered {
        let lost: Rendered = Err(RenderError::EngineLost.into());
        match self.end.wait_for(Option::is_some).await.as_deref() {
            Ok(Some((rendered, _))) => rendered.clone(),
            _ => lost,
        }
    }

    /// Whether it will still do for somebody who comes now.
    fn is_joinable(&self) -> bool {
        match &*self.end.borrow() {
            None => self.end.has_changed().is_ok(),
            Some((rendered, at)) => rendered.is_err() && at.elapsed() < RETRY_PAUSE,
        }
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
            render: Mutex::default(),
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

    /// Renders the page for nobody, to see that it can be.
    pub(super) async fn try_out(&self, pages: &PageRenderer) -> Result<(), PageError> {
        let page = pages.stream(&self.address(), Content::Page).await?;
        page.body.collect().await?;
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

    /// Joins the render of this page, or begins one on `runtime`, where it goes
    /// on even if everybody who waits for it leaves. Tells whether it was
    /// joined.
    pub(super) fn render(
        self: &Arc<Self>,
        pages: &PageRenderer,
        runtime: &Handle,
    ) -> (SharedRender, Joined) {
        let mut render = self.render.lock();
        if let Some(joinable) = render.as_ref().filter(|render| render.is_joinable()) {
            return (joinable.clone(), Joined::Another);
        }
        let (sender, end) = watch::channel(None);
        let (slot, pages) = (Arc::clone(self), pages.clone());
        runtime.spawn(
            async move {
                let rendered = slot.replace_copy(pages).await;
                sender.send_replace(Some((rendered, Instant::now())));
            }
            .in_current_span(),
        );
        let begun = SharedRender { end };
        *render = Some(begun.clone());
        (begun, Joined::None)
    }

    async fn replace_copy(self: Arc<Self>, pages: PageRenderer) -> Rendered {
        match pages.render(&self.address()).await {
            Ok(page) => {
                let page = Arc::new(page);
                self.copy.store(Some(Arc::clone(&page)));
                self.has_been_rendered.store(true, Ordering::Relaxed);
                Ok(page)
            }
            Err(error) => {
                error.log(&self.address());
                Err(error)
            }
        }
    }
}

/// Whether a render was under way already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// It was begun.
    None,
    /// It was.
    Another,
}
