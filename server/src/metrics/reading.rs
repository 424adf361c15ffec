//! A gauge that is read when somebody asks for it.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

/// See the module's documentation.
pub(super) struct Reading<F> {
    name: &'static str,
    help: &'static str,
    unit: Unit,
    read: F,
}

impl<F: Fn() -> Option<f64>> Reading<F> {
    /// `read` gives the value in `unit`, or nothing while there is none.
    pub(super) fn new(name: &'static str, help: &'static str, unit: Unit, read: F) -> Self {
        Self { name, help, unit, read }
    }
}

impl<F: Fn() -> Option<f64> + Send + Sync + 'static> Collector for Reading<F> {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Some(value) = (self.read)() else { return Ok(()) };
        let gauge = ConstGauge::new(value);
        let help = format!("{}.", self.help);
        let encoder =
            encoder.encode_descriptor(self.name, &help, Some(&self.unit), gauge.metric_type())?;
        gauge.encode(encoder)
    }
}

impl<F> fmt::Debug for Reading<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Reading").field("name", &self.name).finish_non_exhaustive()
    }
}
