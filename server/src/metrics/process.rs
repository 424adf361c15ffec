//! The process, with the names of Prometheus's own client libraries.
#![expect(clippy::cast_precision_loss, reason = "a metric's value is a double")]

use std::fmt;

use procfs::process::{LimitValue, Process, Stat};
use procfs::{ProcError, ProcResult, boot_time_secs, page_size, ticks_per_second};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// Reads `/proc` at each scrape.
#[derive(Debug)]
pub(super) struct ProcessCollector {
    /// Read once: the time of the system's start, from which it is derived, varies with
    /// adjustments of the clock, and a change would look like a restart.
    start_time: f64,
}

impl ProcessCollector {
    pub(super) fn new() -> Self {
        let start_time = Process::myself()
            .and_then(|process| Ok(boot_time_secs()? as f64 + seconds(process.stat()?.starttime)));
        Self { start_time: start_time.inspect_err(report).unwrap_or_default() }
    }
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / ticks_per_second() as f64
}

/// What is read of the process.
struct Measured {
    stat: Stat,
    open_fds: usize,
    max_fds: u64,
}

impl Measured {
    fn read() -> ProcResult<Self> {
        let process = Process::myself()?;
        let max_fds = match process.limits()?.max_open_files.soft_limit {
            LimitValue::Value(limit) => limit,
            LimitValue::Unlimited => u64::MAX,
        };
        Ok(Self { stat: process.stat()?, open_fds: process.fd_count()?, max_fds })
    }
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Measured { stat, open_fds, max_fds } = match Measured::read() {
            Ok(measured) => measured,
            Err(error) => {
                report(&error);
                return Ok(());
            }
        };
        let cpu = ConstCounter::new(seconds(stat.utime + stat.stime));
        cpu.encode(encoder.encode_descriptor(
            "process_cpu_seconds",
            "User and system CPU time of the process.",
            None,
            cpu.metric_type(),
        )?)?;
        for (name, help, value) in [
            ("process_open_fds", "Open file descriptors.", open_fds as f64),
            ("process_max_fds", "Limit of open file descriptors.", max_fds as f64),
            ("process_virtual_memory_bytes", "Virtual memory size.", stat.vsize as f64),
            (
                "process_resident_memory_bytes",
                "Resident memory size.",
                (stat.rss * page_size()) as f64,
            ),
            (
                "process_start_time_seconds",
                "Start of the process since the Unix epoch.",
                self.start_time,
            ),
            ("process_threads", "Threads of the process.", stat.num_threads as f64),
        ] {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

/// A scrape without these metrics is better than none.
fn report(error: &ProcError) {
    tracing::debug!(%error, "no metrics of the process");
}
