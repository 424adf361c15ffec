//! In place of the metrics that the connection layer updates.

use prometheus_client::metrics::gauge::Gauge;

/// Counts nothing.
#[derive(Debug)]
pub struct GaugeGuard;

impl GaugeGuard {
    /// Returns a guard.
    #[must_use]
    pub fn new(_: &Gauge) -> Self {
        Self
    }
}

/// Counts nothing.
#[derive(Debug, Clone)]
pub struct HttpMetrics;

impl HttpMetrics {
    /// Does nothing.
    pub fn rejected(&self, _: &str) {}

    /// Does nothing.
    pub fn export_rejections(&self, _: impl IntoIterator<Item = &'static str>) {}
}
