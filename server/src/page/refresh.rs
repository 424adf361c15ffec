//! Prewarming and refresh-ahead: pages that are rendered before a request.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use futures_util::future::{join, join_all};
use tokio::time::sleep;

use super::backoff;
use super::cache::{PageCache, PageCacheMode};
use super::cache_entry::{CacheEntry, Progress, Wait};

/// Delay before another attempt to render what failed at the start; doubled with each.
const WARM_UP_RETRY_DELAY: Duration = Duration::from_secs(1);

impl PageCache {
    /// Renders all pages once, then those in use whenever a time window ends, until
    /// `pages` is dropped.
    pub(crate) async fn run_refresh(pages: Weak<Self>) {
        // App shells go first, so that no page that hangs delays them.
        join(Self::run_shells(pages.clone()), Self::run_pages(pages)).await;
    }

    async fn run_pages(pages: Weak<Self>) {
        let mut delay = WARM_UP_RETRY_DELAY;
        for round in 0_u64.. {
            let Some(site) = pages.upgrade() else { return };
            if !site.is_warmed_up() {
                // Failures are logged.
                let _ = site
                    .warm_up(|entry| match site.mode {
                        PageCacheMode::On => !entry.has_been_rendered(),
                        // Without a cache, one page of each locale is enough.
                        PageCacheMode::Off => site.is_first_of_its_locale(entry),
                    })
                    .await;
                if round == 0 {
                    site.renderer.failures.report();
                }
            }
            let remaining = site.windows().remaining(SystemTime::now());
            let pause = match (site.is_warmed_up(), site.mode) {
                // The process gets no requests before that, which would retry.
                (false, PageCacheMode::On) => remaining.min(delay),
                (false, PageCacheMode::Off) => delay,
                (true, PageCacheMode::On) => remaining,
                (true, PageCacheMode::Off) => return,
            };
            drop(site);
            sleep(pause).await;
            delay = (delay * 2).min(backoff::MAX);
            let Some(pages) = pages.upgrade() else { return };
            let now = pages.windows().at(SystemTime::now());
            for entry in pages.entries.iter().filter(|entry| entry.is_in_use(now)) {
                // The render runs as a separate task.
                let _ = entry.render(&pages.renderer, Wait::Background);
            }
        }
    }

    /// Renders the app shells, and those that fail again, at growing intervals.
    async fn run_shells(pages: Weak<Self>) {
        let mut delay = WARM_UP_RETRY_DELAY;
        while let Some(site) = pages.upgrade() {
            site.prepare_shells().await;
            if site.missing_shells() == 0 {
                return;
            }
            drop(site);
            sleep(delay).await;
            delay = (delay * 2).min(backoff::MAX);
        }
    }

    /// Renders every page and every app shell, into the cache if there is one.
    ///
    /// # Errors
    /// The URL of the first page that cannot be rendered or is not whole, and why. All others
    /// are rendered nevertheless.
    pub(crate) async fn prewarm(&self) -> anyhow::Result<()> {
        self.prepare_shells().await;
        self.warm_up(|_| true).await
    }

    /// Renders every page again, and drops it, as a health check.
    ///
    /// # Errors
    /// Those of [`PageCache::prewarm`].
    pub(crate) async fn probe(&self) -> anyhow::Result<()> {
        let outcomes = join_all(self.entries.iter().map(|entry| self.probe_entry(entry)));
        outcomes.await.into_iter().collect()
    }

    async fn warm_up(&self, is_selected: impl Fn(&Arc<CacheEntry>) -> bool) -> anyhow::Result<()> {
        let pages = self.entries.iter().filter(|entry| is_selected(entry)).map(async |entry| {
            match self.mode {
                PageCacheMode::On => self.render_first(entry).await,
                PageCacheMode::Off => self.probe_entry(entry).await,
            }
        });
        join_all(pages).await.into_iter().collect()
    }

    /// Renders the app shells that are missing.
    async fn prepare_shells(&self) {
        join_all(self.without_shell().map(async |entry| {
            if let Err(error) = entry.prepare_shell(&self.renderer).await {
                tracing::warn!(url = %entry.page(), %error, "app shell not rendered");
            }
        }))
        .await;
    }

    /// The number of pages without an app shell, which would be their last fallback.
    pub(crate) fn missing_shells(&self) -> usize {
        self.without_shell().count()
    }

    fn without_shell(&self) -> impl Iterator<Item = &Arc<CacheEntry>> {
        self.entries.iter().filter(|entry| entry.shell().is_none())
    }

    async fn render_first(&self, entry: &Arc<CacheEntry>) -> anyhow::Result<()> {
        let rendered = match entry.render(&self.renderer, Wait::Background) {
            Some((render, _)) => render.rendered().await.map(drop),
            None => entry.failure().map_or(Ok(()), Err),
        };
        rendered.with_context(|| entry.page().to_string())
    }

    async fn probe_entry(&self, entry: &CacheEntry) -> anyhow::Result<()> {
        let probed = entry.probe(&self.renderer).await;
        probed
            .inspect_err(|error| self.renderer.failures.log(entry.page(), error))
            .with_context(|| entry.page().to_string())
    }

    fn is_first_of_its_locale(&self, entry: &Arc<CacheEntry>) -> bool {
        let has_locale = |other: &&Arc<CacheEntry>| other.page().locale() == entry.page().locale();
        self.entries.iter().find(has_locale).is_some_and(|first| Arc::ptr_eq(first, entry))
    }

    /// The code of each locale, and how far its pages are.
    pub(crate) fn locales(&self) -> Vec<(String, Progress)> {
        let mut locales: Vec<(String, Progress)> = Vec::new();
        for entry in &self.entries {
            let (code, progress) = (entry.page().locale().code(), entry.progress());
            match locales.iter_mut().find(|(known, _)| known == code) {
                Some((_, furthest)) => *furthest = progress.max(*furthest),
                None => locales.push((code.to_owned(), progress)),
            }
        }
        locales
    }

    fn is_warmed_up(&self) -> bool {
        self.locales().iter().all(|(_, progress)| *progress == Progress::Rendered)
    }
}
