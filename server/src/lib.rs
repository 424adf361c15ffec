//! Marquee: a server of a promotional landing site, rendered by React in an
//! embedded JavaScript engine.
//!
//! `docs/architecture.md` has the modules in layers, and the way of a request through them.
//! Nothing depends on this crate but its program and the tests: public is what they use.

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

mod admin;
pub mod commands;
pub mod connection;
pub mod content;
mod crawlers;
pub mod files;
pub mod http;
mod http_client;
pub mod locale;
mod metrics;
mod page;
mod process;
mod release;
mod routes;
mod server;
mod settings;
pub mod site;
mod state;
mod tasks;
mod telemetry;
mod values;
