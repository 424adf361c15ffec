//! Where a visitor's page comes from: the cache of whole pages, and the ladder
//! of what to send when there is nothing fresh in it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use marquee_renderer::{Engines, RenderError};
use tokio::runtime::Handle;
use tokio::time::timeout;
use url::Url;

use super::bucket::{TimeBucket, TimeBuckets};
use super::error::PageError;
use super::headers::CacheHeaders;
use super::rendering::PageRenderer;
use super::slot::{Joined, RetryTurns, Slot, Wait};
use super::stored::StoredPage;
use super::streamed::StreamedPage;
use super::{Address, Language};
use crate::headers::Headers;
use crate::ladder::Step;
use crate::site::Site;
use crate::values::parse_switch;

/// A copy this many buckets old may still be sent while its successor is
/// rendered; for an older one visitors wait.
const STALE_BUCKETS: u64 = 6;

/// Whether pages are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageCache {
    /// A page is rendered once for all visitors of a time bucket.
    On,
    /// Every request is rendered anew, and streamed.
    Off,
}

impl PageCache {
    /// Reads the switch.
    ///
    /// # Errors
    /// How it is written.
    pub(crate) fn parse(value: &str) -> Result<Self, &'static str> {
        parse_switch(value).map(|is_on| if is_on { Self::On } else { Self::Off })
    }
}

/// All pages of the site, in every language.
pub struct Pages {
    pub(super) slots: Vec<Arc<Slot>>,
    pub(super) renderer: PageRenderer,
    pub(super) cache: PageCache,
    cache_headers: CacheHeaders,
    /// The longest that a visitor waits for a render, its queue included.
    patience: Duration,
    /// Where renders that many wait for go on, whoever leaves.
    pub(super) runtime: Handle,
    pub(super) retries: RetryTurns,
}

/// A page for one visitor.
pub enum Answer<'a> {
    /// A whole page.
    Kept(Arc<StoredPage>, Step),
    /// The page without content.
    Shell(&'a StoredPage),
    /// A page whose start is known and whose rest is being rendered.
    Streamed(StreamedPage),
}

impl Answer<'_> {
    /// The step of the ladder that it stands for.
    #[must_use]
    pub fn step(&self) -> Step {
        match self {
            Self::Kept(_, step) => *step,
            Self::Shell(_) => Step::Shell,
            Self::Streamed(_) => Step::Streamed,
        }
    }
}

impl Pages {
    /// The pages of `site`, none of them rendered yet, whose links are refreshed
    /// every `refresh`. To be called where the background work shall be done.
    #[must_use]
    pub fn new(
        site: &Site,
        public_url: &Url,
        renderer: PageRenderer,
        cache: PageCache,
        patience: Duration,
        refresh: Duration,
    ) -> Self {
        let slot = |path, language| Arc::new(Slot::new(site, public_url, path, language));
        let slots = site
            .routes
            .pages()
            .flat_map(|path| {
                let named = site.nameable.iter().cloned().map(Language::Fixed);
                let negotiated = site.locales.iter().cloned().map(Language::Negotiated);
                negotiated.chain(named).map(move |language| slot(path, language))
            })
            .collect();
        let cache_headers = CacheHeaders::new(renderer.buckets.length(), refresh);
        Self {
            slots,
            renderer,
            cache,
            cache_headers,
            patience,
            runtime: Handle::current(),
            retries: RetryTurns::default(),
        }
    }

    /// The place of the page at one of the site's own paths.
    #[must_use]
    pub fn slot(&self, address: &Address<'_>) -> Option<&Arc<Slot>> {
        self.slots.iter().find(|slot| slot.address() == *address)
    }

    /// The time for which a page stays the same.
    #[must_use]
    pub fn buckets(&self) -> TimeBuckets {
        self.renderer.buckets
    }

    /// What a cached page tells other caches.
    #[must_use]
    pub fn cache_headers(&self, page: &StoredPage) -> &Headers {
        self.cache_headers.of(&page.links)
    }

