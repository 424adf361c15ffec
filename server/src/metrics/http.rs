//! Requests and connections. Names are those of OpenTelemetry's semantic
//! conventions for HTTP servers where there are any.

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::exemplar::HistogramWithExemplars;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::{DURATION_BUCKETS, GaugeGuard, Labels};

/// What identifies the time series of a request whose response has ended, or whose client has
/// disconnected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
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

type RequestDurations = HistogramWithExemplars<Labels<1, String>>;

metrics! {
    /// Metrics of requests and connections.
    #[derive(Debug)]
    HttpMetrics {
        durations: Family<RequestLabels, RequestDurations, fn() -> RequestDurations> =
            "http_server_request_duration_seconds",
            "Time from the head of a request to the last byte of its response",
            Family::new_with_constructor(|| HistogramWithExemplars::new(DURATION_BUCKETS.into_iter()));
        active_requests: Family<Labels<2>, Gauge> =
            "http_server_active_requests", "Requests in flight";
        pub connections: Gauge =
            "marquee_connections", "Open connections to the public listener";
        pub connections_limit: Gauge =
            "marquee_connections_limit",
            "Limit of open connections to the public listener: the setting, or less to fit the limits of open files and of memory";
        rejected_connections: Family<Labels<1>, Counter> =
            "marquee_rejected_connections",
            "Connections closed because the client exceeded a limit or violated the protocol, by reason";
        sent_body_bytes: Counter =
            "marquee_sent_body_bytes", "Bytes of response bodies sent, as compressed";
    }
}

impl HttpMetrics {
    /// Counts a request in flight until the guard is dropped.
    pub(crate) fn active(&self, method: &'static str, scheme: &'static str) -> GaugeGuard {
        let labels = [("http_request_method", method), ("url_scheme", scheme)];
        GaugeGuard::new(&self.active_requests.get_or_create(&labels))
    }

    /// Records a request that took this long, with the bytes of the response's body that were
    /// sent, and with the id of its trace if that is sampled.
    pub(crate) fn finished(
        &self,
        labels: &RequestLabels,
        duration: Duration,
        body_bytes: u64,
        sampled_trace: Option<String>,
    ) {
        let exemplar = sampled_trace.map(|id| [("trace_id", id)]);
        let at = exemplar.is_some().then(SystemTime::now);
        self.durations.get_or_create(labels).observe(duration.as_secs_f64(), exemplar, at);
        self.sent_body_bytes.inc_by(body_bytes);
    }

    /// Exports the counts of connections rejected for these reasons from now on.
    pub(crate) fn export_rejections(&self, reasons: impl IntoIterator<Item = &'static str>) {
        for reason in reasons {
            drop(self.rejected_connections.get_or_create(&[("reason", reason)]));
        }
    }

    /// Counts a rejected connection.
    pub(crate) fn rejected(&self, reason: &'static str) {
        self.rejected_connections.get_or_create(&[("reason", reason)]).inc();
    }
}
