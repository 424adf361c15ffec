//! The HTTP client for other servers.

use reqwest::{Client, ClientBuilder, redirect};

/// Returns a builder of a client that uses no proxy of the environment and follows no
/// redirects, which could send a token to another host.
pub(crate) fn builder() -> ClientBuilder {
    // An error means that a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().redirect(redirect::Policy::none()).no_proxy()
}
