//! The log: one event a line, on standard error.

use std::io::{self, IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::registry::LookupSpan;

use super::{LogFormat, TRACES, TelemetryOptions};

/// Target of the events of the access log, one for each request.
pub(crate) const ACCESS: &str = "marquee::access";

/// Prefix of the targets of the server's own events. Events of libraries are logged
/// from `warn` on only, since others may contain client input, such as URLs.
const OWN: &str = env!("CARGO_PKG_NAME");

/// Limit of buffered lines, beyond which lines are dropped: about 5 MB.
const BUFFERED_LINES: usize = 16 << 10;

/// Counts lines that were dropped before they were written.
static NOT_BUFFERED: OnceLock<ErrorCounter> = OnceLock::new();

/// Lines that could not be written, or only in part.
static NOT_WRITTEN: AtomicU64 = AtomicU64::new(0);

/// Returns how many lines were dropped since the log started: because its reader did not keep
/// up, or because they could not be written.
pub(crate) fn dropped_log_lines() -> u64 {
    let not_buffered = NOT_BUFFERED.get().map_or(0, |counter| counter.dropped_lines() as u64);
    not_buffered + NOT_WRITTEN.load(Ordering::Relaxed)
}

/// Writes lines to the log, and counts those that cannot be written: the thread that
/// writes them ignores errors.
struct Lines<W> {
    output: W,
    /// Whether the end of the last line is missing, so that the next one must not follow it
    /// on the same line.
    is_cut: bool,
}

impl<W: Write> Write for Lines<W> {
    /// Writes one line, or drops it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let is_written = (!self.is_cut || self.write_part(b"\n")) && self.write_part(line);
        if !is_written {
            NOT_WRITTEN.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl<W: Write> Lines<W> {
    /// Writes bytes that end a line. Returns whether that succeeded.
    fn write_part(&mut self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        while !rest.is_empty() {
            match self.output.write(rest) {
                Ok(count @ 1..) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => {
                    self.is_cut |= rest.len() < bytes.len();
                    return false;
                }
            }
        }
        self.is_cut = false;
        true
    }
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
    let lines = Lines { output: stderr(), is_cut: false };
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(BUFFERED_LINES).finish(lines);
    // An error means that the log was started before.
    let _ = NOT_BUFFERED.set(writer.error_counter());
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
            .with_writer(writer)
            .boxed()
    } else {
        fmt::layer().with_writer(writer).boxed()
    };
    let access = if options.access_log { options.log_level } else { LevelFilter::OFF };
    let filter = Targets::new()
        .with_default(options.log_level.min(LevelFilter::WARN))
        .with_target(OWN, options.log_level)
        .with_target(ACCESS, access)
        .with_target(TRACES, LevelFilter::OFF);
    (log.with_filter(filter), guard)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with room for some bytes, which it takes five at a time.
    struct Disk {
        room: usize,
        written: Vec<u8>,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.room).min(5);
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room -= count;
            self.written.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn line_after_a_full_disk_begins_a_line() {
        let before = dropped_log_lines();
        let mut lines = Lines { output: Disk { room: 10, written: Vec::new() }, is_cut: false };
        for line in ["first\n", "second\n", "third\n"] {
            lines.write_all(line.as_bytes()).expect("errors are counted");
        }
        lines.output.room = 100;
        for line in ["fourth\n", "fifth\n"] {
            lines.write_all(line.as_bytes()).expect("errors are counted");
        }
        assert_eq!(lines.output.written, b"first\nseco\nfourth\nfifth\n");
        assert_eq!(dropped_log_lines() - before, 2);
    }
}
