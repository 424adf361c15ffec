//! Readiness: whether the process could serve any page now.

use std::fmt;

use marquee_renderer::Engines;

use crate::state::AppState;

/// A condition of readiness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    /// Its name.
    name: String,
    /// Why it is false, if it is.
    pub(super) problem: Option<String>,
}

impl Condition {
    fn new(name: impl Into<String>, holds: bool, problem: impl FnOnce() -> String) -> Self {
        Self { name: name.into(), problem: (!holds).then(problem) }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            None => write!(formatter, "[+] {}", self.name),
            Some(problem) => write!(formatter, "[-] {}: {problem}", self.name),
        }
    }
}

/// All conditions of readiness. The content service is none of them: pages are served
/// without it, and all pods would become unready at the same time.
pub(super) fn conditions(app: &AppState) -> Vec<Condition> {
    let pages = &app.release().pages;
    let Engines { up, desired } = pages.engines();
    // One engine can render every page, if slowly, and a full cache serves them while
    // the last engine is replaced.
    let engines = Condition::new("engines", up > 0 || pages.are_all_cached(), || {
        format!("{up} of {desired} engines are up, and not every page is cached")
    });
    let locales = pages.rendered_locales().into_iter().map(|(code, is_rendered)| {
        Condition::new(format!("pages-{code}"), is_rendered, || "none was rendered yet".into())
    });
    let serving = Condition::new("serving", !app.lifecycle.is_draining(), || {
        "the process is draining".into()
    });
    std::iter::once(engines).chain(locales).chain([serving]).collect()
}

/// Whether all conditions are true.
pub(super) fn is_ready(app: &AppState) -> bool {
    conditions(app).iter().all(|condition| condition.problem.is_none())
}

/// Whether all conditions were true once.
pub(crate) fn has_started(app: &AppState) -> bool {
    app.lifecycle.has_started(|| is_ready(app))
}
