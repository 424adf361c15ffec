//! Prometheus metrics, in one registry of the process. This module knows none of the others, which
//! report to [`METRICS`].
//!
//! Every label has a bounded set of values, known from the site's own lists:
//! nothing that a client sends becomes one.

mod process;
mod renders;
mod series;

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::exemplar::HistogramWithExemplars;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

pub(crate) use renders::RenderMetrics;
pub(crate) use series::GaugeGuard;

use process::ProcessCollector;
use series::{Age, By};

/// Upper bounds of the buckets of durations in seconds: from a page in the cache, which
/// takes tens of microseconds, to the timeouts.
const DURATION_BUCKETS: [f64; 17] = [
    0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5,
    1.0, 2.5, 5.0, 10.0,
];

/// Declares the metrics, each with its name, its help, and its value. The help documents the field too; the
/// format appends `_total` to the name of a counter, and a full stop to the help.
macro_rules! metrics {
    ($($name:ident: $metric:ty = $value:expr, $help:literal;)*) => {
        /// The metrics of the process.
        #[derive(Debug)]
        pub(crate) struct Metrics {
            registry: Registry,
            $(#[doc = $help] pub $name: $metric,)*
        }

        impl Metrics {
            fn new() -> Self {
                let mut registry = Registry::default();
                registry.register_collector(Box::new(ProcessCollector::new()));
                $(
                    let $name: $metric = $value;
                    registry.register(stringify!($name), $help, $name.clone());
                )*
                Self { registry, $($name,)* }
            }
        }
    };
}

// Names are those of OpenTelemetry's semantic conventions where there are any. The bounds of field data have
// Google's thresholds of “good” and “poor” among them
// (web.dev/articles/defining-core-web-vitals-thresholds).
metrics! {
    http_server_request_duration_seconds: Family<RequestLabels, Exemplified, fn() -> Exemplified> =
        Family::new_with_constructor(|| HistogramWithExemplars::new(DURATION_BUCKETS.into_iter())),
        "Time from the head of a request to the last byte of its response";
    http_server_active_requests: By<2, Gauge> =
        By::new(["http_request_method", "url_scheme"]), "Requests in flight";
    http_client_request_duration_seconds: By<5, Histogram> =
        By::with(
            [
                "error_type",
                "http_request_method",
                "http_response_status_code",
                "server_address",
                "server_port",
            ],
            durations,
        ),
        "Time of a request to the content service or a data source, from connecting to the last byte of its response";
    marquee_connections: Gauge = Gauge::default(), "Open connections to the public listener";
    marquee_connections_limit: Gauge =
        Gauge::default(),
        "Limit of open connections to the public listener: the setting, or less to fit the limits of open files and of memory";
    marquee_rejected_connections: By<1, Counter> =
        By::new(["reason"]),
        "Connections closed because the client exceeded a limit or violated the protocol, by reason";
    marquee_sent_body_bytes: Counter =
        Counter::default(), "Bytes of response bodies sent, as compressed";
    marquee_page_cache_lookups: By<2, Counter> =
        By::new(["outcome", "result"]), "Page cache lookups by result";
    marquee_hydration_errors: Counter =
        Counter::default(),
        "Reports of pages that did not hydrate, at most five a minute";
    marquee_reloads: By<1, Counter> =
        By::new(["outcome"]).known(["applied", "rejected"]), "Reloads of the site by outcome";
    marquee_ready: Gauge = Gauge::default(), "Whether the process is ready, 1 or 0";
    marquee_page_overdue_seconds: Gauge =
        Gauge::default(),
        "Time since the oldest cached page that had a request recently expired; 0 if none has";
    marquee_app_shells_missing: Gauge =
        Gauge::default(),
        "Pages without an app shell, the last fallback when they cannot be rendered";
    marquee_memory_limit_bytes: Gauge<f64, AtomicU64> =
        Gauge::default(),
        "Lowest memory limit of the process's control group and those above it, or +Inf";
    marquee_log_lines_dropped: Counter =
        Counter::default(),
        "Log lines dropped because their reader was too slow, or because they could not be written";
    marquee_event_loop_lag_seconds: Histogram =
        durations(),
        "How late a timer fires, measured once a second on each thread with an event loop";
    marquee_build_info: By<4, Gauge> =
        By::new(["build", "commit", "engine", "version"]),
        "Version of the server and build of the site; always 1";
    marquee_operator_link_known: By<2, Gauge> =
        By::new(["link", "url"]),
        "Whether the operator's base or blog link is known, 1 or 0, and its URL; without it, anchors have no href";
    marquee_operator_link_changes: By<1, Counter> =
        By::new(["link"]),
        "Changes of the operator's base or blog link since it was first known";
    marquee_operator_link_refreshes: By<1, Counter> =
        By::new(["outcome"]), "Refresh attempts of the operator's links by outcome";
    marquee_operator_links_age_seconds: Age =
        Age::default(),
        "Time since the last successful refresh of the operator's links; absent before the first";
    marquee_data_refreshes: By<2, Counter> =
        By::new(["source", "outcome"]), "Refresh attempts of a data source by outcome";
    marquee_data_age_seconds: By<1, Age> =
        By::new(["source"]), "Time since the last successful refresh of a data source";
    marquee_render_duration_seconds: By<2, Histogram> =
        By::with(["language", "outcome"], durations), "Time of a render in its engine, by outcome";
    marquee_render_queue_wait_seconds: By<1, Histogram> =
        By::with(["priority"], durations),
        "Time that renders waited for an engine, by priority: a client waits, or background";
    marquee_render_queue_depth: Gauge = Gauge::default(), "Renders that wait for an engine";
    marquee_renders_in_flight: Gauge = Gauge::default(), "Renders in progress";
    marquee_engines_up: Gauge = Gauge::default(), "Engines that are ready to render or do so";
    marquee_engines_desired: Gauge = Gauge::default(), "Engines that should be up";
    marquee_engines_unconfined: Gauge =
        Gauge::default(), "Engines that are up without a part of their sandbox";
    marquee_engine_heap_bytes: By<1, Gauge> =
        By::new(["engine"]), "Heap in use of each engine";
    marquee_engine_restarts: By<1, Counter> =
        By::new(["reason"]).known(["timeout", "heap", "lost", "failed", "start"]),
        "Engines started again, by reason";
    marquee_page_views: By<2, Counter> =
        By::new(["language", "source"]),
        "Page views that browsers report, by language and campaign source";
    marquee_clicks: By<2, Counter> =
        By::new(["language", "source"]),
        "Clicks on links to other sites that browsers report, by language and campaign source";
    marquee_link_clicks: By<3, Counter> =
        By::new(["language", "link", "place"]),
        "The same clicks by language, link and its place in the page";
    marquee_web_vitals_cls: By<1, Histogram> =
        By::with(["language"], || Histogram::new([0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0])),
        "Cumulative Layout Shift of visits, as browsers report it";
    marquee_web_vitals_fcp_seconds: By<1, Histogram> =
        By::with(["language"], || Histogram::new([0.5, 1.0, 1.4, 1.8, 3.0, 5.0, 10.0])),
        "First Contentful Paint of visits, as browsers report it";
    marquee_web_vitals_inp_seconds: By<1, Histogram> =
        By::with(["language"], || Histogram::new([0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0])),
        "Interaction to Next Paint of visits, as browsers report it";
    marquee_web_vitals_lcp_seconds: By<1, Histogram> =
        By::with(["language"], || Histogram::new([0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 6.0, 10.0])),
        "Largest Contentful Paint of visits, as browsers report it";
    marquee_web_vitals_ttfb_seconds: By<1, Histogram> =
        By::with(["language"], || Histogram::new([0.1, 0.2, 0.4, 0.8, 1.8, 3.0, 6.0])),
        "Time to First Byte of visits, as browsers report it";
    marquee_web_vitals_places: By<3, Counter> =
        By::new(["metric", "place", "rating"]),
        "Largest paints and slowest interactions of visits by their place in the page, as browsers report them";
}

/// All metrics of the process.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

impl Metrics {
    /// Writes all metrics as OpenMetrics 1.0.
    pub(crate) fn encode(&self) -> Result<String, fmt::Error> {
        let mut metrics = String::new();
        text::encode(&mut metrics, &self.registry)?;
        Ok(metrics)
    }
}

/// What identifies the time series of a request whose response has ended, or whose client has
/// disconnected.
#[derive(Debug, Clone, PartialEq, Eq, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    /// The kind of the error, by the semantic conventions; empty without one.
    pub error_type: Cow<'static, str>,
    /// `GET` for example, or `_OTHER` for a method that HTTP does not define.
    pub http_request_method: &'static str,
    /// Empty, which is no label to Prometheus, without a response.
    pub http_response_status_code: Option<u16>,
    /// The path of a page, or the pattern of a resource.
    pub http_route: Cow<'static, str>,
    /// The scheme of the site's public URL.
    pub url_scheme: &'static str,
}

impl Hash for RequestLabels {
    /// Most series differ in these; the others are told apart by comparison.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let status = u64::from(self.http_response_status_code.unwrap_or_default());
        state.write_u64(status << 32 | self.http_route.len() as u64);
    }
}

/// A histogram whose buckets have the id of a trace.
type Exemplified = HistogramWithExemplars<[(&'static str, String); 1]>;

fn durations() -> Histogram {
    Histogram::new(DURATION_BUCKETS)
}
