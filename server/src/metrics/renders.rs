//! Renders, the queue before them, and the engines.

use std::time::Duration;

use marquee_renderer::{FinishedRender, Level, Observer, RenderError};
use prometheus::{Histogram, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

use super::{durations, register};

/// Metrics of the renderer, which reports to them.
#[derive(Debug, Clone)]
pub struct RenderMetrics {
    durations: HistogramVec,
    queue_waits: Histogram,
    queue_depth: IntGauge,
    in_flight: IntGauge,
    engines_up: IntGauge,
    engines_desired: IntGauge,
    heap_bytes: IntGaugeVec,
    replacements: IntCounterVec,
}

impl RenderMetrics {
    pub(super) fn register(registry: &Registry) -> Self {
        let replacements = register(
            registry,
            IntCounterVec::new(
                Opts::new(
                    "marquee_engine_replacements_total",
                    "Engine runtimes replaced, by reason.",
                ),
                &["reason"],
            ),
        );
        for reason in ["failed", "timeout", "heap", "panic", "start"] {
            replacements.with_label_values(&[reason]);
        }
        Self {
            durations: register(
                registry,
                HistogramVec::new(
                    durations(
                        "marquee_render_duration_seconds",
                        "Time of a render in its engine, by outcome.",
                    ),
                    &["page", "language", "outcome"],
                ),
            ),
            queue_waits: register(
                registry,
                Histogram::with_opts(durations(
                    "marquee_render_queue_wait_seconds",
                    "Time that renders waited for an engine.",
                )),
            ),
            queue_depth: register(
                registry,
                IntGauge::new("marquee_render_queue_depth", "Renders that wait for an engine."),
            ),
            in_flight: register(
                registry,
                IntGauge::new("marquee_renders_in_flight", "Renders in progress."),
            ),
            engines_up: register(
                registry,
                IntGauge::new("marquee_engines_up", "Engines with a working runtime."),
            ),
            engines_desired: register(
                registry,
                IntGauge::new("marquee_engines_desired", "Engines that should be up."),
            ),
            heap_bytes: register(
                registry,
                IntGaugeVec::new(
                    Opts::new("marquee_engine_heap_bytes", "Heap in use of each engine."),
                    &["engine"],
                ),
            ),
            replacements,
        }
    }
}

impl Observer for RenderMetrics {
    fn level_changed(&self, level: Level, change: i64) {
        let gauge = match level {
            Level::Queued => &self.queue_depth,
            Level::InFlight => &self.in_flight,
            Level::EnginesUp => &self.engines_up,
        };
        gauge.add(change);
    }

    fn engines_desired(&self, engines: usize) {
        self.engines_desired.set(i64::try_from(engines).unwrap_or(i64::MAX));
    }

    fn dequeued(&self, wait: Duration) {
        self.queue_waits.observe(wait.as_secs_f64());
    }

    fn rendered(&self, render: &FinishedRender<'_>) {
        let outcome = render.error.map_or("ok", RenderError::kind);
        let series = self.durations.with_label_values(&[render.path, render.locale, outcome]);
        series.observe(render.duration.as_secs_f64());
    }

    fn heap_measured(&self, engine: usize, bytes: usize) {
        let gauge = self.heap_bytes.with_label_values(&[&engine.to_string()]);
        gauge.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    fn runtime_replaced(&self, reason: &'static str) {
        self.replacements.with_label_values(&[reason]).inc();
    }
}
