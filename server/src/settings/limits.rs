//! Settings of the limits for clients.

use std::time::Duration;

use clap::Args;

use crate::connection::ConnectionLimits;
use crate::values::{parse_count, parse_duration};

/// Limits for clients.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Limit of concurrent connections; further ones wait to be accepted. Lowered, with a
    /// warning, to fit the limits of open files and of memory
    #[arg(long, env = "MAX_CONNECTIONS", value_name = "COUNT", default_value = "10000", value_parser = parse_count)]
    pub max_connections: usize,

    /// Timeout from the first byte of a request's head to its last; a slower one gets 408
    #[arg(long, env = "REQUEST_TIMEOUT", value_name = "TIME", default_value = "5s", value_parser = parse_duration)]
    pub request_timeout: Duration,

    /// Time after which the connection of a client that receives a response at less than
    /// 1 KiB/s is reset
    #[arg(long, env = "SEND_TIMEOUT", value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub send_timeout: Duration,

    /// Idle timeout: from the end of a response to the next request; then the connection is
    /// closed. Longer than the 60 s of nginx, since the proxy has to close first
    #[arg(long, env = "KEEP_ALIVE", value_name = "TIME", default_value = "75s", value_parser = parse_duration)]
    pub keep_alive: Duration,
}

impl Limits {
    pub(crate) fn of_connections(&self) -> ConnectionLimits {
        ConnectionLimits {
            request_timeout: self.request_timeout,
            keep_alive: self.keep_alive,
            send_timeout: self.send_timeout,
        }
    }
}
