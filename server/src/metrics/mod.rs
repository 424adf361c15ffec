//! Prometheus metrics.
//!
//! Every label has a bounded set of values, known from the site's own lists:
//! nothing that a client sends becomes one.

mod http;
mod links;
mod renders;

use prometheus::core::Collector;
#[cfg(target_os = "linux")]
use prometheus::process_collector::ProcessCollector;
use prometheus::{
    HistogramOpts, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

pub use http::{HttpMetrics, RequestLabels};
pub use links::LinkMetrics;
pub use renders::RenderMetrics;

use crate::cache_outcome::CacheOutcome;
use crate::telemetry;

/// Upper bounds of the buckets of durations in seconds: those of OpenTelemetry's
/// semantic conventions for HTTP, and one below them, since most pages are cached.
const DURATION_BUCKETS: [f64; 15] =
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// All metrics of the process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// Requests and connections.
    pub http: HttpMetrics,
    /// By the number of the outcome, so that no labels are looked up.
    page_cache_lookups: [IntCounter; CacheOutcome::ALL.len()],
    /// Renders, the queue before them, and the engines.
    pub renders: RenderMetrics,
    /// The operator's links.
    pub links: LinkMetrics,
    /// Accepted reports of pages that did not hydrate.
    pub hydration_errors: IntCounter,
    reloads: IntCounterVec,
    /// Whether the process is ready, 1 or 0; set at each scrape.
    pub ready: IntGauge,
    log_lines_dropped: IntCounter,
    build_info: IntGaugeVec,
}

/// The labels of `marquee_build_info`.
#[derive(Debug, Clone)]
pub struct BuildInfo {
    /// Version of the server.
    pub version: &'static str,
    /// Commit of the site.
    pub commit: String,
    /// Engine of the server.
    pub engine: &'static str,
    /// Build of the site.
    pub build: String,
}

impl Default for Metrics {
    fn default() -> Self {
        let registry = Registry::new();
        #[cfg(target_os = "linux")]
        add(&registry, ProcessCollector::for_self());
        let lookups = register(
            &registry,
            IntCounterVec::new(
                Opts::new("marquee_page_cache_lookups_total", "Page cache lookups by result."),
                &["outcome", "result"],
            ),
        );
        let reloads = register(
            &registry,
            IntCounterVec::new(
                Opts::new("marquee_reloads_total", "Reloads of the site by outcome."),
                &["outcome"],
            ),
        );
        for outcome in ["applied", "rejected"] {
            reloads.with_label_values(&[outcome]);
        }
        Self {
            http: HttpMetrics::register(&registry),
            page_cache_lookups: CacheOutcome::ALL
                .map(|outcome| lookups.with_label_values(&[outcome.name(), outcome.result()])),
            renders: RenderMetrics::register(&registry),
            links: LinkMetrics::register(&registry),
            hydration_errors: register(
                &registry,
                IntCounter::new(
                    "marquee_hydration_errors_total",
                    "Reports of pages that did not hydrate, one for each client in 15 minutes.",
                ),
            ),
            reloads,
            ready: register(
                &registry,
                IntGauge::new("marquee_ready", "Whether the process is ready, 1 or 0."),
            ),
            log_lines_dropped: register(
                &registry,
                IntCounter::new(
                    "marquee_log_lines_dropped_total",
                    "Log lines dropped because their reader was too slow.",
                ),
            ),
            build_info: register(
                &registry,
                IntGaugeVec::new(
                    Opts::new(
                        "marquee_build_info",
                        "Version of the server and build of the site; always 1.",
                    ),
                    &["version", "commit", "engine", "build"],
                ),
            ),
            registry,
        }
    }
}

impl Metrics {
    /// Counts a request for a page.
    pub fn page_served(&self, outcome: CacheOutcome) {
        self.page_cache_lookups[outcome as usize].inc();
    }

    /// Counts a reload.
    pub fn reloaded(&self, is_applied: bool) {
        let outcome = if is_applied { "applied" } else { "rejected" };
        self.reloads.with_label_values(&[outcome]).inc();
    }

    /// Sets what is being served from now on.
    pub fn set_build_info(&self, build: &BuildInfo) {
        self.build_info.reset();
        let labels = [build.version, &build.commit, build.engine, &build.build];
        self.build_info.with_label_values(&labels).set(1);
    }

    /// Writes all metrics in the Prometheus text format.
    ///
    /// # Errors
    /// When two metrics contradict each other.
    pub fn encode(&self) -> prometheus::Result<String> {
        let dropped = telemetry::dropped_log_lines();
        self.log_lines_dropped.inc_by(dropped.saturating_sub(self.log_lines_dropped.get()));
        self.links.update_age();
        TextEncoder::new().encode_to_string(&self.registry.gather())
    }
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(IntGauge);

impl GaugeGuard {
    /// Increments the gauge.
    #[must_use]
    pub fn new(gauge: &IntGauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Registers a new metric, and returns it.
#[expect(clippy::expect_used, reason = "names are constants, and every start uses them")]
fn register<M: Collector + Clone + 'static>(
    registry: &Registry,
    metric: prometheus::Result<M>,
) -> M {
    let metric = metric.expect("a valid name");
    add(registry, metric.clone());
    metric
}

#[expect(clippy::expect_used, reason = "names are constants, and every start uses them")]
fn add(registry: &Registry, collector: impl Collector + 'static) {
    registry.register(Box::new(collector)).expect("a new name");
}

fn durations(name: &str, help: &str) -> HistogramOpts {
    HistogramOpts::new(name, help).buckets(DURATION_BUCKETS.to_vec())
}
