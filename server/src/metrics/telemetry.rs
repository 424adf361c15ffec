//! What the telemetry itself has lost.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;

use super::labels::OutcomeLabels;
use crate::telemetry::{SPANS, dropped_log_lines};

/// Reads the counts of log and traces at each scrape: both start before the metrics.
#[derive(Debug)]
pub(super) struct TelemetryCollector;

impl Collector for TelemetryCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let lines = ConstCounter::new(dropped_log_lines());
        lines.encode(encoder.encode_descriptor(
            "marquee_log_lines_dropped",
            "Log lines dropped because their reader was too slow, or because they could not be written.",
            None,
            lines.metric_type(),
        )?)?;
        let mut spans = encoder.encode_descriptor(
            "marquee_spans",
            "Spans of sampled traces by outcome: exported to the collector, failed to export, or dropped since the queue was full.",
            None,
            MetricType::Counter,
        )?;
        for (outcome, count) in SPANS.by_outcome() {
            ConstCounter::new(count).encode(spans.encode_family(&OutcomeLabels { outcome })?)?;
        }
        let mut exports = encoder.encode_descriptor(
            "marquee_span_exports",
            "Requests to the collector of traces by outcome.",
            None,
            MetricType::Counter,
        )?;
        for (outcome, count) in SPANS.exports_by_outcome() {
            ConstCounter::new(count).encode(exports.encode_family(&OutcomeLabels { outcome })?)?;
        }
        Ok(())
    }
}
