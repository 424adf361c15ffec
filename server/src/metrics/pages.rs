//! Responses with a page, by their [`CacheOutcome`].

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::cache_outcome::CacheOutcome;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StepLabels {
    step: &'static str,
    cache: &'static str,
}

/// See the module's documentation.
#[derive(Debug)]
pub struct PageMetrics {
    /// By the place of the step in [`CacheOutcome::ALL`]: found without a look-up.
    steps: [Counter; CacheOutcome::ALL.len()],
}

impl PageMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let family = Family::<StepLabels, Counter>::default();
        let steps = CacheOutcome::ALL.map(|step| {
            let labels = StepLabels { step: step.name(), cache: step.cache_result() };
            // Each is there from the start.
            family.get_or_create(&labels).clone()
        });
        registry.register(
            "pages",
            "PageCache answered, by the step of the cache_outcome taken",
            family,
        );
        Self { steps }
    }

    /// Counts an answer with a page.
    pub fn count(&self, step: CacheOutcome) {
        self.steps[step as usize].inc();
    }
}
