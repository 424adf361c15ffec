//! The settings of log and traces.

use std::collections::HashMap;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use opentelemetry_sdk::trace::Sampler;
use tracing::level_filters::LevelFilter;
use url::Url;

use super::pairs::{Headers, ResourceAttributes};
use crate::values::{parse_service_url, parse_switch};

/// Settings of logs and traces.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Telemetry")]
pub struct TelemetryOptions {
    /// Format of the log: `json`, one object for each line; `text`; `auto` is text on a
    /// terminal, else JSON
    #[arg(long, env = "LOG_FORMAT", value_name = "auto|json|text", default_value = "auto")]
    pub log_format: LogFormat,

    /// Log level: `error`, `warn`, `info`, `debug`, `trace` or `off`; libraries log only
    /// warnings and errors, since the rest may contain client input
    #[arg(long, env = "LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    pub log_level: LevelFilter,

    /// Logs each request, without client input: request id and trace are generated, or
    /// those of a trusted proxy
    #[arg(long, env = "ACCESS_LOG", value_name = "on|off", action = clap::ArgAction::Set, default_value = "on", value_parser = parse_switch)]
    pub access_log: bool,

    /// Collector of traces (OTLP over HTTP, below `/v1/traces`); without one there are no
    /// traces
    #[arg(long = "otel-exporter-otlp-endpoint", env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", value_parser = parse_service_url)]
    pub collector: Option<Url>,

    /// Headers of requests to the collector, for example a token: `name=value`, separated by
    /// commas, values percent-encoded; never logged
    #[arg(long = "otel-exporter-otlp-headers", env = "OTEL_EXPORTER_OTLP_HEADERS", value_name = "NAME=VALUE,...", hide_env_values = true, value_parser = Headers::parse)]
    pub collector_headers: Option<Headers>,

    /// Which traces are sampled: `parentbased_` follows the decision of a trusted proxy's
    /// `traceparent`, and decides as the rest of the name says without one
    #[arg(
        long = "otel-traces-sampler",
        env = "OTEL_TRACES_SAMPLER",
        value_name = "NAME",
        default_value = "parentbased_always_on"
    )]
    pub sampler: SamplerName,

    /// The ratio of traces that `traceidratio` samples, from 0 to 1
    #[arg(long = "otel-traces-sampler-arg", env = "OTEL_TRACES_SAMPLER_ARG", value_name = "RATIO", default_value = "1", value_parser = parse_ratio)]
    pub sampling_ratio: f64,

    /// Service name in traces; by default the `service.name` among the resource attributes,
    /// else `marquee`
    #[arg(long = "otel-service-name", env = "OTEL_SERVICE_NAME", value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    pub service_name: Option<String>,

    /// Attributes of the process in traces: `name=value`, separated by commas, values
    /// percent-encoded. Without `service.instance.id` among them, a UUID is generated at each
    /// start
    #[arg(long = "otel-resource-attributes", env = "OTEL_RESOURCE_ATTRIBUTES", value_name = "NAME=VALUE,...", value_parser = ResourceAttributes::parse)]
    pub resource_attributes: Option<ResourceAttributes>,
}

impl TelemetryOptions {
    pub(super) fn sampler(&self) -> Sampler {
        let by_ratio = || Sampler::TraceIdRatioBased(self.sampling_ratio);
        let or_parent = |sampler| Sampler::ParentBased(Box::new(sampler));
        match self.sampler {
            SamplerName::AlwaysOn => Sampler::AlwaysOn,
            SamplerName::AlwaysOff => Sampler::AlwaysOff,
            SamplerName::TraceIdRatio => by_ratio(),
            SamplerName::ParentBasedAlwaysOn => or_parent(Sampler::AlwaysOn),
            SamplerName::ParentBasedAlwaysOff => or_parent(Sampler::AlwaysOff),
            SamplerName::ParentBasedTraceIdRatio => or_parent(by_ratio()),
        }
    }

    pub(super) fn collector_headers(&self) -> HashMap<String, String> {
        self.collector_headers.as_ref().map(Headers::to_map).unwrap_or_default()
    }
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Text on a terminal, JSON elsewhere
    Auto,
    /// One JSON object a line
    Json,
    /// Plain text
    Text,
}

/// The samplers of OpenTelemetry's specification that need no service of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum SamplerName {
    /// All traces
    AlwaysOn,
    /// None
    AlwaysOff,
    /// A ratio of them, by trace id
    #[value(name = "traceidratio")]
    TraceIdRatio,
    /// As the parent, else all
    #[value(name = "parentbased_always_on")]
    ParentBasedAlwaysOn,
    /// As the parent, else none
    #[value(name = "parentbased_always_off")]
    ParentBasedAlwaysOff,
    /// As the parent, else a ratio
    #[value(name = "parentbased_traceidratio")]
    ParentBasedTraceIdRatio,
}

fn parse_ratio(value: &str) -> Result<f64, &'static str> {
    match value.parse() {
        Ok(ratio) if (0.0..=1.0).contains(&ratio) => Ok(ratio),
        _ => Err("give a number from 0 to 1"),
    }
}
