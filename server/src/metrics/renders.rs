//! Renders, the queue before them, and the engines.

use std::time::Duration;

use marquee_renderer::{FinishedRender, Level, Observer, PageRequest, RenderError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::{Histograms, Labels, counters, durations, histograms};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RenderLabels {
    language: String,
    outcome: &'static str,
}

metrics! {
    /// Metrics of the renderer, which reports to them.
    #[derive(Debug, Clone)]
    RenderMetrics {
        durations: Histograms<RenderLabels> =
            "marquee_render_duration_seconds", "Time of a render in its engine, by outcome",
            histograms(durations);
        queue_waits: Histograms<Labels<1>> =
            "marquee_render_queue_wait_seconds",
            "Time that renders waited for an engine, by priority: a client waits, or background",
            histograms(durations);
        queue_depth: Gauge = "marquee_render_queue_depth", "Renders that wait for an engine";
        in_flight: Gauge = "marquee_renders_in_flight", "Renders in progress";
        engines_up: Gauge = "marquee_engines_up", "Engines that are ready to render or do so";
        engines_desired: Gauge = "marquee_engines_desired", "Engines that should be up";
        engines_unconfined: Gauge =
            "marquee_engines_unconfined", "Engines that are up without a part of their sandbox";
        heap_bytes: Family<Labels<1, usize>, Gauge> =
            "marquee_engine_heap_bytes", "Heap in use of each engine";
        restarts: Family<Labels<1>, Counter> =
            "marquee_engine_restarts", "Engines started again, by reason",
            counters("reason", ["timeout", "heap", "lost", "failed", "start"]);
    }
}

impl Observer for RenderMetrics {
    fn level_changed(&self, level: Level, change: i64) {
        let gauge = match level {
            Level::Queued => &self.queue_depth,
            Level::InFlight => &self.in_flight,
            Level::EnginesUp => &self.engines_up,
            Level::EnginesUnconfined => &self.engines_unconfined,
            _ => return,
        };
        gauge.inc_by(change);
    }

    fn engines_desired(&self, engines: usize) {
        self.engines_desired.set(i64::try_from(engines).unwrap_or(i64::MAX));
    }

    fn dequeued(&self, request: &PageRequest, wait: Duration) {
        let priority = if request.priority.timeout().is_some() { "client" } else { "background" };
        self.queue_waits.get_or_create(&[("priority", priority)]).observe(wait.as_secs_f64());
    }

    fn rendered(&self, render: &FinishedRender<'_>) {
        let labels = RenderLabels {
            language: render.request.label.clone(),
            outcome: render.error.map_or("ok", RenderError::kind),
        };
        self.durations.get_or_create(&labels).observe(render.duration.as_secs_f64());
    }

    fn heap_measured(&self, engine: usize, bytes: usize) {
        let gauge = self.heap_bytes.get_or_create(&[("engine", engine)]);
        gauge.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    fn engine_restarted(&self, reason: &RenderError) {
        self.restarts.get_or_create(&[("reason", reason.kind())]).inc();
    }
}
