//! The page cache, and the fallback chain when it has no fresh page: a stale page, a
//! render, the last known good page, the app shell, an error.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use marquee_renderer::{Engines, Priority, RenderError};
use tracing::{Instrument, Span};
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

/// Age up to which a page is served stale while it is rendered again, in time
/// windows; with an older one clients wait for the render.
const STALE_WINDOWS: u64 = 6;

/// All pages of the site, in every locale.
pub(crate) struct PageCache {
    /// Those of a page are one after another: one for each language. The pages have the order of
    /// the site's routes; the not-found page is the last one.
    pub(super) entries: Vec<CacheEntry>,
    languages: usize,
    pub(super) renderer: PageRenderer,
    /// Whether a page is rendered once in each time window; else it is rendered and streamed for every
    /// request.
    pub(super) is_on: bool,
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

impl PageCache {
    /// The pages of `site`, none of them rendered yet, whose links are refreshed
    /// every `refresh`.
    pub(crate) fn new(
        site: &Site,
        public_url: &Url,
        renderer: PageRenderer,
        is_on: bool,
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
            is_on,
            render_timeout,
        }
    }

    /// The entry of a page, by its position in the site's routes, or that of the not-found
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
        self.cache_headers.of(&page.content.links, outcome)
    }

    /// The page of an entry: the first available step of the fallback chain. What it has to do
    /// for that is logged in `span`.
    ///
    /// # Errors
    /// [`PageError`] when there is no app shell either.
    pub(crate) async fn get(
        self: &Arc<Self>,
        entry: &CacheEntry,
        span: impl FnOnce() -> Span,
    ) -> Result<PageResponse, PageError> {
        if !self.is_on {
            // Boxed, as is the wait below, so that the future of a cache hit is small.
            return Box::pin(self.stream(entry).instrument(span())).await;
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
            let _ = span().in_scope(|| self.start(entry, Rendition::Page, Priority::background()));
            return Ok(PageResponse::Cached(Arc::clone(page), CacheOutcome::Stale));
        }
        let span = span();
        match Box::pin(self.wait(entry).instrument(span.clone())).await {
            Ok((page, outcome)) => Ok(PageResponse::Cached(page, outcome)),
            Err(error) => {
                if let Some(page) = cached {
                    return Ok(PageResponse::Cached(page, CacheOutcome::StaleIfError));
                }
                span.in_scope(|| entry.page().log_degraded(&error));
                Self::shell(entry).ok_or(error)
            }
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
        page.window == now && Arc::ptr_eq(&page.content, &self.renderer.content.current())
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
