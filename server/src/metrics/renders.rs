//! What the renderer reports: renders, the queue before them, and the engines.

use std::time::Duration;

use marquee_renderer::{FinishedRender, Level, Observer, PageRequest, RenderError};

use super::METRICS;

/// Counts in [`METRICS`].
#[derive(Debug)]
pub(crate) struct RenderMetrics;

impl Observer for RenderMetrics {
    fn level_changed(&self, level: Level, change: i64) {
        let gauge = match level {
            Level::Queued => &METRICS.marquee_render_queue_depth,
            Level::InFlight => &METRICS.marquee_renders_in_flight,
            Level::EnginesUnconfined => &METRICS.marquee_engines_unconfined,
            _ => return,
        };
        gauge.inc_by(change);
    }

    fn dequeued(&self, request: &PageRequest, wait: Duration) {
        let priority = if request.priority.timeout().is_some() { "client" } else { "background" };
        METRICS.marquee_render_queue_wait_seconds.at([priority]).observe(wait.as_secs_f64());
    }

    fn rendered(&self, render: &FinishedRender<'_>) {
        let outcome = render.error.map_or("ok", RenderError::kind).to_owned();
        METRICS
            .marquee_render_duration_seconds
            .at([render.request.label.clone(), outcome])
            .observe(render.duration.as_secs_f64());
    }

    fn heap_measured(&self, engine: usize, bytes: usize) {
        let gauge = METRICS.marquee_engine_heap_bytes.at([engine.to_string()]);
        gauge.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    fn engine_restarted(&self, reason: &RenderError) {
        METRICS.marquee_engine_restarts.at([reason.kind()]).inc();
    }
}
