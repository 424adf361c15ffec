//! What is counted, in the words of Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::page::Step;

/// All metrics of the process. Every label has a bounded set of values.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// By the place of the step in [`Step::ALL`].
    pages: [Counter; Step::ALL.len()],
    hydration_errors: Counter,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StepLabel {
    step: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("marquee");
        let steps = Family::<StepLabel, Counter>::default();
        // Each is there from the start, and found again without a look-up.
        let pages =
            Step::ALL.map(|step| steps.get_or_create(&StepLabel { step: step.name() }).clone());
        registry.register("pages", "Pages answered, by the step of the ladder taken", steps);
        let hydration_errors = Counter::default();
        registry.register(
            "hydration_errors",
            "Pages that browsers said did not hydrate as they were served",
            hydration_errors.clone(),
        );
        Self { registry, pages, hydration_errors }
    }
}

impl Metrics {
    /// Counts an answer with a page.
    pub fn page(&self, step: Step) {
        if let Some(index) = Step::ALL.iter().position(|known| *known == step) {
            self.pages[index].inc();
        }
    }

    /// Counts a page that did not come to life.
    pub fn hydration_error(&self) {
        self.hydration_errors.inc();
    }

    /// Everything, as `OpenMetrics` text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = prometheus_client::encoding::text::encode(&mut text, &self.registry);
        text
    }
}
