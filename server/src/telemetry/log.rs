//! The log: one event a line, on standard error.

use std::io::{self, IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::registry::LookupSpan;

use super::json_lines::JsonLines;
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

/// How many lines were dropped since the log started: because its reader did not keep
/// up, or because they could not be written.
pub(crate) fn dropped_log_lines() -> u64 {
    let not_buffered = NOT_BUFFERED.get().map_or(0, |counter| counter.dropped_lines() as u64);
    not_buffered + NOT_WRITTEN.load(Ordering::Relaxed)
}

/// Size limit of a batch in bytes: a pipe takes as much in one piece (POSIX, `PIPE_BUF`), so
/// that lines of other processes do not cut those of a batch.
const BATCH: usize = libc::PIPE_BUF;

/// Writes lines to the log, and counts those that cannot be written: the thread that
/// writes them ignores errors. It flushes the batch when no other line is waiting.
struct Lines<W> {
    output: W,
    batch: Vec<u8>,
    /// Whether the end of the last line is missing, so that the next one must not follow it
    /// on the same line.
    is_cut: bool,
}

impl<W> Lines<W> {
    fn to(output: W) -> Self {
        Self { output, batch: Vec::with_capacity(BATCH), is_cut: false }
    }
}

impl<W: Write> Write for Lines<W> {
    /// Adds a line to the batch.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.batch.len() + line.len() > BATCH {
            self.write_batch();
        }
        self.batch.extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_batch();
        self.output.flush()
    }
}

impl<W: Write> Lines<W> {
    /// Writes the batch, or drops those of its lines that cannot be written.
    fn write_batch(&mut self) {
        let mut batch = std::mem::take(&mut self.batch);
        let is_writable = !self.is_cut || self.write_part(b"\n") == 1;
        let written = if is_writable { self.write_part(&batch) } else { 0 };
        let lost = batch[written..].split_inclusive(|byte| *byte == b'\n').count();
        NOT_WRITTEN.fetch_add(lost as u64, Ordering::Relaxed);
        batch.clear();
        self.batch = batch;
    }

    /// Writes bytes that end a line. Returns how many were written.
    fn write_part(&mut self, bytes: &[u8]) -> usize {
        let mut written = 0;
        while written < bytes.len() {
            match self.output.write(&bytes[written..]) {
                Ok(count @ 1..) => written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
            }
        }
        if let Some(last) = bytes[..written].last() {
            self.is_cut = *last != b'\n';
        }
        written
    }
}

/// Installs a panic hook that logs panics.
pub(super) fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let location = panic.location().map(ToString::to_string);
        let message = panic.payload_as_str();
        tracing::error!(reason = message, thread = thread.name(), location, "a thread panicked");
    }));
}

/// Starts to write the log. Writing happens on a separate thread, so that a slow reader of the log
/// does not block requests; lines are dropped instead.
pub(super) fn writer() -> (NonBlocking, WorkerGuard) {
    // A write beyond the limit of a file's size (`RLIMIT_FSIZE`) is an error like that of a full disk.
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: to ignore a signal runs no code at it.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
    let lines = Lines::to(stderr());
    let (writer, guard) =
        NonBlockingBuilder::default().buffered_lines_limit(BUFFERED_LINES).finish(lines);
    // An error means that the log was started before.
    let _ = NOT_BUFFERED.set(writer.error_counter());
    (writer, guard)
}

pub(super) fn layer<S>(options: &TelemetryOptions, writer: NonBlocking) -> impl Layer<S> + use<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let is_json = match options.log_format {
        LogFormat::Auto => !stderr().is_terminal(),
        LogFormat::Json => true,
        LogFormat::Text => false,
    };
    let log = if is_json {
        fmt::layer().event_format(JsonLines).fmt_fields(JsonLines).with_writer(writer).boxed()
    } else {
        fmt::layer().with_ansi(stderr().is_terminal()).with_writer(writer).boxed()
    };
    // Without an access log, only requests that failed: a proxy in front knows no reason.
    let access = if options.access_log { LevelFilter::TRACE } else { LevelFilter::WARN };
    let filter = Targets::new()
        .with_default(options.log_level.min(LevelFilter::WARN))
        .with_target(OWN, options.log_level)
        .with_target(ACCESS, options.log_level.min(access))
        .with_target(TRACES, LevelFilter::OFF)
        // What it logs is in the error of the request.
        .with_target("rustls_platform_verifier", LevelFilter::OFF);
    log.with_filter(filter)
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
        let mut lines = Lines::to(Disk { room: 10, written: Vec::new() });
        let log = |lines: &mut Lines<Disk>, batch: &str| {
            for line in batch.split_inclusive('\n') {
                lines.write_all(line.as_bytes()).expect("errors are counted");
            }
            lines.flush().expect("errors are counted");
        };
        log(&mut lines, "first\nsecond\nthird\n");
        log(&mut lines, "fourth\n");
        lines.output.room = 100;
        log(&mut lines, "fifth\nsixth\n");
        assert_eq!(lines.output.written, b"first\nseco\nfifth\nsixth\n");
        assert_eq!(dropped_log_lines() - before, 3);
    }
}
