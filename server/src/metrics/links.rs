//! The operator's links, and the requests for them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::{Labels, durations, register, register_as};

/// Metrics of the operator's links, and of the requests to the content service.
#[derive(Debug)]
pub(crate) struct LinkMetrics {
    known: Family<Labels<2, String>, Gauge>,
    changes: Family<Labels<1>, Counter>,
    refreshes: Family<Labels<1>, Counter>,
    requests: Family<ContentLabels, Histogram, fn() -> Histogram>,
    last_success: LastSuccess,
}

/// The labels of a request to the content service, by OpenTelemetry's semantic conventions
/// for HTTP clients.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct ContentLabels {
    /// The kind of the error; empty without one.
    pub error_type: Cow<'static, str>,
    /// `GET`.
    pub http_request_method: &'static str,
    /// The status of the response, if there was one.
    pub http_response_status_code: Option<u16>,
    /// Host of the content service.
    pub server_address: String,
    /// Its port.
    pub server_port: u16,
}

impl LinkMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let last_success = LastSuccess::default();
        registry.register_collector(Box::new(last_success.clone()));
        Self {
            known: register(
                registry,
                "marquee_operator_link_known",
                "Whether the operator's base or blog link is known, 1 or 0, and its URL; without it, anchors have no href",
            ),
            changes: register(
                registry,
                "marquee_operator_link_changes",
                "Changes of the operator's base or blog link since it was first known",
            ),
            refreshes: register(
                registry,
                "marquee_operator_link_refreshes",
                "Refresh attempts of the operator's links by outcome",
            ),
            requests: register_as(
                registry,
                "http_client_request_duration_seconds",
                "Time of a request to the content service, from connecting to the last byte of its response",
                Family::new_with_constructor(durations as fn() -> Histogram),
            ),
            last_success,
        }
    }

    /// Counts a refresh attempt; a successful one got both links.
    pub(crate) fn refreshed(&self, is_success: bool) {
        let outcome = if is_success { "ok" } else { "failed" };
        self.refreshes.get_or_create(&[("outcome", outcome)]).inc();
        if is_success {
            *self.last_success.0.lock() = Some(Instant::now());
        }
    }

    /// Sets the URLs of the links, by their labels; `None` for one that is not known.
    pub(crate) fn set_urls<'a>(
        &self,
        urls: impl IntoIterator<Item = (&'static str, Option<&'a str>)>,
    ) {
        self.known.clear();
        for (link, url) in urls {
            let labels = [("link", link.to_owned()), ("url", url.unwrap_or_default().to_owned())];
            self.known.get_or_create(&labels).set(url.is_some().into());
            // Exported from the start, so that the first change is an increase.
            drop(self.changes.get_or_create(&[("link", link)]));
        }
    }

    /// Counts the change of a link that was known.
    pub(crate) fn changed(&self, link: &'static str) {
        self.changes.get_or_create(&[("link", link)]).inc();
    }

    /// Records a request to the content service, from connecting to the last byte of its response.
    pub(crate) fn requested(&self, labels: &ContentLabels, duration: Duration) {
        self.requests.get_or_create(labels).observe(duration.as_secs_f64());
    }
}

/// When both links were last fetched.
#[derive(Debug, Clone, Default)]
struct LastSuccess(Arc<Mutex<Option<Instant>>>);

impl Collector for LastSuccess {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Some(at) = *self.0.lock() else {
            return Ok(());
        };
        let age = ConstGauge::new(at.elapsed().as_secs_f64());
        age.encode(encoder.encode_descriptor(
            "marquee_operator_links_age_seconds",
            "Time since the last successful refresh of the operator's links; absent before the first.",
            None,
            age.metric_type(),
        )?)
    }
}
