//! What the log has lost.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::registry::Registry;

use crate::telemetry;

pub(super) fn register(registry: &mut Registry) {
    registry.register_collector(Box::new(LogCollector));
}

#[derive(Debug)]
struct LogCollector;

impl Collector for LogCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let dropped = ConstCounter::new(telemetry::dropped_log_lines());
        dropped.encode(encoder.encode_descriptor(
            "log_lines_dropped",
            "Log lines dropped, because their reader did not keep up.",
            None,
            dropped.metric_type(),
        )?)
    }
}
