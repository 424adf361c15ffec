//! The formats of `/metrics`: OpenMetrics for scrapers that ask for it, which alone has
//! exemplars, and the text format of Prometheus for all others.

use std::fmt::{self, Write as _};

use actix_web::http::header::Accept;
use prometheus_client::encoding::text;
use prometheus_client::registry::Registry;

/// A format of the metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposition {
    /// OpenMetrics 1.0.
    OpenMetrics,
    /// The text format 0.0.4 of Prometheus.
    Text,
}

impl Exposition {
    /// Returns the format that a scraper prefers.
    #[must_use]
    pub fn negotiate(accept: Option<&Accept>) -> Self {
        let ranked = accept.map(Accept::ranked).unwrap_or_default();
        let known = ranked.iter().find_map(|media_type| match media_type.essence_str() {
            "application/openmetrics-text" => Some(Self::OpenMetrics),
            "text/plain" | "text/*" | "*/*" => Some(Self::Text),
            _ => None,
        });
        known.unwrap_or(Self::Text)
    }

    /// Returns its media type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
            Self::Text => "text/plain; version=0.0.4; charset=utf-8",
        }
    }

    pub(super) fn encode(self, registry: &Registry) -> Result<String, fmt::Error> {
        let mut metrics = String::new();
        text::encode(&mut metrics, registry)?;
        match self {
            Self::OpenMetrics => Ok(metrics),
            Self::Text => text_format(&metrics),
        }
    }
}

/// Rewrites OpenMetrics as the text format of Prometheus, in which a counter's name in
/// `HELP` and `TYPE` ends with `_total`, and which has neither exemplars nor an end.
fn text_format(metrics: &str) -> Result<String, fmt::Error> {
    let mut text = String::with_capacity(metrics.len());
    let mut help = "";
    for line in metrics.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest;
        } else if let Some((name, kind)) =
            line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' '))
        {
            let suffix = if kind == "counter" { "_total" } else { "" };
            let help = help.strip_prefix(name).unwrap_or_default();
            writeln!(text, "# HELP {name}{suffix}{help}\n# TYPE {name}{suffix} {kind}")?;
        } else if !line.starts_with('#') {
            writeln!(text, "{}", without_exemplar(line))?;
        }
    }
    Ok(text)
}

/// Returns a sample up to its value. An exemplar follows that, and no label of an exemplar
/// contains the separator, while the labels of the sample may.
fn without_exemplar(sample: &str) -> &str {
    match sample.rsplit_once(" # {") {
        Some((rest, exemplar)) if exemplar.starts_with("trace_id=") => rest,
        _ => sample,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_look_like_an_exemplar_stay() {
        let sample = r#"m_bucket{page="/ # {",le="+Inf"} 1"#;
        assert_eq!(without_exemplar(sample), sample);
        let observed = format!(r#"{sample} # {{trace_id="0af7"}} 0.1 1700000000.0"#);
        assert_eq!(without_exemplar(&observed), sample);
    }
}
