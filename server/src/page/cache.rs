//! The page cache, and the fallback chain when it has no fresh page: a stale page, a
//! render, the last known good page, the app shell, an error.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use marquee_renderer::{Engines, Priority, RenderError};
use url::Url;

use super::cache_entry::{CacheEntry, end_of};
use super::cache_outcome::CacheOutcome;
use super::error::PageError;
use super::headers::CacheHeaders;
use super::rendering::{CachedPage, PageRenderer, Rendition};
use super::site_page::SitePage;
use super::streamed::StreamedPage;
use super::time_window::{TimeWindow, TimeWindows};
use crate::http::Headers;
use crate::locale::Language;
use crate::site::Site;
use crate::site::routes::Target;
use crate::values::parse_switch;

/// Age up to which a page is served stale while it is rendered again, in time
/// windows; with an older one clients wait for the render.
const STALE_WINDOWS: u64 = 6;

/// Whether pages are cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageCacheMode {
    /// A page is rendered once in each time window.
    On,
    /// A page is rendered and streamed for every request.
    Off,
}

impl PageCacheMode {
    /// Parses `on` or `off`.
    ///
    /// # Errors
    /// A hint for the user.
    pub(crate) fn parse(value: &str) -> Result<Self, &'static str> {
        parse_switch(value).map(|is_on| if is_on { Self::On } else { Self::Off })
    }
}

/// All pages of the site, in every locale.
pub(crate) struct PageCache {
    /// Those of a page are one after another: one for each language. The pages have the order of
    /// the site's routes; the not-found page is the last one.
    pub(super) entries: Vec<CacheEntry>,
    languages: usize,
    pub(super) renderer: PageRenderer,
    pub(super) mode: PageCacheMode,
    cache_headers: CacheHeaders,
    /// Longest time that a client waits for a render, the queue included.
    render_timeout: Duration,
}

/// The response to one request for a page.
pub(crate) enum PageResponse {
    /// A page of the cache, or an app shell.
    Cached(Arc<CachedPage>, CacheOutcome),
    /// A page whose start is known and whose rest is still being rendered.
    Streamed(StreamedPage),
}

impl PageResponse {
    /// How the page was obtained.
    pub(crate) fn outcome(&self) -> CacheOutcome {
        match self {
            Self::Cached(_, outcome) => *outcome,
            Self::Streamed(_) => CacheOutcome::Streamed,
        }
    }
}

impl PageCache {
    /// The pages of `site`, none of them rendered yet, whose links are refreshed
    /// every `refresh`.
    pub(crate) fn new(
        site: &Site,
        public_url: &Url,
        renderer: PageRenderer,
        mode: PageCacheMode,
        render_timeout: Duration,
        refresh: Duration,
    ) -> Self {
        let named = site.selectable.iter().cloned().map(Language::Fixed);
        let negotiated = site.locales.iter().cloned().map(Language::Negotiated);
        let languages: Vec<_> = negotiated.chain(named).collect();
        let paths = site.routes.pages().chain([Target::NOT_FOUND_PATH]);
        let pages = paths.flat_map(|path| {
            languages.iter().map(|language| SitePage::new(site, public_url, path, language.clone()))
        });
        let entries = pages.zip(0..).map(|(page, index)| CacheEntry::new(page, index)).collect();
        Self {
            entries,
            languages: languages.len(),
            cache_headers: CacheHeaders::new(renderer.windows.length(), refresh),
            renderer,
            mode,
            render_timeout,
        }
    }

    /// Returns the entry of a page, by its position in the site's routes, or that of the not-found
    /// page.
    pub(crate) fn entry(&self, page: Option<usize>, language: &Language) -> Option<&CacheEntry> {
        let mut rows = self.entries.chunks_exact(self.languages);
        let row = match page {
            Some(position) => rows.nth(position),
            None => rows.next_back(),
        };
        row?.iter().find(|entry| entry.page().language == *language)
    }

    /// Whether an entry is of the site's first page.
    pub(super) fn is_first_page(&self, entry: &CacheEntry) -> bool {
        entry.index < self.languages
    }

    /// The time windows in which a page stays the same.
    pub(crate) fn windows(&self) -> TimeWindows {
        self.renderer.windows
    }

