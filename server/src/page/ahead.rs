//! Pages that are rendered before anybody asks for them.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use futures_util::future::{join, join_all};
use tokio::time::sleep;

use super::error::PageError;
use super::pages::{PageCache, Pages};
use super::slot::{Slot, Wait};

/// Pause before a site that could not be rendered in every language is tried
/// again.
const UNPROVEN_PAUSE: Duration = Duration::from_secs(1);

/// A page by its address, and why it cannot be rendered.
type Failure = (String, PageError);

impl Pages {
    /// Renders pages ahead: all of them at once, then those in use whenever a
    /// time bucket ends, for as long as there are pages.
    pub async fn keep_ready(pages: Weak<Self>) {
        loop {
            let Some(site) = pages.upgrade() else { return };
            if !site.is_proven() {
                // Failures are logged, and met again by the first client.
                let _ = site
                    .warm_up(|slot| match site.cache {
                        PageCache::On => !slot.has_been_rendered(),
                        // No page is kept: one says whether a language can be rendered.
                        PageCache::Off => site.stands_for_its_language(slot),
                    })
                    .await;
            }
            let rest = site.buckets().rest(SystemTime::now());
            let pause = match (site.is_proven(), site.cache) {
                // No visitor will come before it is, and cause another try.
                (false, _) => rest.min(UNPROVEN_PAUSE),
                (true, PageCache::On) => rest,
                (true, PageCache::Off) => return,
            };
            drop(site);
            sleep(pause).await;
            let Some(pages) = pages.upgrade() else { return };
            let now = pages.buckets().at(SystemTime::now());
            for slot in pages.slots.iter().filter(|slot| slot.is_in_use(now)) {
                // It goes on by itself.
                let _ = slot.render(&pages, Wait::Background);
            }
        }
    }

    /// Renders every page in every language, and prepares every shell. Where pages
    /// are kept, these are their first copies.
    ///
    /// # Errors
    /// The first page that cannot be rendered: its address, and why. All others
    /// are prepared nevertheless.
    pub async fn prepare(&self) -> Result<(), Failure> {
        self.warm_up(|_| true).await
    }

    /// Renders every page in every language again, and keeps none of it.
    ///
    /// # Errors
    /// Those of [`Pages::prepare`].
    pub async fn probe(&self) -> Result<(), Failure> {
        let outcomes = join_all(self.slots.iter().map(async |slot| self.try_out(slot).await));
        outcomes.await.into_iter().collect()
    }

    async fn warm_up(&self, is_wanted: impl Fn(&Arc<Slot>) -> bool) -> Result<(), Failure> {
        let pages =
            self.slots.iter().filter(|slot| is_wanted(slot)).map(async |slot| match self.cache {
                PageCache::On => self.first_copy(slot).await,
                PageCache::Off => self.try_out(slot).await,
            });
        // The shells are queued first, so that no page that hangs comes before them.
        let ((), outcomes) = join(self.prepare_shells(), join_all(pages)).await;
        outcomes.into_iter().collect()
    }

    /// Prepares the shells that are not there yet.
    async fn prepare_shells(&self) {
        let missing = self.slots.iter().filter(|slot| slot.shell().is_none());
        join_all(missing.map(async |slot| {
            if let Err(error) = slot.prepare_shell(&self.renderer).await {
                tracing::debug!(address = %slot.address(), %error, "page has no shell");
            }
        }))
        .await;
    }

    async fn first_copy(&self, slot: &Arc<Slot>) -> Result<(), Failure> {
        let rendered = match slot.render(self, Wait::Background) {
            Some((render, _)) => render.rendered().await.map(drop),
            None => slot.failure().map_or(Ok(()), Err),
        };
        rendered.map_err(|error| (slot.address().to_string(), error))
    }

    async fn try_out(&self, slot: &Slot) -> Result<(), Failure> {
        slot.probe(&self.renderer).await.map_err(|error| {
            error.log(&slot.address());
            (slot.address().to_string(), error)
        })
    }

    fn stands_for_its_language(&self, slot: &Arc<Slot>) -> bool {
        let speaks = |other: &&Arc<Slot>| {
            other.address().language.locale() == slot.address().language.locale()
        };
        self.slots.iter().find(speaks).is_some_and(|first| Arc::ptr_eq(first, slot))
    }

    /// The code of each language, and whether a page was rendered in it yet.
    #[must_use]
    pub fn proven_languages(&self) -> Vec<(String, bool)> {
        let mut languages: Vec<(String, bool)> = Vec::new();
        for slot in &self.slots {
            let code = slot.address().language.locale().code();
            match languages.iter_mut().find(|(known, _)| known == code) {
                Some((_, is_proven)) => *is_proven |= slot.has_been_rendered(),
                None => languages.push((code.to_owned(), slot.has_been_rendered())),
            }
        }
        languages
    }

    fn is_proven(&self) -> bool {
        self.proven_languages().iter().all(|(_, is_proven)| *is_proven)
    }
}
