//! What is rendered into the page cache and when: for a client, ahead of clients, and again after
//! a failure.

use std::io;
use std::iter::successors;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use futures_util::FutureExt;
use futures_util::future::join_all;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::sleep;
use tracing::Instrument;

use super::cache::{PageCache, PageCacheMode};
use super::cache_entry::{CacheEntry, Progress, Render, State, end_of};
use super::cache_outcome::CacheOutcome;
use super::error::PageError;
use super::rendering::{CachedPage, Priority, Rendition};
use crate::tasks;

/// Delay of the first retry, doubled by each further one.
const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Longest delay. Delays double, so that a page that can be rendered again is retried after no
/// longer than it had failed, and one that never can some six times an hour.
const MAX_DELAY: Duration = Duration::from_mins(10);

/// Pause between a retry that failed and the next one of any page, as a multiple of
/// its duration: pages that hang take at most a quarter of one engine's time.
const PAUSE_FACTOR: u32 = 3;

const MAX_PAUSE: Duration = Duration::from_mins(1);

impl PageCache {
    /// Renders all pages once, then those in use whenever a time window ends, until
    /// `pages` is dropped.
    pub(crate) async fn run_refresh(pages: Weak<Self>) {
        let Some(cache) = pages.upgrade() else { return };
        let windows = cache.windows();
        // App shells go first, so that no page that hangs delays them.
        drop(cache.render_all(Rendition::Shell, &cache.entries));
        let prewarmed = match cache.mode {
            PageCacheMode::On => &cache.entries[..],
            PageCacheMode::Off => &cache.entries[cache.first_page.clone()],
        };
        if cache.render_all(Rendition::Page, prewarmed).await.is_err() {
            cache.report_if_none_is_rendered();
        }
        drop(cache);
        loop {
            sleep(windows.remaining(SystemTime::now())).await;
            let Some(cache) = pages.upgrade() else { return };
            let now = windows.at(SystemTime::now());
            for entry in cache.entries.iter().filter(|entry| entry.is_in_use(now)) {
                let _ = cache.start(entry, Rendition::Page, Priority::background());
            }
        }
    }

    /// Renders every page and every app shell, into the cache if there is one.
    ///
    /// # Errors
    /// The URL of the first page that cannot be rendered or is not whole, and why. All others
    /// are rendered nevertheless.
    pub(crate) async fn prewarm(self: &Arc<Self>) -> anyhow::Result<()> {
        let shells = self.render_all(Rendition::Shell, &self.entries);
        let pages = self.render_all(Rendition::Page, &self.entries).await;
        // Failures are logged.
        let _ = shells.await;
        pages
    }

    /// Renders every page again, and drops it, as a health check.
    ///
    /// # Errors
    /// Those of [`PageCache::prewarm`].
    pub(crate) async fn probe(&self) -> anyhow::Result<()> {
        let probes = self.entries.iter().map(async |entry| {
            let (page, priority) = (entry.page(), Priority::background());
            let probed = self.renderer.document(page, Rendition::Page, &priority).await;
            probed.map(drop).inspect_err(|error| page.log(error)).with_context(|| page.to_string())
        });
        join_all(probes).await.into_iter().collect()
    }

    /// Whether an entry that failed is retried: an app shell, the first page, and pages in use.
    fn is_wanted(&self, index: usize, rendition: Rendition) -> bool {
        let now = self.windows().at(SystemTime::now());
        rendition == Rendition::Shell
            || self.first_page.contains(&index)
            || self.entries[index].is_in_use(now)
    }

    /// Starts to render these entries; the future resolves when all renders have ended, with the
    /// first error.
    fn render_all(
        self: &Arc<Self>,
        rendition: Rendition,
        entries: &[CacheEntry],
    ) -> impl Future<Output = anyhow::Result<()>> {
        let start = |entry| self.start(entry, rendition, Priority::background());
        let started = entries.iter().map(|entry| (entry.page().to_string(), start(entry)));
        let started: Vec<_> = started.collect();
        async {
            let mut all = Ok(());
            for (url, started) in started {
                let ended = match started {
                    Ok((render, _)) => end_of(render).await,
                    Err(error) => Err(error),
                };
                all = all.and(ended.context(url));
            }
            all
        }
    }

    /// Starts a render of an entry, or coalesces with the one in progress. It continues when all
    /// clients disconnect, and is repeated until one succeeds.
    ///
    /// # Errors
    /// Why the last one failed, while it is being repeated.
    pub(super) fn start(
        self: &Arc<Self>,
        entry: &CacheEntry,
        rendition: Rendition,
        priority: Priority,
    ) -> Result<(Render, CacheOutcome), PageError> {
        let mut state = entry.state(rendition);
        match &*state {
            State::Idle => {}
            State::Running(render, running) => {
                if matches!(priority, Priority::Client) {
                    running.raise();
                }
                return Ok((render.clone(), CacheOutcome::Coalesced));
            }
            State::Failing(error) => return Err(error.clone()),
        }
        let (ended, render) = oneshot::channel();
        let render = render.shared();
        *state = State::Running(render.clone(), priority.clone());
        drop(state);
        let index = entry.index;
        // In the span of the request. Retries are not, which would keep it open.
        let first = Arc::clone(self).attempt(index, rendition, priority).in_current_span();
        let (cache, retries) = (Arc::downgrade(self), Arc::clone(&self.retries));
        tasks::spawn_on(&self.renderer.runtime, async move {
            let outcome = first.await;
            let is_retried = outcome.as_ref().is_err_and(|error| !error.is_overload());
            let _ = ended.send(outcome);
            if is_retried {
                retry(&cache, &retries, index, rendition).await;
            }
        });
        Ok((render, CacheOutcome::Rendered))
    }

