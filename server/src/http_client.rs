//! How Marquee asks other servers.

use reqwest::{Client, ClientBuilder, redirect};

/// A client that goes where it is sent and nowhere else: no proxy of the
/// environment, and no redirect, which could carry a token to another host.
pub(crate) fn builder() -> ClientBuilder {
    // An error only says that the process has chosen its provider already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().redirect(redirect::Policy::none()).no_proxy()
}
