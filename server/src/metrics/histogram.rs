//! A histogram of durations that is written to without a lock: every request
//! does so, on every worker thread, and the library's own takes a mutex.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::{MetricType, TypedMetric};

/// The upper bounds that OpenTelemetry's conventions advise for the duration of
/// requests, seconds; and one below them, since most pages are kept.
const BOUNDS: [f64; 15] =
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// See the module's documentation. Clones count together.
#[derive(Debug, Default, Clone)]
pub struct Durations(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// One for each bound, and one for what is longer than all.
    windows: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Durations {
    /// Adds one duration.
    pub fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let window = BOUNDS.partition_point(|bound| *bound < seconds);
        self.0.windows[window].fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.0.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }
}

impl EncodeMetric for Durations {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let bounds = BOUNDS.into_iter().chain([f64::INFINITY]);
        let counts = self.0.windows.iter().map(|count| count.load(Ordering::Relaxed));
        let windows: Vec<_> = bounds.zip(counts).collect();
        let count = windows.iter().map(|(_, count)| count).sum();
        let sum = Duration::from_nanos(self.0.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        encoder.encode_histogram::<NoLabelSet>(sum, count, &windows, None)
    }

    fn metric_type(&self) -> MetricType {
        Self::TYPE
    }
}

impl TypedMetric for Durations {
    const TYPE: MetricType = MetricType::Histogram;
}
