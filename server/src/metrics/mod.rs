//! Prometheus metrics, in one registry of the process. This module knows none of the others, which
//! report to [`METRICS`].
//!
//! Every label has a bounded set of values, known from the site's own lists:
//! nothing that a client sends becomes one.

mod http;
mod links;
mod process;
mod renders;
mod visits;
mod web_vitals;

use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

pub(crate) use http::{HttpMetrics, RequestLabels};
pub(crate) use links::{ContentLabels, LinkMetrics};
pub(crate) use renders::RenderMetrics;
pub(crate) use visits::VisitMetrics;
pub(crate) use web_vitals::{Visit, WebVitalsMetrics};

use process::ProcessCollector;

/// Upper bounds of the buckets of durations in seconds: from a page in the cache, which
/// takes tens of microseconds, to the timeouts.
const DURATION_BUCKETS: [f64; 17] = [
    0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
    1.0, 2.5, 5.0, 10.0,
];

/// All metrics of the process.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The metrics of a process.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests and connections.
    pub http: HttpMetrics,
    page_cache_lookups: Family<Labels<2>, Counter>,
    /// Renders, the queue before them, and the engines.
    pub renders: RenderMetrics,
    /// The operator's links.
    pub links: LinkMetrics,
    /// Accepted reports of pages that did not hydrate.
    pub hydration_errors: Counter,
    /// Page views and clicks.
    pub visits: VisitMetrics,
    /// Core Web Vitals of visits.
    pub web_vitals: WebVitalsMetrics,
    reloads: Family<Labels<1>, Counter>,
    /// Whether the process is ready, 1 or 0; set at each scrape.
    pub ready: Gauge,
    /// Seconds since the oldest cached page that is in use expired; set at each scrape.
    pub page_overdue: Gauge,
    /// Pages without an app shell; set at each scrape.
    pub missing_app_shells: Gauge,
    /// Limit of memory in bytes, or +Inf; set at each scrape.
    pub memory_limit: Gauge<f64, AtomicU64>,
    log_lines_dropped: Counter,
    /// How late timers fire on the threads with an event loop.
    pub event_loop_lag: Histogram,
    build_info: Family<BuildInfo, Gauge>,
}

/// Labels that have values of one type, by their names.
type Labels<const N: usize, V = &'static str> = [(&'static str, V); N];

/// The labels of `marquee_build_info`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct BuildInfo {
    /// Build of the site.
    pub build: String,
    /// Commit of the site.
    pub commit: String,
    /// Engine of the server.
    pub engine: &'static str,
    /// Version of the server.
    pub version: &'static str,
}

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(ProcessCollector::new()));
        let reloads: Family<Labels<1>, Counter> =
            register(&mut registry, "marquee_reloads", "Reloads of the site by outcome");
        for outcome in ["applied", "rejected"] {
            drop(reloads.get_or_create(&[("outcome", outcome)]));
        }
        Self {
            http: HttpMetrics::register(&mut registry),
            page_cache_lookups: register(
                &mut registry,
                "marquee_page_cache_lookups",
                "Page cache lookups by result",
            ),
            renders: RenderMetrics::register(&mut registry),
            links: LinkMetrics::register(&mut registry),
            hydration_errors: register(
                &mut registry,
                "marquee_hydration_errors",
                "Reports of pages that did not hydrate, one for each client in 15 minutes",
            ),
            visits: VisitMetrics::register(&mut registry),
            web_vitals: WebVitalsMetrics::register(&mut registry),
            reloads,
            ready: register(&mut registry, "marquee_ready", "Whether the process is ready, 1 or 0"),
            page_overdue: register(
                &mut registry,
                "marquee_page_overdue_seconds",
                "Time since the oldest cached page that had a request recently expired; 0 if none has",
            ),
            missing_app_shells: register(
                &mut registry,
                "marquee_app_shells_missing",
                "Pages without an app shell, the last fallback when they cannot be rendered",
            ),
            memory_limit: register(
                &mut registry,
                "marquee_memory_limit_bytes",
                "Lowest memory limit of the process's control group and those above it, or +Inf",
            ),
            log_lines_dropped: register(
                &mut registry,
                "marquee_log_lines_dropped",
                "Log lines dropped because their reader was too slow, or because they could not be written",
            ),
            event_loop_lag: register_as(
                &mut registry,
                "marquee_event_loop_lag_seconds",
                "How late a timer fires, measured once a second on each thread with an event loop",
                durations(),
            ),
            build_info: register(
                &mut registry,
                "marquee_build_info",
                "Version of the server and build of the site; always 1",
            ),
            registry,
        }
    }

    pub(crate) fn page_cache_lookups(
        &self,
        outcome: &'static str,
        result: &'static str,
    ) -> Counter {
        self.page_cache_lookups.get_or_create_owned(&[("outcome", outcome), ("result", result)])
    }

    /// Sets the number of log lines dropped so far.
    pub(crate) fn set_log_lines_dropped(&self, lines: u64) {
        self.log_lines_dropped.inner().store(lines, Ordering::Relaxed);
    }

    /// Counts a reload.
    pub(crate) fn reloaded(&self, is_applied: bool) {
        let outcome = if is_applied { "applied" } else { "rejected" };
        self.reloads.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// Sets what is being served from now on.
    pub(crate) fn set_build_info(&self, build: &BuildInfo) {
        self.build_info.clear();
        self.build_info.get_or_create(build).set(1);
    }

    /// Writes all metrics as OpenMetrics 1.0.
    pub(crate) fn encode(&self) -> Result<String, fmt::Error> {
        let mut metrics = String::new();
        text::encode(&mut metrics, &self.registry)?;
        Ok(metrics)
    }
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments the gauge.
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Registers a new metric, and returns it. The format appends `_total` to the name of a
/// counter, and a full stop to `help`.
fn register<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    register_as(registry, name, help, M::default())
}

/// Registers this metric in the same way.
fn register_as<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

/// A histogram of durations.
fn durations() -> Histogram {
    Histogram::new(DURATION_BUCKETS)
}
