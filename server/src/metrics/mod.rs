//! Prometheus metrics, in one registry of the process. This module knows none of the others, which
//! report to [`METRICS`].
//!
//! Every label has a bounded set of values, known from the site's own lists:
//! nothing that a client sends becomes one.

use std::fmt;
use std::hash::Hash;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

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

/// Declares the metrics of a subject, each with its name, its help and, where it has no default, its
/// value. The help documents the field too; the format appends `_total` to the name of a counter, and a
/// full stop to the help.
macro_rules! metrics {
    ($(#[$meta:meta])* $subject:ident {
        $($visibility:vis $field:ident: $metric:ty = $name:literal, $help:literal $(, $value:expr)?;)*
    }) => {
        $(#[$meta])*
        pub(crate) struct $subject {
            $(#[doc = $help] $visibility $field: $metric,)*
        }

        impl $subject {
            /// Creates the metrics, and registers them.
            pub(super) fn register(registry: &mut Registry) -> Self {
                Self {
                    $($field: {
                        let metric: $metric = metrics!(@value $($value)?);
                        registry.register($name, $help, metric.clone());
                        metric
                    },)*
                }
            }
        }
    };
    (@value) => { Default::default() };
    (@value $value:expr) => { $value };
}

// After the macro, which they use.
mod http;
mod links;
mod process;
mod renders;
mod visits;
mod web_vitals;

/// All metrics of the process.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The metrics of a process.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests and connections.
    pub http: HttpMetrics,
    /// The operator's links.
    pub links: LinkMetrics,
    /// Renders, the queue before them, and the engines.
    pub renders: RenderMetrics,
    /// The server itself.
    pub server: ServerMetrics,
    /// Page views and clicks.
    pub visits: VisitMetrics,
    /// Core Web Vitals of visits.
    pub web_vitals: WebVitalsMetrics,
}

metrics! {
    /// Metrics of the server itself.
    #[derive(Debug)]
    ServerMetrics {
        page_cache_lookups: Family<Labels<2>, Counter> =
            "marquee_page_cache_lookups", "Page cache lookups by result";
        pub hydration_errors: Counter =
            "marquee_hydration_errors",
            "Reports of pages that did not hydrate, one for each client in 15 minutes";
        reloads: Family<Labels<1>, Counter> =
            "marquee_reloads", "Reloads of the site by outcome",
            counters("outcome", ["applied", "rejected"]);
        pub ready: Gauge = "marquee_ready", "Whether the process is ready, 1 or 0";
        pub page_overdue: Gauge =
            "marquee_page_overdue_seconds",
            "Time since the oldest cached page that had a request recently expired; 0 if none has";
        pub missing_app_shells: Gauge =
            "marquee_app_shells_missing",
            "Pages without an app shell, the last fallback when they cannot be rendered";
        pub memory_limit: Gauge<f64, AtomicU64> =
            "marquee_memory_limit_bytes",
            "Lowest memory limit of the process's control group and those above it, or +Inf";
        log_lines_dropped: Counter =
            "marquee_log_lines_dropped",
            "Log lines dropped because their reader was too slow, or because they could not be written";
        pub event_loop_lag: Histogram =
            "marquee_event_loop_lag_seconds",
            "How late a timer fires, measured once a second on each thread with an event loop",
            durations();
        build_info: Family<BuildInfo, Gauge> =
            "marquee_build_info", "Version of the server and build of the site; always 1";
    }
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
        Self {
            http: HttpMetrics::register(&mut registry),
            links: LinkMetrics::register(&mut registry),
            renders: RenderMetrics::register(&mut registry),
            server: ServerMetrics::register(&mut registry),
            visits: VisitMetrics::register(&mut registry),
            web_vitals: WebVitalsMetrics::register(&mut registry),
            registry,
        }
    }

    /// Writes all metrics as OpenMetrics 1.0.
    pub(crate) fn encode(&self) -> Result<String, fmt::Error> {
        let mut metrics = String::new();
        text::encode(&mut metrics, &self.registry)?;
        Ok(metrics)
    }
}

impl ServerMetrics {
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

/// Counters by a label, exported with these values from the start, so that the first increase is one.
fn counters<const N: usize>(
    label: &'static str,
    values: [&'static str; N],
) -> Family<Labels<1>, Counter> {
    let counters = Family::default();
    for value in values {
        drop(counters.get_or_create(&[(label, value)]));
    }
    counters
}

/// Histograms by labels, made by a function.
type Histograms<L> = Family<L, Histogram, fn() -> Histogram>;

fn histograms<L: Clone + Eq + Hash>(new: fn() -> Histogram) -> Histograms<L> {
    Family::new_with_constructor(new)
}

/// A histogram of durations.
fn durations() -> Histogram {
    Histogram::new(DURATION_BUCKETS)
}
