//! Renders, the queue before them, and the engines.

use std::time::Duration;

use marquee_renderer::{FinishedRender, Level, Observer, RenderError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use super::histogram::Durations;

/// What a render was.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RenderLabels {
    /// The path of the page.
    page: String,
    /// Code of its language.
    language: String,
    /// `ok`, or why it failed.
    outcome: &'static str,
}

/// An engine thread.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EngineLabel {
    /// Its number, from 0.
    engine: usize,
}

/// Why an engine got a new runtime.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReplacementLabel {
    /// What was wrong with the old one.
    reason: &'static str,
}

/// Metrics of the renderer, which reports to them.
#[derive(Debug, Default, Clone)]
pub struct RenderMetrics {
    /// Time in the engine, from a render's first step to its last.
    durations: Family<RenderLabels, Durations>,
    /// Waits for an engine.
    waits: Durations,
    /// Requests that wait for an engine.
    queued: Gauge,
    /// Renders under way.
    in_flight: Gauge,
    /// Engines with a sound runtime.
    engines_up: Gauge,
    /// Engines that there should be.
    engines_desired: Gauge,
    /// Heap of each engine.
    heap_bytes: Family<EngineLabel, Gauge>,
    /// Runtimes that were replaced.
    replacements: Family<ReplacementLabel, Counter>,
}

impl RenderMetrics {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        registry.register_with_unit(
            "render_duration",
            "Time that a page took in its engine, by how that ended",
            Unit::Seconds,
            metrics.durations.clone(),
        );
        registry.register_with_unit(
            "render_queue_wait",
            "Time that renders waited for an engine",
            Unit::Seconds,
            metrics.waits.clone(),
        );
        registry.register(
            "render_queue_depth",
            "Renders that wait for an engine",
            metrics.queued.clone(),
        );
        registry.register("renders_in_flight", "Renders under way", metrics.in_flight.clone());
        registry.register("engines_up", "Engines that can render", metrics.engines_up.clone());
        registry.register(
            "engines_wanted",
            "Engines that there should be",
            metrics.engines_desired.clone(),
        );
        registry.register_with_unit(
            "engine_heap",
            "Heap of each engine after its last render",
            Unit::Bytes,
            metrics.heap_bytes.clone(),
        );
        for reason in ["failed", "timeout", "heap", "panic", "start"] {
            drop(metrics.replacements.get_or_create(&ReplacementLabel { reason }));
        }
        registry.register(
            "engine_replacements",
            "Runtimes replaced, by what was wrong with them",
            metrics.replacements.clone(),
        );
        metrics
    }
}

impl Observer for RenderMetrics {
    fn level_changed(&self, level: Level, change: i64) {
        let gauge = match level {
            Level::Queued => &self.queued,
            Level::InFlight => &self.in_flight,
            Level::EnginesUp => &self.engines_up,
        };
        gauge.inc_by(change);
    }

    fn engines_desired(&self, engines: usize) {
        self.engines_desired.set(i64::try_from(engines).unwrap_or(i64::MAX));
    }

    fn dequeued(&self, wait: Duration) {
        self.waits.observe(wait);
    }

    fn rendered(&self, render: &FinishedRender<'_>) {
        let labels = RenderLabels {
            page: render.path.to_owned(),
            language: render.locale.to_owned(),
            outcome: render.error.map_or("ok", RenderError::kind),
        };
        self.durations.get_or_create(&labels).observe(render.duration);
    }

    fn heap_measured(&self, engine: usize, bytes: usize) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.heap_bytes.get_or_create(&EngineLabel { engine }).set(bytes);
    }

    fn runtime_replaced(&self, reason: &'static str) {
        self.replacements.get_or_create(&ReplacementLabel { reason }).inc();
    }
}
