//! Whether the process wants visitors: whether it could serve one any page now.

use std::fmt;

use marquee_renderer::Engines;

use crate::app::App;

/// One thing that must hold while visitors are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    /// Its name.
    name: String,
    /// What is wrong, if it does not hold.
    pub(super) fault: Option<String>,
}

impl Condition {
    fn new(name: impl Into<String>, holds: bool, fault: impl FnOnce() -> String) -> Self {
        Self { name: name.into(), fault: (!holds).then(fault) }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            None => write!(formatter, "[+] {}", self.name),
            Some(fault) => write!(formatter, "[-] {}: {fault}", self.name),
        }
    }
}

/// Everything that must hold. The content service is not among it: pages are
/// served without it, and identical processes would all leave at once.
#[must_use]
pub(super) fn conditions(app: &App) -> Vec<Condition> {
    let pages = &app.release().pages;
    let Engines { up, desired } = pages.engines();
    // One engine serves every page, if slowly, and a full cache serves them while
    // the last engine is replaced.
    let engines = Condition::new("engines", up > 0 || pages.are_all_cached(), || {
        format!("{up} of {desired} engines are up, and not every page is cached")
    });
    let languages = pages.proven_languages().into_iter().map(|(code, is_proven)| {
        Condition::new(format!("pages-{code}"), is_proven, || "none was rendered yet".into())
    });
    let staying = Condition::new("staying", !app.phase.is_draining(), || {
        "the process was told to stop".into()
    });
    std::iter::once(engines).chain(languages).chain([staying]).collect()
}

/// Whether everything holds that must.
#[must_use]
pub(super) fn is_ready(app: &App) -> bool {
    conditions(app).iter().all(|condition| condition.fault.is_none())
}

/// Whether everything has held once.
#[must_use]
pub(super) fn has_started(app: &App) -> bool {
    app.phase.has_started(|| is_ready(app))
}
