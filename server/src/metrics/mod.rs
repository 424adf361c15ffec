//! What is counted, in the words of Prometheus.
//!
//! Names say their base unit. Every label has a bounded set of values, known
//! from the site's own lists: nothing that a visitor sends becomes one.

mod exposition;
mod histogram;
mod http;
mod links;
mod log;
mod pages;
mod process;
mod reading;
mod renders;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

pub use exposition::Exposition;
pub use http::{HttpMetrics, RejectionLabel, RequestLabels};
pub use links::LinkMetrics;
pub use pages::PageMetrics;
pub use renders::RenderMetrics;

/// All metrics of the process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// Requests and connections.
    pub http: HttpMetrics,
    /// Answers with a page.
    pub pages: PageMetrics,
    /// Renders and the engines that do them.
    pub renders: RenderMetrics,
    /// The operator's links.
    pub links: LinkMetrics,
    /// Reports of pages that did not hydrate as they were served, as far as they
    /// count.
    pub hydration_errors: Counter,
    /// Bundles that a running server was told to change to.
    pub swaps: Family<SwapLabel, Counter>,
    /// 1 while the process wants visitors, else 0; set at each scrape.
    pub ready: Gauge,
    build: Family<BuildLabels, Gauge>,
}

/// What is being served.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct BuildLabels {
    /// Version of the server.
    pub version: &'static str,
    /// Commit of the site.
    pub commit: String,
    /// Engine of the server.
    pub engine: &'static str,
    /// Build of the site.
    pub build: String,
}

/// Counts one more in a gauge until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments the gauge.
    #[must_use]
    pub fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// What became of a new bundle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct SwapLabel {
    /// `swapped` or `refused`.
    pub outcome: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        process::register(&mut registry);
        let http = HttpMetrics::register(&mut registry);
        let own = registry.sub_registry_with_prefix("marquee");
        http.register_own(own);
        let pages = PageMetrics::register(own);
        let renders = RenderMetrics::register(own);
        let links = LinkMetrics::register(own);
        log::register(own);
        let hydration_errors = Counter::default();
        own.register(
            "hydration_errors",
            "Reports of pages that did not hydrate as they were served, one for each client in 15 minutes",
            hydration_errors.clone(),
        );
        let swaps = Family::<SwapLabel, Counter>::default();
        for outcome in ["swapped", "refused"] {
            drop(swaps.get_or_create(&SwapLabel { outcome }));
        }
        own.register("bundle_swaps", "New bundles, by what became of them", swaps.clone());
        let ready = Gauge::default();
        own.register("ready", "Whether the process wants visitors", ready.clone());
        let build = Family::default();
        own.register("build_info", "1; what is being served", build.clone());
        Self { registry, http, pages, renders, links, hydration_errors, swaps, ready, build }
    }
}

impl Metrics {
    /// Tells what is served from now on.
    pub fn serves(&self, labels: &BuildLabels) {
        self.build.clear();
        self.build.get_or_create(labels).set(1);
    }

    /// Everything, as text.
    #[must_use]
    pub fn text(&self, exposition: Exposition) -> String {
        exposition.text(&self.registry)
    }
}
