//! What the log has lost.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;

use crate::telemetry::dropped_log_lines;

/// Reads the count of the log at each scrape: it starts before the metrics.
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
        Ok(())
    }
}
