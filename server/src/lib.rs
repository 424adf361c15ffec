//! Marquee: a server of a promotional landing site, rendered by React in an
//! embedded JavaScript engine.
//!
//! The modules in the order in which a request meets them:
//!
//! - [`server`] binds the two listeners, or [`service_manager`] passes them. [`connection`] enforces limits and timeouts;
//!   [`public`] has the public routes and their middleware, [`http`] how a representation
//!   is sent; [`admin`] has health, metrics and version.
//! - [`state`] is what all requests share; [`release`] is the built site with all that
//!   is made from it, replaced as a whole by a reload.
//! - [`page`] has the page cache and its fallback chain; [`crawlers`] has the files for
//!   search engines.
//! - [`site`] is what the build made, [`routes`] its paths, [`locale`] its languages;
//!   [`operator`] keeps the operator's links fresh.
//! - [`marquee_renderer`] passes a typed request to one of its engine threads, where
//!   React renders it; the chunks stream back.
//! - [`settings`], [`telemetry`], [`metrics`] and [`cache_outcome`] are what an operator
//!   configures and observes.

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod admin;
pub mod built_files;
pub mod cache_outcome;
pub mod campaign;
pub mod connection;
pub mod crawlers;
pub mod http;
mod http_client;
pub mod lifecycle;
pub mod limits;
pub mod listen_addr;
pub mod locale;
pub mod memory;
pub mod messages;
pub mod metrics;
pub mod operator;
pub mod page;
pub mod public;
pub mod public_files;
pub mod public_url;
pub mod release;
pub mod routes;
pub mod server;
pub mod service_manager;
pub mod settings;
pub mod site;
pub mod start_error;
pub mod state;
pub mod telemetry;
pub mod trusted_proxies;
mod values;
