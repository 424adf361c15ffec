//! The two ways in which metrics are written down.

use std::fmt::Write;

use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposition {
    /// The text format of Prometheus, version 0.0.4: what everything understands.
    Prometheus,
    /// `OpenMetrics` 1.0.
    OpenMetrics,
}

impl Exposition {
    /// What whoever sent this `Accept` header understands. Scrapers that can read
    /// `OpenMetrics` name it first.
    #[must_use]
    pub fn accepted(accept: &str) -> Self {
        if accept.contains("application/openmetrics-text") {
            Self::OpenMetrics
        } else {
            Self::Prometheus
        }
    }

    /// Its media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Prometheus => "text/plain; version=0.0.4; charset=utf-8",
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
        }
    }

    pub(super) fn text(self, registry: &Registry) -> String {
        let mut text = String::new();
        // Writing into a string does not fail.
        let _ = text::encode(&mut text, registry);
        match self {
            Self::OpenMetrics => text,
            Self::Prometheus => without_openmetrics(&text),
        }
    }
}

/// The older format has the same samples. Its descriptions name a counter as its
/// sample is named, and know neither units nor an end.
fn without_openmetrics(text: &str) -> String {
    let mut old = String::with_capacity(text.len());
    let mut suffix = "";
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let mut words = line.splitn(4, ' ');
        let written = match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some("HELP"), Some(name), help) => {
                let kind = lines.get(index + 1).and_then(|line| line.rsplit(' ').next());
                suffix = if kind == Some("counter") { "_total" } else { "" };
                writeln!(old, "# HELP {name}{suffix} {}", help.unwrap_or_default())
            }
            (Some("#"), Some("TYPE"), Some(name), Some(kind)) => {
                writeln!(old, "# TYPE {name}{suffix} {kind}")
            }
            (Some("#"), ..) => Ok(()),
            _ => writeln!(old, "{line}"),
        };
        // Writing into a string does not fail.
        let _ = written;
    }
    old
}
