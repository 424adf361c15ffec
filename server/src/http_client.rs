//! The HTTP clients for other servers. They use no proxy of the environment and follow no
//! redirects, which could send a token to another host.

use reqwest::{Client, ClientBuilder, blocking, redirect};

/// Returns a builder of a client.
pub(crate) fn builder() -> ClientBuilder {
    install_provider();
    Client::builder().redirect(redirect::Policy::none()).no_proxy()
}

/// Returns a builder of a client whose requests block their thread.
pub(crate) fn blocking_builder() -> blocking::ClientBuilder {
    install_provider();
    blocking::Client::builder().redirect(redirect::Policy::none()).no_proxy()
}

fn install_provider() {
    // An error means that a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
