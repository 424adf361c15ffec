//! Time series by their labels, and values that the library has no type for.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use prometheus_client::encoding::{EncodeMetric, MetricEncoder};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::{MetricType, TypedMetric};

type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];

/// A metric for each combination of values of these labels.
#[derive(Debug, Clone)]
pub(crate) struct By<const N: usize, M> {
    labels: [&'static str; N],
    family: Family<Labels<N>, M, fn() -> M>,
}

impl<const N: usize, M: Clone> By<N, M> {
    /// With these labels, and this function for each new combination.
    pub(super) fn with(labels: [&'static str; N], new: fn() -> M) -> Self {
        Self { labels, family: Family::new_with_constructor(new) }
    }

    /// The metric of these values, which is exported from now on; an empty one is no label to Prometheus.
    pub(crate) fn at<V: Into<Cow<'static, str>>>(&self, values: [V; N]) -> M {
        let mut names = self.labels.into_iter();
        let labels = values.map(|value| (names.next().unwrap_or_default(), value.into()));
        self.family.get_or_create_owned(&labels)
    }

    /// Exports no combination any more.
    pub(crate) fn clear(&self) {
        self.family.clear();
    }
}

impl<const N: usize, M: Clone + Default> By<N, M> {
    /// With these labels.
    pub(super) fn new(labels: [&'static str; N]) -> Self {
        Self::with(labels, M::default)
    }
}

impl<M: Clone> By<1, M> {
    /// Exports these values from the start, so that the first increase is one.
    pub(super) fn known(self, values: impl IntoIterator<Item = &'static str>) -> Self {
        values.into_iter().for_each(|value| drop(self.at([value])));
        self
    }
}

impl<const N: usize, M: EncodeMetric + TypedMetric> EncodeMetric for By<N, M> {
    fn encode(&self, encoder: MetricEncoder<'_>) -> fmt::Result {
        self.family.encode(encoder)
    }

    fn metric_type(&self) -> MetricType {
        M::TYPE
    }

    fn is_empty(&self) -> bool {
        self.family.is_empty()
    }
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments the gauge.
    pub(crate) fn new(gauge: Gauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// A gauge of the seconds since something happened, which has no value before.
#[derive(Debug, Clone, Default)]
pub(crate) struct Age(Arc<Mutex<Option<Instant>>>);

impl Age {
    /// It happens now.
    pub(crate) fn reset(&self) {
        *self.0.lock() = Some(Instant::now());
    }
}

impl TypedMetric for Age {
    const TYPE: MetricType = MetricType::Gauge;
}

impl EncodeMetric for Age {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let age = self.0.lock().map(|at| at.elapsed().as_secs_f64());
        encoder.encode_gauge(&age.unwrap_or_default())
    }

    fn metric_type(&self) -> MetricType {
        Self::TYPE
    }

    fn is_empty(&self) -> bool {
        self.0.lock().is_none()
    }
}