    /// Renders an entry, and records and logs how that ended.
    async fn attempt(
        self: Arc<Self>,
        index: usize,
        rendition: Rendition,
        priority: Priority,
    ) -> Result<(), PageError> {
        let entry = &self.entries[index];
        let rendered = tasks::attempt(self.render(entry, rendition, &priority)).await;
        let rendered = rendered.unwrap_or_else(|panic| Err(io::Error::other(panic).into()));
        let outcome = rendered.as_ref().map(drop).map_err(Clone::clone);
        entry.end(rendition, rendered);
        self.log(entry, rendition, outcome.as_ref().err());
        outcome
    }

    async fn render(
        &self,
        entry: &CacheEntry,
        rendition: Rendition,
        priority: &Priority,
    ) -> Result<Option<CachedPage>, PageError> {
        match (rendition, self.mode) {
            (Rendition::Page, PageCacheMode::Off) => {
                self.renderer.document(entry.page(), rendition, priority).await.map(|_| None)
            }
            _ => self.renderer.render(entry.page(), rendition, priority).await.map(Some),
        }
    }

    /// Logs a failed render. A failure of the code is withheld until a page has been rendered:
    /// where every page fails, one line says so.
    fn log(&self, entry: &CacheEntry, rendition: Rendition, error: Option<&PageError>) {
        let mut is_any_rendered = self.is_any_rendered.lock();
        match (rendition, error) {
            (Rendition::Shell, None) => {}
            (Rendition::Shell, Some(error)) => {
                let (url, language) = (entry.page().url(), entry.page().locale().code());
                tracing::warn!(url, language, %error, "app shell not rendered");
            }
            (Rendition::Page, None) => {
                if !std::mem::replace(&mut *is_any_rendered, true) {
                    self.failures_of_code().for_each(|(entry, error)| entry.page().log(&error));
                }
            }
            (Rendition::Page, Some(error)) => {
                if *is_any_rendered || !error.is_of_code() {
                    entry.page().log(error);
                }
            }
        }
    }

    fn report_if_none_is_rendered(&self) {
        let is_any_rendered = self.is_any_rendered.lock();
        let mut failures = self.failures_of_code();
        if !*is_any_rendered && let Some((entry, error)) = failures.next() {
            let (url, language) = (entry.page().url(), entry.page().locale().code());
            let (pages, component_stack) = (1 + failures.count(), error.component_stack());
            tracing::error!(
                pages,
                url,
                language,
                %error,
                component_stack,
                "no page can be rendered: roll back, or fix the code"
            );
        }
    }

    fn failures_of_code(&self) -> impl Iterator<Item = (&CacheEntry, PageError)> {
        self.entries.iter().filter_map(|entry| {
            Some((entry, entry.failure(Rendition::Page).filter(PageError::is_of_code)?))
        })
    }

    /// The number of pages without an app shell, which would be their last fallback.
    pub(crate) fn missing_shells(&self) -> usize {
        self.entries.iter().filter(|entry| entry.last_good(Rendition::Shell).is_none()).count()
    }

    /// How far the pages of each locale are.
    pub(crate) fn locales(&self) -> Vec<LocaleState> {
        let mut locales: Vec<LocaleState> = Vec::new();
        for entry in &self.entries {
            let (code, progress) = (entry.page().locale().code(), entry.progress());
            let is_failing = entry.failure(Rendition::Page).is_some();
            match locales.iter_mut().find(|known| known.code == code) {
                Some(known) => {
                    known.furthest = progress.max(known.furthest);
                    known.is_any_failing |= is_failing;
                }
                None => locales.push(LocaleState {
                    code: code.to_owned(),
                    furthest: progress,
                    is_any_failing: is_failing,
                }),
            }
        }
        locales
    }
}

/// The pages of a locale.
pub(crate) struct LocaleState {
    /// The code of the locale.
    pub(crate) code: String,
    /// That of the page that is furthest.
    pub(crate) furthest: Progress,
    /// Whether the last render of any page failed.
    pub(crate) is_any_failing: bool,
}

/// The delays before the retries of a failed render.
fn delays() -> impl Iterator<Item = Duration> {
    successors(Some(FIRST_DELAY), |delay| Some((*delay * 2).min(MAX_DELAY)))
}

/// Repeats a failed render until it succeeds, less and less often, and one at a time of all.
async fn retry(cache: &Weak<PageCache>, retries: &Semaphore, index: usize, rendition: Rendition) {
    for delay in delays() {
        let (cache, _turn) = loop {
            sleep(delay).await;
            let turn = retries.acquire().await;
            let Some(cache) = cache.upgrade() else { return };
            if cache.is_wanted(index, rendition) {
                break (cache, turn);
            }
        };
        let start = Instant::now();
        if cache.attempt(index, rendition, Priority::background()).await.is_ok() {
            return;
        }
        sleep((start.elapsed() * PAUSE_FACTOR).min(MAX_PAUSE)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_at_most_ten_minutes_apart() {
        let seconds: Vec<_> = delays().take(12).map(|delay| delay.as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
    }
}
