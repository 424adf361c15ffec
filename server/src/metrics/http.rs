//! Requests and connections, named as OpenTelemetry's conventions for HTTP
//! servers name them where they do.

use std::borrow::Cow;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use super::histogram::Durations;

/// What a request was.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RequestLabels {
    /// `GET`, or `_OTHER` for one that no site is asked by.
    pub http_request_method: &'static str,
    /// The path of a page or interface, or what stands for many.
    pub http_route: Cow<'static, str>,
    /// The first digit of the status: `2xx`; `none` where the visitor left before
    /// there was an answer.
    pub http_response_status_class: &'static str,
}

/// Why a connection was rejected.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RejectionLabel {
    /// One of a fixed list.
    pub reason: &'static str,
}

/// Counts of requests and connections.
#[derive(Debug, Default, Clone)]
pub struct HttpMetrics {
    /// From a request's head to the last byte of its answer.
    pub durations: Family<RequestLabels, Durations>,
    /// Requests being answered.
    pub active: Gauge,
    /// Open connections of visitors.
    pub connections: Gauge,
    /// Connections that were ended before their clients did so.
    pub rejected: Family<RejectionLabel, Counter>,
    /// Bytes of bodies that were handed to connections, as compressed.
    pub sent_bytes: Counter,
}

impl HttpMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register_with_unit(
            "http_server_request_duration",
            "Time from a request's head to the last byte of its answer",
            Unit::Seconds,
            metrics.durations.clone(),
        );
        registry.register(
            "http_server_active_requests",
            "Requests being answered",
            metrics.active.clone(),
        );
        metrics
    }

    /// Registers what no convention names.
    pub(super) fn register_own(&self, registry: &mut Registry) {
        registry.register("connections", "Open connections of visitors", self.connections.clone());
        registry.register(
            "rejected_connections",
            "Connections ended because their client broke a limit or the protocol, by reason",
            self.rejected.clone(),
        );
        registry.register_with_unit(
            "sent_body",
            "Bytes of bodies sent, as compressed",
            Unit::Bytes,
            self.sent_bytes.clone(),
        );
    }
}
