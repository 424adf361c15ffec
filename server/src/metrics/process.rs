//! The process and its engines, with the names of Prometheus's own client libraries.
#![expect(clippy::cast_precision_loss, reason = "a metric's value is a double")]

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use parking_lot::Mutex;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use rlimit::Resource;

/// Units of time per second in `/proc`, by the ABI of Linux on x86-64 and 64-bit ARM.
const USER_HZ: f64 = 100.0;

/// Reads `/proc` at each scrape.
#[derive(Debug)]
pub(super) struct ProcessCollector {
    /// Read once: the time of the system's start, from which it is derived, varies with
    /// adjustments of the clock, and a change would look like a restart.
    start_time: f64,
    /// The CPU time of the last scrape. That of an engine which ends during a scrape is missing there.
    cpu: Mutex<f64>,
}

impl ProcessCollector {
    pub(super) fn new() -> Self {
        let start_time = Measured::read().and_then(|process| {
            let boot_time: f64 = field(&fs::read_to_string("/proc/stat")?, "btime ")?;
            Ok(boot_time + process.started)
        });
        Self {
            start_time: start_time.inspect_err(report).unwrap_or_default(),
            cpu: Mutex::default(),
        }
    }
}

/// What is read of the process; times in seconds, the start since that of the system.
struct Measured {
    cpu: f64,
    started: f64,
    open_fds: usize,
    max_fds: u64,
    virtual_bytes: f64,
    resident_bytes: f64,
    threads: f64,
}

impl Measured {
    /// proc(5).
    fn read() -> io::Result<Self> {
        let process = Path::new("/proc/self");
        let status = fs::read_to_string(process.join("status"))?;
        // The engines that have ended are in the fields of children that were waited for.
        let [started, cpu @ ..] = seconds(process, [22, 14, 15, 16, 17])?;
        let mut measured = Self {
            cpu: cpu.iter().sum(),
            started,
            open_fds: fs::read_dir(process.join("fd"))?.count(),
            max_fds: Resource::NOFILE.get_soft()?,
            virtual_bytes: field::<f64>(&status, "VmSize:")? * 1024.0,
            resident_bytes: field::<f64>(&status, "VmRSS:")? * 1024.0,
            threads: field(&status, "Threads:")?,
        };
        for engine in children(process)? {
            // One that has ended meanwhile has neither.
            if let Ok([user, system]) = seconds(&engine, [14, 15]) {
                measured.cpu += user + system;
            }
            if let Ok(status) = fs::read_to_string(engine.join("status")) {
                // The pages of its program are the process's own.
                measured.resident_bytes += field(&status, "RssAnon:").unwrap_or(0.0) * 1024.0;
            }
        }
        Ok(measured)
    }
}

/// Returns fields of a process's `stat`, by their numbers in proc(5), in seconds.
fn seconds<const N: usize>(process: &Path, numbers: [usize; N]) -> io::Result<[f64; N]> {
    let stat = fs::read_to_string(process.join("stat"))?;
    // The second field, the name in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(") ").ok_or(io::ErrorKind::InvalidData)?;
    let fields: Vec<_> = fields.split(' ').collect();
    let mut seconds = [0.0; N];
    for (seconds, number) in seconds.iter_mut().zip(numbers) {
        let ticks = fields.get(number - 3).copied().unwrap_or_default();
        *seconds = parse::<u64>(ticks)? as f64 / USER_HZ;
    }
    Ok(seconds)
}

/// The folders of a process's children; none where the kernel does not list them.
fn children(process: &Path) -> io::Result<Vec<PathBuf>> {
    let threads = fs::read_dir(process.join("task"))?;
    let lists = threads.flatten().flat_map(|it| fs::read_to_string(it.path().join("children")));
    Ok(lists
        .flat_map(|pids| {
            pids.split_whitespace().map(|pid| Path::new("/proc").join(pid)).collect::<Vec<_>>()
        })
        .collect())
}

/// The number in the line that begins with `name`.
fn field<T: FromStr>(text: &str, name: &str) -> io::Result<T> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    parse(line.split_whitespace().next().unwrap_or_default())
}

fn parse<T: FromStr>(number: &str) -> io::Result<T> {
    number.parse().map_err(|_| io::ErrorKind::InvalidData.into())
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let process = match Measured::read() {
            Ok(process) => process,
            Err(error) => {
                report(&error);
                return Ok(());
            }
        };
        let cpu = {
            let mut last = self.cpu.lock();
            *last = last.max(process.cpu);
            ConstCounter::new(*last)
        };
        cpu.encode(encoder.encode_descriptor(
            "process_cpu_seconds",
            "User and system CPU time of the process and its engines.",
            None,
            cpu.metric_type(),
        )?)?;
        for (name, help, value) in [
            ("process_open_fds", "Open file descriptors.", process.open_fds as f64),
            ("process_max_fds", "Limit of open file descriptors.", process.max_fds as f64),
            ("process_virtual_memory_bytes", "Virtual memory size.", process.virtual_bytes),
            (
                "process_resident_memory_bytes",
                "Resident memory size of the process and its engines.",
                process.resident_bytes,
            ),
            (
                "process_start_time_seconds",
                "Start of the process since the Unix epoch.",
                self.start_time,
            ),
            ("process_threads", "Threads of the process.", process.threads),
        ] {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

/// A scrape without these metrics is better than none.
fn report(error: &io::Error) {
    tracing::debug!(%error, "no metrics of the process");
}
