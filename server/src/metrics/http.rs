//! Requests and connections. Names are those of OpenTelemetry's semantic
//! conventions for HTTP servers where there are any.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use actix_web::http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::exemplar::HistogramWithExemplars;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::{DURATION_BUCKETS, GaugeGuard, register};

/// What identifies the time series of a request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    /// Empty without an error.
    error_type: Cow<'static, str>,
    /// `GET` for example, or `_OTHER` for a method that HTTP does not define.
    http_request_method: &'static str,
    /// Empty, which is no label to Prometheus, without a response.
    http_response_status_code: Option<u16>,
    /// The path of a page, or the pattern of a resource.
    http_route: Cow<'static, str>,
    url_scheme: &'static str,
}

/// What identifies the gauge of requests in flight.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ActiveLabels {
    http_request_method: &'static str,
    url_scheme: &'static str,
}

/// A request whose response has ended, or whose client has disconnected.
#[derive(Debug)]
pub(crate) struct FinishedRequest {
    /// `GET` for example, or `_OTHER` for a method that HTTP does not define.
    pub method: &'static str,
    /// The path of a page, or the pattern of a resource.
    pub route: Cow<'static, str>,
    /// The scheme of the site's public URL.
    pub scheme: &'static str,
    /// `None` if the client disconnected before the response.
    pub status: Option<StatusCode>,
    /// The kind of the error, by the semantic conventions; empty without one.
    pub error_type: Cow<'static, str>,
    /// From the head of the request to the last byte of the response.
    pub duration: Duration,
    /// Bytes of the response's body that were sent.
    pub body_bytes: u64,
    /// The id of its trace, if that is sampled.
    pub sampled_trace: Option<String>,
}

/// The labels of an exemplar.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TraceLabels {
    trace_id: String,
}

type RequestDurations = HistogramWithExemplars<TraceLabels>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RejectionLabels {
    reason: &'static str,
}

/// Metrics of requests and connections.
#[derive(Debug)]
pub(crate) struct HttpMetrics {
    durations: Family<RequestLabels, RequestDurations, fn() -> RequestDurations>,
    active_requests: Family<ActiveLabels, Gauge>,
    /// Open connections to the public listener; set at each scrape.
    pub connections: Gauge,
    /// The limit of these.
    pub connections_limit: Gauge,
    rejected_connections: Family<RejectionLabels, Counter>,
    sent_body_bytes: Counter,
}

impl HttpMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let durations: fn() -> RequestDurations =
            || HistogramWithExemplars::new(DURATION_BUCKETS.into_iter());
        Self {
            durations: register(
                registry,
                "http_server_request_duration_seconds",
                "Time from the head of a request to the last byte of its response",
                Family::new_with_constructor(durations),
            ),
            active_requests: register(
                registry,
                "http_server_active_requests",
                "Requests in flight",
                Family::default(),
            ),
            connections: register(
                registry,
                "marquee_connections",
                "Open connections to the public listener",
                Gauge::default(),
            ),
            connections_limit: register(
                registry,
                "marquee_connections_limit",
                "Limit of open connections to the public listener: MAX_CONNECTIONS, or less to fit the limit of open files",
                Gauge::default(),
            ),
            rejected_connections: register(
                registry,
                "marquee_rejected_connections",
                "Connections closed because the client exceeded a limit or violated the protocol, by reason",
                Family::default(),
            ),
            sent_body_bytes: register(
                registry,
                "marquee_sent_body_bytes",
                "Bytes of response bodies sent, as compressed",
                Counter::default(),
            ),
        }
    }

    /// Counts a request in flight until the guard is dropped.
    pub(crate) fn active(&self, method: &'static str, scheme: &'static str) -> GaugeGuard {
        let labels = ActiveLabels { http_request_method: method, url_scheme: scheme };
        GaugeGuard::new(&self.active_requests.get_or_create(&labels))
    }

    /// Records a response, or the disconnection of its client.
    pub(crate) fn finished(&self, request: FinishedRequest) {
        let labels = RequestLabels {
            error_type: request.error_type,
            http_request_method: request.method,
            http_response_status_code: request.status.map(|status| status.as_u16()),
            http_route: request.route,
            url_scheme: request.scheme,
        };
        let exemplar = request.sampled_trace.map(|trace_id| TraceLabels { trace_id });
        let at = exemplar.is_some().then(SystemTime::now);
        let seconds = request.duration.as_secs_f64();
        self.durations.get_or_create(&labels).observe(seconds, exemplar, at);
        self.sent_body_bytes.inc_by(request.body_bytes);
    }

    /// Exports the counts of connections rejected for these reasons from now on.
    pub(crate) fn export_rejections(&self, reasons: impl IntoIterator<Item = &'static str>) {
        for reason in reasons {
            drop(self.rejected_connections.get_or_create(&RejectionLabels { reason }));
        }
    }

    /// Counts a rejected connection.
    pub(crate) fn rejected(&self, reason: &'static str) {
        self.rejected_connections.get_or_create(&RejectionLabels { reason }).inc();
    }
}