    pub(crate) fn cache_headers(&self, page: &CachedPage, outcome: CacheOutcome) -> &Headers {
        self.cache_headers.of(&page.links, outcome)
    }

    /// Returns the page of an entry: the first available step of the fallback chain.
    ///
    /// # Errors
    /// [`PageError`] when there is no app shell either.
    pub(crate) async fn get(
        self: &Arc<Self>,
        entry: &CacheEntry,
    ) -> Result<PageResponse, PageError> {
        if self.mode == PageCacheMode::Off {
            // Boxed, as is the wait below, so that the future of a cache hit is small.
            return Box::pin(self.stream(entry)).await;
        }
        let now = self.renderer.windows.at(SystemTime::now());
        entry.touch(now);
        let cached = entry.last_good(Rendition::Page);
        if let Some(page) = &cached
            && self.is_fresh(page, now)
        {
            return Ok(PageResponse::Cached(Arc::clone(page), CacheOutcome::Fresh));
        }
        if let Some(page) = &cached
            && now.number().abs_diff(page.window.number()) <= STALE_WINDOWS
        {
            let _ = self.start(entry, Rendition::Page, Priority::background());
            return Ok(PageResponse::Cached(Arc::clone(page), CacheOutcome::Stale));
        }
        match Box::pin(self.wait(entry)).await {
            Ok((page, outcome)) => Ok(PageResponse::Cached(page, outcome)),
            Err(error) => match cached {
                Some(page) => Ok(PageResponse::Cached(page, CacheOutcome::StaleIfError)),
                None => Self::shell(entry).ok_or(error),
            },
        }
    }

    /// Waits for a render of the page, unless the last one failed.
    async fn wait(
        self: &Arc<Self>,
        entry: &CacheEntry,
    ) -> Result<(Arc<CachedPage>, CacheOutcome), PageError> {
        let priority = Priority::client(self.render_timeout);
        let (render, outcome) = self.start(entry, Rendition::Page, priority)?;
        end_of(render).await?;
        let page = entry.last_good(Rendition::Page).ok_or(RenderError::EngineLost)?;
        Ok((page, outcome))
    }

    async fn stream(&self, entry: &CacheEntry) -> Result<PageResponse, PageError> {
        let error = match self.renderer.stream_page(entry, self.render_timeout).await {
            Ok(page) => return Ok(PageResponse::Streamed(page)),
            Err(error) => error,
        };
        entry.page().log(&error);
        Self::shell(entry).ok_or(error)
    }

    fn shell(entry: &CacheEntry) -> Option<PageResponse> {
        let shell = entry.last_good(Rendition::Shell)?;
        Some(PageResponse::Cached(shell, CacheOutcome::Shell))
    }

    fn is_fresh(&self, page: &CachedPage, now: TimeWindow) -> bool {
        page.window == now && Arc::ptr_eq(&page.links, &self.renderer.links.current())
    }

    /// Whether each entry has a page, fresh or not, so that all can be served without
    /// an engine.
    pub(crate) fn are_all_cached(&self) -> bool {
        self.entries.iter().all(|entry| entry.last_good(Rendition::Page).is_some())
    }

    /// Seconds since the oldest cached page that is in use expired; 0 if none has. All others grow
    /// old until the next request for them, which waits for a render.
    pub(crate) fn overdue(&self) -> i64 {
        let (now, windows) = (SystemTime::now(), self.windows());
        let in_use = self.entries.iter().filter(|entry| entry.is_in_use(windows.at(now)));
        let left = in_use.filter_map(|entry| {
            Some(windows.time_left(entry.last_good(Rendition::Page)?.window, now))
        });
        -left.min().unwrap_or(0).min(0)
    }

