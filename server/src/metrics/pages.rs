//! Answers with a page: the step of the ladder that each stands for, and so what
//! the page cache gave.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::ladder::Step;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StepLabels {
    step: &'static str,
    cache: &'static str,
}

/// See the module's documentation.
#[derive(Debug)]
pub struct PageMetrics {
    /// By the place of the step in [`Step::ALL`]: found without a look-up.
    steps: [Counter; Step::ALL.len()],
}

impl PageMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let family = Family::<StepLabels, Counter>::default();
        let steps = Step::ALL.map(|step| {
            let labels = StepLabels { step: step.name(), cache: step.cache_result() };
            // Each is there from the start.
            family.get_or_create(&labels).clone()
        });
        registry.register("pages", "Pages answered, by the step of the ladder taken", family);
        Self { steps }
    }

    /// Counts an answer with a page.
    pub fn count(&self, step: Step) {
        self.steps[step as usize].inc();
    }
}
