//! The log of failed renders. Until a page of the release has been rendered, failures are
//! withheld: where every page fails, one line says so.

use std::collections::BTreeMap;

use marquee_renderer::RenderError;
use parking_lot::Mutex;

use super::error::PageError;
use super::site_page::SitePage;

/// The failed renders of a release.
#[derive(Debug)]
pub(super) struct Failures {
    /// Those withheld from the log, by URL; `None` once a page has been rendered.
    withheld: Mutex<Option<BTreeMap<String, PageError>>>,
}

impl Default for Failures {
    fn default() -> Self {
        Self { withheld: Mutex::new(Some(BTreeMap::new())) }
    }
}

impl Failures {
    /// Logs a failed render. One that threw or is not whole is withheld while no page has been
    /// rendered; a slow one never, as the process may not live to report it.
    pub(super) fn log(&self, page: &SitePage, error: &PageError) {
        let is_of_code = matches!(
            error,
            PageError::Render(RenderError::Failed { .. }) | PageError::NotWhole { .. }
        );
        if is_of_code && let Some(withheld) = &mut *self.withheld.lock() {
            withheld.insert(page.to_string(), error.clone());
        } else {
            error.log(&page.to_string());
        }
    }

    /// Records that a page has been rendered, and logs the failures before that.
    pub(super) fn rendered(&self) {
        for (url, error) in self.withheld.lock().take().into_iter().flatten() {
            error.log(&url);
        }
    }

    /// Logs that no page can be rendered, if that is so.
    pub(super) fn report(&self) {
        if let Some(withheld) = &*self.withheld.lock()
            && let Some(error) = withheld.values().next()
        {
            let (pages, component_stack) = (withheld.len(), error.component_stack());
            tracing::error!(
                pages,
                %error,
                component_stack,
                "no page can be rendered: roll back, or fix the code"
            );
        }
    }
}
