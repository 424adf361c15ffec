//! The freshness of the operator's links.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use prometheus::{GaugeVec, IntCounterVec, Opts, Registry};

use super::register;

/// Metrics of the refreshes of the operator's links.
#[derive(Debug, Clone)]
pub struct LinkMetrics {
    refreshes: IntCounterVec,
    /// Without labels: absent until it is set first.
    age: GaugeVec,
    last_success: Arc<Mutex<Option<Instant>>>,
}

impl LinkMetrics {
    pub(super) fn register(registry: &Registry) -> Self {
        Self {
            refreshes: register(
                registry,
                IntCounterVec::new(
                    Opts::new(
                        "marquee_operator_link_refreshes_total",
                        "Refresh attempts of the operator's links by outcome.",
                    ),
                    &["outcome"],
                ),
            ),
            age: register(
                registry,
                GaugeVec::new(
                    Opts::new(
                        "marquee_operator_links_age_seconds",
                        "Time since the last successful refresh of the operator's links; absent before the first.",
                    ),
                    &[],
                ),
            ),
            last_success: Arc::default(),
        }
    }

    /// Counts a refresh attempt; a successful one got both links.
    pub fn refreshed(&self, is_success: bool) {
        let outcome = if is_success { "ok" } else { "failed" };
        self.refreshes.with_label_values(&[outcome]).inc();
        if is_success {
            *self.last_success.lock() = Some(Instant::now());
        }
    }

    /// Sets the age for a scrape.
    pub(super) fn update_age(&self) {
        if let Some(at) = *self.last_success.lock() {
            self.age.with_label_values::<&str>(&[]).set(at.elapsed().as_secs_f64());
        }
    }
}
