//! The log on standard error, and traces for a collector where one is set.

mod collector;
mod context;
mod escape;
mod log;
mod options;

use std::time::Duration;

use tracing_subscriber::prelude::*;

pub use context::TraceContext;
pub use log::{ACCESS, dropped_log_lines};
pub use options::{LogFormat, TelemetryOptions};

/// Spans with this target go to the collector, and nothing else does.
pub const TRACES: &str = "marquee::traces";

/// A duration in milliseconds, to the microsecond, as logs and headers have it.
#[must_use]
pub fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// Why there is no telemetry.
#[derive(Debug, thiserror::Error)]
#[error("OTEL_EXPORTER_OTLP_ENDPOINT: {0}")]
pub struct TelemetryError(String);

/// Flushes traces and then the log when it is dropped, since a failure to send traces
/// is logged.
#[must_use]
pub struct Telemetry {
    collector: Option<collector::Guard>,
    _log: log::Guard,
}

impl Telemetry {
    /// Writes out the log and gives up the last traces, for which a collector may
    /// let wait.
    pub fn end_at_once(self) {
        std::mem::forget(self.collector);
    }
}

/// Starts the log and, where a collector is set, the traces.
///
/// # Errors
/// [`TelemetryError`].
pub fn start(options: &TelemetryOptions) -> Result<Telemetry, TelemetryError> {
    let (log, log_guard) = log::layer(options);
    let collector = match &options.collector {
        // Without the layer for them, spans cost nothing.
        None => {
            tracing_subscriber::registry().with(log).init();
            None
        }
        Some(endpoint) => {
            let (traces, guard) = collector::layer(endpoint, &options.service_name)?;
            tracing_subscriber::registry().with(log).with(traces).init();
            Some(guard)
        }
    };
    log::report_panics();
    Ok(Telemetry { collector, _log: log_guard })
}
