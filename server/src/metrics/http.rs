//! Requests and connections. Names are those of OpenTelemetry's semantic
//! conventions for HTTP servers where there are any.

use std::time::Duration;

use prometheus::{HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry};

use super::{durations, register};

/// What identifies the time series of a request.
#[derive(Debug, Clone, Copy)]
pub struct RequestLabels<'a> {
    /// `GET` for example, or `_OTHER` for a method that HTTP does not define.
    pub method: &'a str,
    /// The path of a page, or the pattern of a resource.
    pub route: &'a str,
    /// `2xx` for example; `none` when the client disconnected before the response.
    pub status_class: &'a str,
}

/// Metrics of requests and connections.
#[derive(Debug, Clone)]
pub struct HttpMetrics {
    durations: HistogramVec,
    /// Requests in flight.
    pub active_requests: IntGauge,
    /// Open connections to the public listener.
    pub connections: IntGauge,
    rejected_connections: IntCounterVec,
    sent_body_bytes: IntCounter,
}

impl HttpMetrics {
    pub(super) fn register(registry: &Registry) -> Self {
        Self {
            durations: register(
                registry,
                HistogramVec::new(
                    durations(
                        "http_server_request_duration_seconds",
                        "Time from the head of a request to the last byte of its response.",
                    ),
                    &["http_request_method", "http_route", "http_response_status_class"],
                ),
            ),
            active_requests: register(
                registry,
                IntGauge::new("http_server_active_requests", "Requests in flight."),
            ),
            connections: register(
                registry,
                IntGauge::new("marquee_connections", "Open connections to the public listener."),
            ),
            rejected_connections: register(
                registry,
                IntCounterVec::new(
                    Opts::new(
                        "marquee_rejected_connections_total",
                        "Connections closed because the client exceeded a limit or violated the protocol, by reason.",
                    ),
                    &["reason"],
                ),
            ),
            sent_body_bytes: register(
                registry,
                IntCounter::new(
                    "marquee_sent_body_bytes_total",
                    "Bytes of response bodies sent, as compressed.",
                ),
            ),
        }
    }

    /// Records a response, or the disconnection of its client.
    pub fn responded(&self, labels: RequestLabels<'_>, duration: Duration, body_bytes: u64) {
        let RequestLabels { method, route, status_class } = labels;
        let series = self.durations.with_label_values(&[method, route, status_class]);
        series.observe(duration.as_secs_f64());
        self.sent_body_bytes.inc_by(body_bytes);
    }

    /// Exports the counts of connections rejected for these reasons from now on.
    pub fn export_rejections(&self, reasons: impl IntoIterator<Item = &'static str>) {
        for reason in reasons {
            self.rejected_connections.with_label_values(&[reason]);
        }
    }

    /// Counts a rejected connection.
    pub fn rejected(&self, reason: &'static str) {
        self.rejected_connections.with_label_values(&[reason]).inc();
    }
}
