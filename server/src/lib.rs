//! Marquee: a server of a promotional landing site, rendered by React in an
//! embedded JavaScript engine.
//!
//! The story of a request, module by module:
//!
//! 1. [`app`] has every public route. A request for a file goes to [`assets`],
//!    one for the operator's links to [`operator`], one for what only crawlers
//!    ask to [`crawlers`]; anything else is a page.
//! 2. [`page`] decides the language (with [`locale`]) and the page (with
//!    [`routes`]), and adds the links that [`operator`] keeps fresh.
//! 3. [`renderer`] hands the typed request to one of its engine threads, where
//!    React renders it; the chunks stream back and out to the visitor.
//!
//! [`check`] looks at all of that from outside, as a crawler does.
//!
//! Around it: [`serve`] (listeners, signals, the end), [`settings`], [`site`]
//! (what the build made) and [`release`] (the change to the next one),
//! [`headers`], [`methods`]; for operators [`admin`], [`readiness`],
//! [`observation`], [`metrics`] and [`telemetry`].

#[cfg(all(feature = "quickjs", feature = "v8"))]
compile_error!(
    "choose one engine: `quickjs` (the default), or `v8` with `--no-default-features --features v8`"
);
#[cfg(not(any(feature = "quickjs", feature = "v8")))]
compile_error!("choose an engine: the feature `quickjs` (the default) or `v8`");

/// Version of the server.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod admin;
pub mod app;
pub mod assets;
pub mod check;
pub mod crawlers;
pub mod digest;
pub mod headers;
mod http_client;
pub mod hydration_errors;
pub mod if_none_match;
pub mod limits;
pub mod locale;
pub mod memory;
pub mod methods;
pub mod metrics;
pub mod observation;
pub mod operator;
pub mod page;
pub mod public_url;
pub mod readiness;
pub mod release;
pub mod renderer;
pub mod routes;
pub mod serve;
pub mod settings;
pub mod signals;
pub mod site;
pub mod telemetry;
