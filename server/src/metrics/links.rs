//! The operator's links, and the requests for them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use prometheus_client::encoding::{EncodeLabelSet, EncodeMetric, MetricEncoder};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::{Histograms, Labels, durations, histograms};

metrics! {
    /// Metrics of the operator's links, and of the requests to the content service.
    #[derive(Debug)]
    LinkMetrics {
        known: Family<Labels<2, String>, Gauge> =
            "marquee_operator_link_known",
            "Whether the operator's base or blog link is known, 1 or 0, and its URL; without it, anchors have no href";
        changes: Family<Labels<1>, Counter> =
            "marquee_operator_link_changes",
            "Changes of the operator's base or blog link since it was first known";
        refreshes: Family<Labels<1>, Counter> =
            "marquee_operator_link_refreshes", "Refresh attempts of the operator's links by outcome";
        requests: Histograms<ContentLabels> =
            "http_client_request_duration_seconds",
            "Time of a request to the content service, from connecting to the last byte of its response",
            histograms(durations);
        last_success: LastSuccess =
            "marquee_operator_links_age_seconds",
            "Time since the last successful refresh of the operator's links; absent before the first";
    }
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

impl EncodeMetric for LastSuccess {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let age = self.0.lock().map(|at| at.elapsed().as_secs_f64());
        encoder.encode_gauge(&age.unwrap_or_default())
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Gauge
    }

    fn is_empty(&self) -> bool {
        self.0.lock().is_none()
    }
}
