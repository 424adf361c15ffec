//! Pages that are rendered before anybody asks for them.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use futures_util::future::join_all;
use tokio::time::sleep;

use super::error::PageError;
use super::pages::{PageCache, Pages};
use super::slot::Slot;

/// Pause before a site that could not be rendered in every language is tried
/// again.
const UNPROVEN_PAUSE: Duration = Duration::from_secs(1);

impl Pages {
    /// Renders pages ahead: all of them at once, then those in use whenever a
    /// time bucket ends, for as long as there are pages.
    pub async fn keep_ready(pages: Weak<Self>) {
        loop {
            let Some(site) = pages.upgrade() else { return };
            if !site.is_proven() {
                // Failures are logged, and met again by the first visitor.
                let _ = site.warm_up().await;
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
                let _ = slot.render(&pages.renderer, &pages.runtime);
            }
        }
    }

    /// Renders every page that is kept, or one in each language where none is,
    /// and prepares every shell.
    ///
    /// # Errors
    /// The first page that cannot be rendered: its address, and why. All others
    /// are prepared nevertheless.
    pub async fn warm_up(&self) -> Result<(), (String, PageError)> {
        let outcomes = join_all(self.slots.iter().map(async |slot| {
            let rendered = match self.cache {
                PageCache::On => {
                    slot.render(&self.renderer, &self.runtime).0.rendered().await.map(drop)
                }
                PageCache::Off if self.stands_for_its_language(slot) => slot
                    .try_out(&self.renderer)
                    .await
                    .inspect_err(|error| error.log(&slot.address())),
                PageCache::Off => Ok(()),
            };
            if let Err(error) = slot.prepare_shell(&self.renderer).await {
                tracing::debug!(address = %slot.address(), %error, "page has no shell");
            }
            rendered.map_err(|error| (slot.address().to_string(), error))
        }));
        outcomes.await.into_iter().collect()
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
