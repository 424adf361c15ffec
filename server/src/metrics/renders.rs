//! Renders, the queue before them, and the engines that do them.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use super::histogram::Durations;

/// What a render was.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct RenderLabels {
    /// The path of the page.
    pub page: String,
    /// Code of its language.
    pub language: String,
    /// `ok`, or why it failed.
    pub outcome: &'static str,
}

/// An engine thread.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct EngineLabel {
    /// Its number, from 0.
    pub engine: usize,
}

/// Why an engine got a new runtime.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct ReplacementLabel {
    /// What was wrong with the old one.
    pub reason: &'static str,
}

/// See the module's documentation.
#[derive(Debug, Default, Clone)]
pub struct RenderMetrics {
    /// Time in the engine, from a render's first step to its last.
    pub durations: Family<RenderLabels, Durations>,
    /// Waits for an engine.
    pub waits: Durations,
    /// Requests that wait for an engine.
    pub queued: Gauge,
    /// Renders under way.
    pub in_flight: Gauge,
    /// Engines with a sound runtime.
    pub engines_up: Gauge,
    /// Engines that there should be.
    pub engines_wanted: Gauge,
    /// Heap of each engine.
    pub heap_bytes: Family<EngineLabel, Gauge>,
    /// Runtimes that were replaced.
    pub replacements: Family<ReplacementLabel, Counter>,
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
            metrics.engines_wanted.clone(),
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
