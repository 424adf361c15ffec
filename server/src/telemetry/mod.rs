//! The log on standard error, and traces for a collector where one is set.

mod collector;
mod context;
mod json_lines;
mod log;
mod options;
mod per_minute;

use std::io;
use std::time::Duration;

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

pub(crate) use collector::end_traces;
pub(crate) use context::TraceContext;
pub(crate) use log::{ACCESS, dropped_log_lines};
pub(crate) use options::{LogFormat, TelemetryOptions};
pub(crate) use per_minute::PerMinute;

use json_lines::JsonLines;

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

/// Logs an error that occurs before the log has started, as JSON.
pub(crate) fn log_start_error(reason: &str) {
    let log = fmt::layer().event_format(JsonLines).fmt_fields(JsonLines).with_writer(io::stderr);
    tracing::subscriber::with_default(tracing_subscriber::registry().with(log), || {
        tracing::error!(error = reason, "marquee does not start");
    });
}

/// Starts the log and, where a collector is set, the traces. The log is flushed when its guard is
/// dropped: after [`end_traces`], whose failure is logged.
pub(crate) fn start(options: &TelemetryOptions) -> Result<WorkerGuard, TelemetryError> {
    let (writer, guard) = log::writer();
    let log = log::layer(options, writer.clone());
    match collector::endpoint()? {
        // Without a layer for them, spans cost nothing.
        None => tracing_subscriber::registry().with(log).init(),
        Some(endpoint) => {
            // What the SDK logs while it is set up.
            let setup = tracing_subscriber::registry().with(log::layer(options, writer));
            let traces = tracing::subscriber::with_default(setup, || collector::layer(&endpoint))?;
            tracing_subscriber::registry().with(log).with(traces).init();
            collector::check_variables();
        }
    }
    log::report_panics();
    Ok(guard)
}
