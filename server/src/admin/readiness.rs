//! Readiness: whether the process could serve any page now.

use std::fmt;

use marquee_renderer::Engines;

use crate::page::Progress;
use crate::state::AppState;

/// A condition of readiness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Condition {
    name: String,
    pub(super) holds: bool,
    /// What an operator should know.
    detail: Option<String>,
}

impl Condition {
    /// A condition with a detail for when it does not hold.
    fn new(name: &str, holds: bool, problem: impl FnOnce() -> String) -> Self {
        Self { name: name.into(), holds, detail: (!holds).then(problem) }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.holds { '+' } else { '-' };
        write!(formatter, "[{sign}] {}", self.name)?;
        self.detail.iter().try_for_each(|detail| write!(formatter, ": {detail}"))
    }
}

/// All conditions of readiness. The content service is none of them: pages are served
/// without it, and all pods would become unready at the same time.
pub(super) fn conditions(app: &AppState) -> Vec<Condition> {
    let pages = &app.release().pages;
    let Engines { up, desired, .. } = pages.engines();
    // One engine can render every page, if slowly, and a full cache serves them while
    // the last engine is replaced.
    let engines = Condition::new("engines", up > 0 || pages.are_all_cached(), || {
        format!("{up} of {desired} engines are up, and not every page is cached")
    });
    let locales = pages.locales();
    let is_any_rendered = locales.iter().any(|locale| locale.furthest == Progress::Rendered);
    let locales = locales.into_iter().map(|locale| {
        let (holds, detail) = match locale.furthest {
            Progress::Pending => (false, Some("none was rendered yet")),
            // Where one language fails, it fails in each new process, and the others must be
            // served. Where all do, the build is bad.
            Progress::Failed => (is_any_rendered, Some("they fail, and app shells are served")),
            Progress::Rendered if locale.is_any_failing => {
                (true, Some("some fail, and stale pages or app shells are served"))
            }
            Progress::Rendered => (true, None),
        };
        let name = format!("pages-{}", locale.code);
        Condition { name, holds, detail: detail.map(str::to_owned) }
    });
    let serving = Condition::new("serving", !app.lifecycle.is_draining(), || {
        "the process is draining".into()
    });
    std::iter::once(engines).chain(locales).chain([serving]).collect()
}

/// Whether all conditions are true.
pub(super) fn is_ready(app: &AppState) -> bool {
    conditions(app).iter().all(|condition| condition.holds)
}

/// Whether all conditions were true once.
pub(crate) fn has_started(app: &AppState) -> bool {
    app.lifecycle.has_started(|| is_ready(app))
}
