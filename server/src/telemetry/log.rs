//! The log: one event a line, on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::OnceLock;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::registry::LookupSpan;

use super::escape::{JsonLines, TextFields};
use super::{LogFormat, TRACES, TelemetryOptions};

/// Target of the events of the access log, one for each request.
pub const ACCESS: &str = "marquee::access";

/// Prefix of the targets of the server's own events. Events of libraries are logged
/// from `warn` on only, since others may contain client input, such as URLs.
const OWN: &str = env!("CARGO_PKG_NAME");

/// Limit of buffered lines, beyond which lines are dropped: about 5 MB.
const BUFFERED_LINES: usize = 16 << 10;

static DROPPED_LINES: OnceLock<ErrorCounter> = OnceLock::new();

/// Returns how many lines were dropped since the log started, because its reader
/// did not keep up.
#[must_use]
pub fn dropped_log_lines() -> u64 {
    DROPPED_LINES.get().map_or(0, |counter| counter.dropped_lines() as u64)
}

/// Flushes the log when it is dropped.
pub(super) type Guard = WorkerGuard;

/// Installs a panic hook that logs panics.
pub(super) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let location = panic.location().map(ToString::to_string);
        let message = panic.payload_as_str();
        tracing::error!(reason = message, thread = thread.name(), location, "a thread panicked");
    }));
}

/// Returns the layer that writes the log. Writing happens on a separate thread, so that
/// a slow reader of the log does not block requests; lines are dropped instead.
pub(super) fn layer<S>(options: &TelemetryOptions) -> (impl Layer<S> + use<S>, Guard)
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(BUFFERED_LINES).finish(stderr());
    // An error means that the log was started before.
    let _ = DROPPED_LINES.set(writer.error_counter());
    let is_json = match options.log_format {
        LogFormat::Auto => !stderr().is_terminal(),
        LogFormat::Json => true,
        LogFormat::Text => false,
    };
    let log = if is_json {
        // Spans are for traces; each event has all of its fields.
        fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .with_writer(JsonLines(writer))
            .boxed()
    } else {
        fmt::layer().with_writer(writer).fmt_fields(TextFields).boxed()
    };
    let access = if options.access_log { options.log_level } else { LevelFilter::OFF };
    let filter = Targets::new()
        .with_default(options.log_level.min(LevelFilter::WARN))
        .with_target(OWN, options.log_level)
        .with_target(ACCESS, access)
        .with_target(TRACES, LevelFilter::OFF);
    (log.with_filter(filter), guard)
}
