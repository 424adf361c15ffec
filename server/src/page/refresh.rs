//! What is rendered into the page cache and when: for a client, ahead of clients, and again after
//! a failure.

use std::io;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context;
use futures_util::future::{join, join_all};
use futures_util::{FutureExt, StreamExt, stream};
use marquee_renderer::Priority;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tracing::Instrument;

use super::cache::PageCache;
use super::cache_entry::{CacheEntry, Progress, Render, State, end_of};
use super::cache_outcome::CacheOutcome;
use super::error::PageError;
use super::rendering::{CachedPage, Rendition};
use crate::tasks;

/// Interval in which failed renders are looked for that are due again.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Pause between a retry that failed and the next one of any page, as a multiple of
/// its duration: pages that hang never take all of an engine's time.
const PAUSE_FACTOR: u32 = 3;

const MAX_PAUSE: Duration = Duration::from_mins(1);

impl PageCache {
    /// Renders all pages once, then those in use whenever a time window ends, and meanwhile those that
    /// failed again, until `pages` is dropped.
    pub(crate) async fn run_refresh(pages: Weak<Self>) {
        join(Self::run_refresh_ahead(&pages), Self::run_retries(&pages)).await;
    }

    async fn run_refresh_ahead(pages: &Weak<Self>) {
        let Some(cache) = pages.upgrade() else { return };
        let windows = cache.windows();
        if cache.prewarm(|entry| cache.is_on || cache.is_first_page(entry)).await.is_err() {
            cache.report_if_none_is_rendered();
        }
        drop(cache);
        loop {
            sleep(windows.remaining(SystemTime::now())).await;
            let Some(cache) = pages.upgrade() else { return };
            let now = windows.at(SystemTime::now());
            // Failures are logged.
            let _ = cache.render_all(Rendition::Page, |entry| entry.is_in_use(now)).await;
        }
    }

    /// Repeats failed renders until they succeed, less and less often, and one at a time of all.
    async fn run_retries(pages: &Weak<Self>) {
        loop {
            let Some(cache) = pages.upgrade() else { return };
            let begun = Instant::now();
            let pause = match cache.due_retry() {
                None => RETRY_INTERVAL,
                Some((entry, rendition)) => {
                    let retry = cache.attempt(entry, rendition, Priority::background());
                    let is_failing = retry.await.is_err();
                    let pause = (begun.elapsed() * PAUSE_FACTOR).min(MAX_PAUSE);
                    if is_failing { pause } else { Duration::ZERO }
                }
            };
            drop(cache);
            sleep(pause).await;
        }
    }

    /// A failed render that is due again: of an app shell, of a page in use, or of the site's first page, so
    /// that a locale becomes ready.
    fn due_retry(&self) -> Option<(&CacheEntry, Rendition)> {
        let (now, window) = (Instant::now(), self.windows().at(SystemTime::now()));
        let is_wanted = |entry: &CacheEntry, rendition| {
            rendition == Rendition::Shell || entry.is_in_use(window) || self.is_first_page(entry)
        };
        let all = self.entries.iter().flat_map(|entry| Rendition::BOTH.map(|it| (entry, it)));
        all.filter_map(|(entry, rendition)| {
            Some((entry.failure(rendition)?.1.at, entry, rendition))
        })
        .filter(|(at, entry, rendition)| *at <= now && is_wanted(entry, *rendition))
        .min_by_key(|(at, ..)| *at)
        .map(|(_, entry, rendition)| (entry, rendition))
    }

