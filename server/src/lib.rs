//! Marquee: a server of a promotional landing site, rendered by React in an
//! embedded JavaScript engine.
//!
//! The story of a request, from the door down; no module knows one of a layer
//! above its own (`make check` looks).
//!
//! - [`serve`] binds the two listeners. Behind the [`public`] one stand every
//!   public route and the layers before it; behind the [`admin`] one, health,
//!   metrics and version. [`check`] looks at the site from outside, as a crawler
//!   does.
//! - [`app`] is what all requests share; [`release`] is the built site with all
//!   that is made from it, and gives way to the next one.
//! - [`page`] keeps the site's pages, and has those rendered that are not there;
//!   [`crawlers`] has what search engines are told.
//! - [`site`] is what the build made, [`routes`] its paths, [`locale`] its
//!   languages; [`operator`] keeps the operator's links fresh.
//! - [`marquee_renderer`] hands a typed request to one of its engine threads, where
//!   React renders it; the chunks stream back.
//! - [`settings`] and [`telemetry`] are what an operator chooses and hears;
//!   [`metrics`] and the [`cache_outcome`] are what is counted.

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

// The process's commands.
pub mod check;
pub mod server;

// What answers requests.
pub mod admin;
pub mod public;

// What they share.
pub mod release;
pub mod start_error;
pub mod state;

// What an operator chooses.
pub mod settings;

// What is sent.
pub mod crawlers;
pub mod page;
pub mod public_files;
pub mod site;

// What it is made of.
pub mod operator;

// What connections may do, and requests are measured by.
pub mod cache_outcome;
pub mod connection;
pub mod limits;
pub mod metrics;
pub mod telemetry;

// What knows nothing of the others.
pub mod built_files;
pub mod digest;
pub mod headers;
pub mod heartbeat;
mod http_client;
pub mod lifecycle;
pub mod locale;
pub mod memory;
pub mod memory_limit;
pub mod messages;
pub mod preconditions;
pub mod public_url;
pub mod routes;
pub mod signals;
pub mod trusted_proxies;
mod values;