    /// The engines that render the pages.
    pub(crate) fn engines(&self) -> Engines {
        self.renderer.pool.engines()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroUsize;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use futures_util::FutureExt;
    use futures_util::future::{Either, join, join_all, select};

    use super::*;
    use crate::operator::{Links, OperatorLinks};
    use marquee_renderer::{Bundle, Renderer, RendererOptions};

    const BUNDLE: &str = "
        function hog() { for (const hoard = [];;) hoard.push(new Array(1000).fill(1)); }
        export function render(page, { page: { path } }) {
            if (path === '/hogs') hog();
            while (path === '/hangs');
            for (const begun = Date.now(); path === '/slow' && Date.now() < begun + 5;);
            page.head('<p>');
            if (path === '/hogs-later') hog();
            page.write('good</p>');
        }
        export function shell(page) { page.head('<p>'); page.write('shell</p>') }
    ";

    /// A timeout that no test reaches.
    const TIMEOUT: Duration = Duration::from_secs(20);

    /// Pages that a client waits for until the timeout, a quarter of that of a render: at `/`; at
    /// `/hogs` and `/hogs-later`, whose engines run out of memory before their first byte, and before
    /// their last; at `/hangs`, whose render never ends; and at `/slow`.
    async fn pages(mode: PageCacheMode, timeout: Duration) -> Arc<PageCache> {
        let dist = std::env::temp_dir().join(format!("marquee-{:016x}", fastrand::u64(..)));
        fs::create_dir(&dist).expect("a folder");
        let sha256 = crate::files::sha256(b"{}");
        let digest = serde_json::json!({"bytes": 2, "sha256": sha256});
        let site = serde_json::json!({
            "build": "test", "built": "2026-01-01T00:00:00Z", "entry": "entry.js", "assets": {},
            "routes": [
                {"path": "/"}, {"path": "/hogs"}, {"path": "/hogs-later"}, {"path": "/hangs"}, {"path": "/slow"},
            ],
            "contentService": {"path": "/api/x", "fields": {"link": "a", "blogLink": "b"}},
            "locales": [{
                "code": "en", "name": "English", "dir": "ltr", "script": "Latn",
                "openGraph": "en_US", "messages": "/assets/en.json", "file": "en.json",
            }],
            "digests": {"en.json": digest, "public/assets/en.json": digest},
        });
        fs::write(dist.join("site.json"), site.to_string()).expect("written");
        fs::write(dist.join("en.json"), "{}").expect("written");
        let site = Site::load(&dist, false).expect("a site");
        fs::remove_dir_all(dist).expect("deleted");

        let bundle = Bundle::new(BUNDLE, serde_json::Value::Null);
        // `main` of these tests is not theirs; the server's program is beside them.
        let tests = std::env::current_exe().expect("a path");
        let program = tests.parent().and_then(Path::parent).expect("a folder").join("marquee");
        let mut options = RendererOptions::default();
        options.engines = NonZeroUsize::new(2).expect("two");
        options.timeout = timeout * 4;
        options.heap_limit = 32 << 20;
        options.program = Some(program);
        let renderer = Renderer::start(bundle, options, Arc::new(())).await.expect("it starts");
        let links = OperatorLinks::fixed(Links::default());
        let windows = TimeWindows::of(Duration::from_millis(100));
        let maps = Arc::clone(&site.source_maps);
        let renderer = PageRenderer::new(renderer, links, windows, maps);
        let public_url = Url::parse("http://127.0.0.1/").expect("a URL");
        Arc::new(PageCache::new(&site, &public_url, renderer, mode, timeout, Duration::MAX))
    }

    fn entry<'a>(pages: &'a PageCache, path: &str) -> &'a CacheEntry {
        pages.entries.iter().find(|entry| entry.page().url() == path).expect("a page")
    }

    async fn render_shell(pages: &Arc<PageCache>, entry: &CacheEntry) {
        let start = pages.start(entry, Rendition::Shell, Priority::background());
        end_of(start.expect("a render").0).await.expect("a shell");
    }

    fn is_shell(response: &Result<PageResponse, PageError>) -> bool {
        matches!(response, Ok(PageResponse::Cached(_, CacheOutcome::Shell)))
    }

    async fn text(response: PageResponse) -> Vec<u8> {
        match response {
            PageResponse::Cached(page, _) => page.representation.identity.body.to_vec(),
            PageResponse::Streamed(page) => [page.start, page.rest.await.0].concat(),
        }
    }

    #[tokio::test]
    async fn pages_are_served_while_engines_end() {
        const ENDINGS: usize = 20;
        for mode in [PageCacheMode::On, PageCacheMode::Off] {
            let pages = pages(mode, TIMEOUT).await;
            let have_ended = AtomicBool::new(false);
            let endings = async {
                for _ in 0..ENDINGS {
                    // One for each engine.
                    let (hogs, priority) =
                        (entry(&pages, "/hogs").page(), Priority::client(TIMEOUT));
                    let (one, other) = join(
                        pages.renderer.document(hogs, Rendition::Page, &priority),
                        pages.renderer.document(hogs, Rendition::Page, &priority),
                    )
                    .await;
                    assert!(one.is_err() && other.is_err());
                }
                have_ended.store(true, Ordering::Relaxed);
            };
            let clients = (0..16).map(|_| async {
                let mut requests = 0;
                while !have_ended.load(Ordering::Relaxed) {
                    let response = pages.get(entry(&pages, "/")).await.expect("a page");
                    assert_eq!(text(response).await, b"<p>good</p>");
                    requests += 1;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                requests
            });
            let ((), requests) = join(endings, join_all(clients)).await;
            assert!(requests.iter().all(|requests| *requests > 0), "{mode:?}: {requests:?}");
        }
    }

    #[tokio::test]
    async fn page_whose_engine_ends_after_its_start_ends_as_its_shell() {
        let pages = pages(PageCacheMode::Off, TIMEOUT).await;
        for (path, expected) in [("/hogs-later", b"<p>shell</p>".as_slice()), ("/", b"<p>good</p>")]
        {
            let entry = entry(&pages, path);
            render_shell(&pages, entry).await;
            let response = pages.get(entry).await.expect("a page");
            assert!(matches!(response, PageResponse::Streamed(_)), "{path}");
            assert_eq!(text(response).await, expected, "{path}");
        }
    }

    #[tokio::test]
    async fn only_the_first_client_waits_while_no_engine_can_render() {
        let pages = pages(PageCacheMode::On, Duration::from_millis(500)).await;
        let page = entry(&pages, "/");
        render_shell(&pages, page).await;
        // One for each engine.
        let hangs = ["/hangs", "/hangs?lang=en"].map(|path| entry(&pages, path).page());
        let priority = Priority::client(TIMEOUT);
        let renders = hangs.map(|hangs| pages.renderer.document(hangs, Rendition::Page, &priority));
        let client = async {
            // A render that is queued before its client times out.
            assert!(is_shell(&pages.get(page).await));
            for _ in 0..100 {
                assert!(pages.get(page).now_or_never().is_some_and(|second| is_shell(&second)));
            }
        };
        futures_util::pin_mut!(client);
        let first = select(join_all(renders.map(Box::pin)), client).await;
        assert!(matches!(first, Either::Right(_)), "the renders ended before");
    }

    #[tokio::test]
    async fn clients_precede_background_renders_and_have_an_engine_of_their_own() {
        const BACKGROUND: usize = 100;
        let pages = pages(PageCacheMode::On, TIMEOUT).await;
        let (page, done) = (entry(&pages, "/slow").page(), AtomicUsize::new(0));
        let render = async |priority| {
            pages.renderer.document(page, Rendition::Page, &priority).await.expect("a page");
            done.fetch_add(1, Ordering::Relaxed)
        };
        let background = join_all((0..BACKGROUND).map(|_| render(Priority::background())));
        let raised = Priority::background();
        let raised_later = render(raised.clone());
        let client = async {
            // All background renders wait by now.
            raised.raise(TIMEOUT);
            render(Priority::client(TIMEOUT)).await
        };
        let (_, raised, client) = tokio::join!(background, raised_later, client);
        assert!(client < BACKGROUND / 4, "a client waited for {client} pages");
        assert!(raised < BACKGROUND / 4, "the client of a queued page waited for {raised} pages");

        let hangs = entry(&pages, "/hangs").page();
        let priority = Priority::background();
        let hang = || Box::pin(pages.renderer.document(hangs, Rendition::Page, &priority));
        let clients = join_all((0..10).map(|_| render(Priority::client(TIMEOUT))));
        let first = select(select(hang(), hang()), clients).await;
        assert!(matches!(first, Either::Right(_)), "clients waited for background renders");
    }
}
