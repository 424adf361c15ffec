//! The settings of the log.

use clap::{Args, ValueEnum};
use tracing::level_filters::LevelFilter;

use crate::values::{parse_log_level, parse_switch};

/// Settings of the log.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Telemetry")]
pub(crate) struct TelemetryOptions {
    /// Format of the log: `json`, one object for each line; `text`; `auto` is text on a
    /// terminal, else JSON
    #[arg(long, env = "LOG_FORMAT", value_name = "auto|json|text", default_value = "auto")]
    pub log_format: LogFormat,

    /// Log level: `error`, `warn`, `info`, `debug`, `trace` or `off`; libraries log only
    /// warnings and errors, since the rest may contain client input
    #[arg(long, env = "LOG_LEVEL", value_name = "LEVEL", default_value = "info", value_parser = parse_log_level)]
    pub log_level: LevelFilter,

    /// Logs each request, without client input: request id and trace are generated, or
    /// those of a trusted proxy. `off` leaves the first ten of a minute that failed
    #[arg(long, env = "ACCESS_LOG", value_name = "on|off", action = clap::ArgAction::Set, default_value = "on", value_parser = parse_switch)]
    pub access_log: bool,
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
