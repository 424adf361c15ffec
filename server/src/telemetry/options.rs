//! The settings of log and traces.

use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;
use url::Url;

use crate::settings::values::{parse_service_url, parse_switch};

/// Settings of logs and traces.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Telemetry")]
pub(crate) struct TelemetryOptions {
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
    /// traces. The SDK reads the other variables of OpenTelemetry for traces
    #[arg(long = "otel-exporter-otlp-endpoint", env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL", value_parser = parse_service_url)]
    pub collector: Option<Url>,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Text on a terminal, JSON elsewhere
    Auto,
    /// One JSON object a line
    Json,
    /// Plain text
    Text,
}
