//! How fresh the operator's links are.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::{Registry, Unit};

use super::reading::Reading;

/// How a look at the content service ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefreshLabel {
    /// `ok` or `failed`.
    outcome: &'static str,
}

/// See the module's documentation.
#[derive(Debug, Default, Clone)]
pub struct LinkMetrics {
    refreshes: Family<RefreshLabel, Counter>,
    last_good: Arc<Mutex<Option<Instant>>>,
}

impl LinkMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register(
            "operator_link_refreshes",
            "Looks at the content service, by how they ended",
            metrics.refreshes.clone(),
        );
        let last_good = Arc::clone(&metrics.last_good);
        registry.register_collector(Box::new(Reading::new(
            "operator_links_age",
            "Time since the content service last answered for both links; absent while it has not",
            Unit::Seconds,
            move || last_good.lock().map(|at| at.elapsed().as_secs_f64()),
        )));
        metrics
    }

    /// Counts a refresh in which the content service answered for both links, or
    /// did not.
    pub fn refreshed(&self, both: bool) {
        let outcome = if both { "ok" } else { "failed" };
        self.refreshes.get_or_create(&RefreshLabel { outcome }).inc();
        if both {
            *self.last_good.lock() = Some(Instant::now());
        }
    }
}