    /// Renders every app shell and these pages, into the cache if there is one.
    ///
    /// # Errors
    /// The URL of the first page that cannot be rendered or is not whole, and why. All others
    /// are rendered nevertheless.
    pub(crate) async fn prewarm(
        self: &Arc<Self>,
        is_prewarmed: impl Fn(&CacheEntry) -> bool,
    ) -> anyhow::Result<()> {
        // App shells go first, so that no page that hangs delays them. Failures are logged.
        let _ = self.render_all(Rendition::Shell, |_| true).await;
        self.render_all(Rendition::Page, is_prewarmed).await
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

    /// Renders these entries, and returns the first error. As many at a time as there are engines, so that a
    /// client's page is not compressed after all of them.
    async fn render_all(
        self: &Arc<Self>,
        rendition: Rendition,
        is_rendered: impl Fn(&CacheEntry) -> bool,
    ) -> anyhow::Result<()> {
        let renders = self.entries.iter().filter(|entry| is_rendered(entry)).map(async |entry| {
            let ended = match self.start(entry, rendition, Priority::background()) {
                Ok((render, _)) => end_of(render).await,
                Err(error) => Err(error),
            };
            ended.with_context(|| entry.page().to_string())
        });
        let renders = stream::iter(renders).buffered(self.engines().desired);
        renders.collect::<Vec<_>>().await.into_iter().collect()
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
                if let Some(timeout) = priority.timeout() {
                    running.raise(timeout);
                }
                return Ok((render.clone(), CacheOutcome::Coalesced));
            }
            State::Failing(error, _) => return Err(error.clone()),
        }
        let (ended, render) = oneshot::channel();
        let render = render.shared();
        *state = State::Running(render.clone(), priority.clone());
        drop(state);
        let (cache, index) = (Arc::clone(self), entry.index);
        let attempt = async move {
            let _ = ended.send(cache.attempt(&cache.entries[index], rendition, priority).await);
        };
        tasks::spawn_on(&self.renderer.runtime, attempt.in_current_span());
        Ok((render, CacheOutcome::Rendered))
    }

    /// Renders an entry, and records and logs how that ended.
    async fn attempt(
        &self,
        entry: &CacheEntry,
        rendition: Rendition,
        priority: Priority,
    ) -> Result<(), PageError> {
        let rendered = tasks::attempt(self.render(entry, rendition, &priority)).await;
        let rendered = rendered.unwrap_or_else(|panic| Err(io::Error::other(panic).into()));
        let outcome = rendered.as_ref().map(drop).map_err(Clone::clone);
        let is_first = !self.is_any_rendered();
        entry.end(rendition, rendered);
        self.log(entry, rendition, outcome.as_ref().err(), is_first);
        outcome
    }

    async fn render(
        &self,
        entry: &CacheEntry,
        rendition: Rendition,
        priority: &Priority,
    ) -> Result<Option<CachedPage>, PageError> {
        if rendition == Rendition::Page && !self.is_on {
            return self.renderer.document(entry.page(), rendition, priority).await.map(|_| None);
        }
        self.renderer.render(entry.page(), rendition, priority).await.map(Some)
    }

    /// Logs a failed render. A failure of the code is withheld until a page has been rendered, which may be
    /// this, the first: where every page fails, one line says so.
    fn log(
        &self,
        entry: &CacheEntry,
        rendition: Rendition,
        error: Option<&PageError>,
        is_first: bool,
    ) {
        match (rendition, error) {
            (Rendition::Shell, Some(error)) => {
                let (url, language) = (entry.page().url(), entry.page().locale().code());
                tracing::warn!(url, language, %error, "app shell not rendered");
            }
            (Rendition::Page, None) if is_first => {
                self.failures_of_code().for_each(|(entry, error)| entry.page().log(&error));
            }
            (Rendition::Page, Some(error)) if self.is_any_rendered() || !error.is_of_code() => {
                entry.page().log(error);
            }
            _ => {}
        }
    }

    fn report_if_none_is_rendered(&self) {
        let mut failures = self.failures_of_code();
        if !self.is_any_rendered()
            && let Some((entry, error)) = failures.next()
        {
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

    fn is_any_rendered(&self) -> bool {
        self.entries.iter().any(|entry| entry.progress() == Progress::Rendered)
    }

    fn failures_of_code(&self) -> impl Iterator<Item = (&CacheEntry, PageError)> {
        self.entries.iter().filter_map(|entry| {
            let (error, _) = entry.failure(Rendition::Page)?;
            error.is_of_code().then_some((entry, error))
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
