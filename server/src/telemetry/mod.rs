//! The log on standard error, and traces for a collector where one is set.

mod collector;
mod context;
mod json_lines;
mod log;
mod options;
mod per_minute;

use std::time::{Duration, SystemTime};

use serde_json::json;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::prelude::*;

pub(crate) use collector::end_traces;
pub(crate) use context::TraceContext;
pub(crate) use log::{ACCESS, dropped_log_lines};
pub(crate) use options::{LogFormat, TelemetryOptions};
pub(crate) use per_minute::PerMinute;

/// Spans with this target go to the collector, and nothing else does.
pub(crate) const TRACES: &str = "marquee::traces";

/// A duration in milliseconds, rounded to microseconds, for logs and headers.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// An error with its causes, each of them once.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text = format!("{text}: {next}");
        }
        cause = error.source();
    }
    text
}

/// Telemetry could not be started.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TelemetryError(String);

/// Flushes traces and then the log when it is dropped, since a failure to send traces
/// is logged.
pub(crate) struct Telemetry {
    collector: Option<collector::TraceGuard>,
    _log: WorkerGuard,
}

impl Telemetry {
    /// Flushes the log and discards the remaining traces: a slow collector would delay
    /// a forced shutdown.
    pub(crate) fn discard_traces(self) {
        std::mem::forget(self.collector);
    }
}

/// The line of the JSON log for an error that occurs before the log has started.
pub(crate) fn start_error(reason: &str) -> String {
    json!({
        "timestamp": humantime::format_rfc3339_micros(SystemTime::now()).to_string(),
        "level": "ERROR",
        "message": "marquee does not start",
        "error": reason,
        "target": env!("CARGO_PKG_NAME"),
    })
    .to_string()
}

/// Starts the log and, where a collector is set, the traces.
pub(crate) fn start(options: &TelemetryOptions) -> Result<Telemetry, TelemetryError> {
    let (writer, log_guard) = log::writer();
    let log = log::layer(options, writer.clone());
    let collector = match collector::endpoint()? {
        // Without a layer for them, spans cost nothing.
        None => {
            tracing_subscriber::registry().with(log).init();
            None
        }
        Some(endpoint) => {
            // What the SDK logs while it is set up.
            let setup = tracing_subscriber::registry().with(log::layer(options, writer));
            let (traces, guard) =
                tracing::subscriber::with_default(setup, || collector::layer(&endpoint))?;
            tracing_subscriber::registry().with(log).with(traces).init();
            collector::check_variables();
            Some(guard)
        }
    };
    log::report_panics();
    Ok(Telemetry { collector, _log: log_guard })
}