    /// The best page that can be had for this place now.
    ///
    /// # Errors
    /// [`PageError`] when not even a shell is there.
    pub async fn get<'a>(&self, slot: &'a Arc<Slot>) -> Result<Answer<'a>, PageError> {
        if self.cache == PageCache::Off {
            return self.stream(slot).await;
        }
        let now = self.renderer.buckets.at(SystemTime::now());
        slot.touch(now);
        let copy = slot.copy();
        if let Some(page) = &copy
            && self.is_fresh(page, now)
        {
            return Ok(Answer::Kept(Arc::clone(page), Step::Fresh));
        }
        if let Some(page) = &copy
            && now.number().abs_diff(page.bucket.number()) <= STALE_BUCKETS
        {
            slot.render(self, Wait::Background);
            return Ok(Answer::Kept(Arc::clone(page), Step::Stale));
        }
        if let Some(error) = slot.failure() {
            // It may hang: no client waits for it again.
            slot.render(self, Wait::Background);
            return Self::fall_back(slot, copy, error);
        }
        let Some((render, joined)) = slot.render(self, Wait::Client) else {
            // It has failed just now.
            let error = slot.failure().unwrap_or(RenderError::EngineLost.into());
            return Self::fall_back(slot, copy, error);
        };
        let rendered = match timeout(self.patience, render.rendered()).await {
            Ok(rendered) => rendered,
            Err(_) => Err(RenderError::Timeout(self.patience).into()),
        };
        match rendered {
            Ok(page) if joined == Joined::Another => Ok(Answer::Kept(page, Step::Shared)),
            Ok(page) => Ok(Answer::Kept(page, Step::Rendered)),
            Err(error) => Self::fall_back(slot, copy, error),
        }
    }

    /// What there is of a page that cannot be rendered.
    fn fall_back(
        slot: &Slot,
        copy: Option<Arc<StoredPage>>,
        error: PageError,
    ) -> Result<Answer<'_>, PageError> {
        match copy {
            Some(page) => Ok(Answer::Kept(page, Step::LastGood)),
            None => slot.shell().map(Answer::Shell).ok_or(error),
        }
    }

    async fn stream<'a>(&self, slot: &'a Arc<Slot>) -> Result<Answer<'a>, PageError> {
        let page = self.renderer.stream_page(slot, self.patience);
        let error = match timeout(self.patience, page).await {
            Ok(Ok(page)) => return Ok(Answer::Streamed(page)),
            Ok(Err(error)) => error,
            Err(_) => RenderError::Timeout(self.patience).into(),
        };
        error.log(&slot.address());
        slot.shell().map(Answer::Shell).ok_or(error)
    }

    fn is_fresh(&self, page: &StoredPage, now: TimeBucket) -> bool {
        page.bucket == now && Arc::ptr_eq(&page.links, &self.renderer.links.current())
    }

    /// Whether each page has a cache entry, fresh or not: whether all can be served
    /// without an engine.
    #[must_use]
    pub fn are_all_cached(&self) -> bool {
        self.slots.iter().all(|slot| slot.copy().is_some())
    }

    /// The engine threads that render the pages.
    #[must_use]
    pub fn engines(&self) -> Engines {
        self.renderer.renderer.engines()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::future::{join, join_all};

    use super::*;
    use crate::operator::{Links, OperatorLinks};
    use crate::page::Rest;
    use marquee_renderer::{Bundle, Content, Renderer, RendererOptions};

    const BUNDLE: &str = "
        export function render(id) { marquee.head(id, 200, '<p>'); marquee.write(id, 'good</p>') }
        export function shell(id) { marquee.head(id, 200, '<p>'); marquee.write(id, 'shell</p>') }
    ";

    /// Pages at `/`, and at `/panics` and `/panics-later`, which take their engine
    /// thread with them: before their first byte, and before their last.
    fn pages(cache: PageCache) -> Arc<Pages> {
        let dist = tempfile::tempdir().expect("a folder");
        let sha256 = crate::built_files::sha256(b"{}");
        let digest = serde_json::json!({"bytes": 2, "sha256": sha256});
        let site = serde_json::json!({
            "build": "test", "built": "2026-01-01T00:00:00Z", "entry": "entry.js", "assets": {},
            "routes": [{"path": "/"}, {"path": "/panics"}, {"path": "/panics-later"}],
            "locales": [{
                "code": "en", "name": "English", "dir": "ltr", "script": "Latn",
                "openGraph": "en_US", "messages": "/assets/en.json", "file": "en.json",
            }],
            "digests": {"en.json": digest, "public/assets/en.json": digest},
        });
        fs::write(dist.path().join("site.json"), site.to_string()).expect("written");
        fs::write(dist.path().join("en.json"), "{}").expect("written");
        let site = Site::load(dist.path()).expect("a site");

        let bundle = Bundle { source: BUNDLE.into(), site: serde_json::Value::Null };
        let options = RendererOptions {
            threads: NonZeroUsize::new(2).expect("two"),
            timeout: Duration::from_secs(20),
            heap_limit: 32 << 20,
        };
        let renderer = Renderer::start(bundle, options, Arc::new(())).expect("it starts");
        let links = OperatorLinks::fixed(Links::default());
        let buckets = TimeBuckets::of(Duration::from_millis(100));
        let renderer = PageRenderer::new(renderer, links, buckets);
        let public_url = Url::parse("http://127.0.0.1/").expect("an address");
        Arc::new(Pages::new(&site, &public_url, renderer, cache, options.timeout, Duration::MAX))
    }

    fn slot<'a>(pages: &'a Pages, path: &str) -> &'a Arc<Slot> {
        pages.slots.iter().find(|slot| slot.address().to_string() == path).expect("a page")
    }

    async fn text(answer: Answer<'_>) -> Vec<u8> {
        match answer {
            Answer::Kept(page, _) => {
                page.variant(actix_web::http::header::ContentEncoding::Identity).body.to_vec()
            }
            Answer::Shell(_) => b"a shell".to_vec(),
            Answer::Streamed(page) => match page.rest {
                Rest::Whole(rest) => [page.start, rest.await.0].concat(),
                Rest::Chunks(rest) => {
                    [page.start.to_vec(), rest.collect().await.expect("a whole page")].concat()
                }
            },
        }
    }

    #[tokio::test]
    async fn visitors_notice_nothing_of_engine_threads_that_panic() {
        const PANICS: usize = 20;
        for cache in [PageCache::On, PageCache::Off] {
            let pages = pages(cache);
            let have_ended = AtomicBool::new(false);
            let panics = async {
                for _ in 0..PANICS {
                    // One for each thread.
                    let panics = slot(&pages, "/panics").address();
                    let (one, other) = join(
                        pages.renderer.stream(&panics, Content::Page),
                        pages.renderer.stream(&panics, Content::Page),
                    )
                    .await;
                    assert!(one.is_err() && other.is_err());
                }
                have_ended.store(true, Ordering::Relaxed);
            };
            let visitors = (0..16).map(|_| async {
                let mut visits = 0;
                while !have_ended.load(Ordering::Relaxed) {
                    let answer = pages.get(slot(&pages, "/")).await.expect("a page");
                    assert_eq!(text(answer).await, b"<p>good</p>");
                    visits += 1;
                    tokio::task::yield_now().await;
                }
                visits
            });
            let ((), visits) = join(panics, join_all(visitors)).await;
            assert!(visits.iter().all(|visits| *visits > 0), "{cache:?}: {visits:?}");
        }
    }

    #[tokio::test]
    async fn page_whose_engine_panics_after_its_start_ends_as_its_shell() {
        let pages = pages(PageCache::Off);
        for (path, expected) in
            [("/panics-later", b"<p>shell</p>".as_slice()), ("/", b"<p>good</p>")]
        {
            let slot = slot(&pages, path);
            slot.prepare_shell(&pages.renderer).await.expect("a shell");
            let answer = pages.get(slot).await.expect("a page");
            assert!(matches!(answer, Answer::Streamed(_)), "{path}");
            assert_eq!(text(answer).await, expected, "{path}");
        }
    }
}
