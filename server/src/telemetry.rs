//! The process's log, on standard error.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

/// Starts logging: readable on a terminal, one JSON object a line elsewhere.
pub fn start() {
    let log = fmt::layer().with_writer(stderr);
    let log =
        if stderr().is_terminal() { log.boxed() } else { log.json().flatten_event(true).boxed() };
    let filter = Targets::new()
        .with_default(LevelFilter::INFO)
        // It tells of each worker it starts; ours tells once what is served.
        .with_target("actix_server", LevelFilter::WARN);
    tracing_subscriber::registry().with(log).with(filter).init();
}
