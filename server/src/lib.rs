//! Marquee: a server of a promotional landing site, rendered by React in an
//! embedded JavaScript engine.
//!
//! The modules in the order in which a request meets them:
//!
//! - [`server`] binds the two listeners. [`connection`] enforces limits and timeouts;
//!   [`routes`] has the public routes and their middleware, [`http`] how a representation
//!   is sent; [`admin`] has health, metrics and version.
//! - [`state`] is what all requests share; [`release`] is the built site with all that
//!   is made from it, replaced as a whole by a reload.
//! - [`locale`] chooses the language. [`page`] has the page cache and its fallback chain;
//!   [`crawlers`] has the files for search engines.
//! - [`site`] is what the build made; [`operator`] keeps the operator's links fresh.
//! - [`marquee_renderer`] passes a typed request to one of its engines, which are processes, where
//!   React renders it.
//! - [`settings`], [`process`], [`telemetry`] and [`metrics`] are what an operator
//!   configures and observes.

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

mod admin;
pub mod commands;
pub mod connection;
mod crawlers;
pub mod http;
mod http_client;
pub mod locale;
mod metrics;
pub mod operator;
mod page;
mod process;
mod release;
mod routes;
mod server;
mod settings;
pub mod site;
mod state;
mod telemetry;
