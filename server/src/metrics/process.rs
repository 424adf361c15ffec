//! The process as the kernel sees it, under the names that every Prometheus
//! client gives it.

use std::fmt;

use procfs::process::{LimitValue, Process, Stat};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;

pub(super) fn register(registry: &mut Registry) {
    registry.register_collector(Box::new(ProcessCollector));
}

#[derive(Debug)]
struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        // Where /proc cannot be read there is nothing to tell.
        let Ok(process) = Process::myself() else { return Ok(()) };
        let Ok(stat) = process.stat() else { return Ok(()) };
        let cpu = ConstCounter::new(cpu_seconds(&stat));
        cpu.encode(encoder.encode_descriptor(
            "process_cpu_seconds",
            "Processor time spent, user and system.",
            None,
            cpu.metric_type(),
        )?)?;
        let files = process.fd_count().ok();
        let most_files =
            process.limits().ok().and_then(|limits| match limits.max_open_files.soft_limit {
                LimitValue::Value(most) => Some(most),
                LimitValue::Unlimited => None,
            });
        let gauges = [
            (
                "process_resident_memory_bytes",
                "Memory that the process has in RAM.",
                Some(resident_bytes(&stat)),
            ),
            (
                "process_virtual_memory_bytes",
                "Memory that the process has addresses for.",
                Some(to_f64(stat.vsize)),
            ),
            ("process_threads", "Threads.", Some(to_f64(stat.num_threads.unsigned_abs()))),
            (
                "process_open_fds",
                "Open files and connections.",
                files.map(|count| to_f64(count as u64)),
            ),
            ("process_max_fds", "Most open files and connections.", most_files.map(to_f64)),
            (
                "process_start_time_seconds",
                "When the process started, since the Unix epoch.",
                start_time(&stat),
            ),
        ];
        for (name, help, value) in gauges {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

fn cpu_seconds(stat: &Stat) -> f64 {
    to_f64(stat.utime + stat.stime) / to_f64(procfs::ticks_per_second())
}

fn resident_bytes(stat: &Stat) -> f64 {
    to_f64(stat.rss.saturating_mul(procfs::page_size()))
}

fn start_time(stat: &Stat) -> Option<f64> {
    let boot = procfs::boot_time_secs().ok()?;
    Some(to_f64(boot) + to_f64(stat.starttime) / to_f64(procfs::ticks_per_second()))
}

/// Exact up to 2^53, which is more bytes than any machine has.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn to_f64(number: u64) -> f64 {
    number as f64
}
