//! The HTTP clients for other servers.

use std::iter;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};
use url::Url;

/// Returns a builder of a client for one server. `timeout` is the limit from connecting to the
/// last byte of a response; half of it is that of connecting, which all addresses share.
///
/// It uses no proxy of the environment and follows no redirects, which could send a token to
/// another host. It keeps no connection, which could lead to an address that the server had
/// before.
pub(crate) fn builder(server: &Url, timeout: Duration) -> ClientBuilder {
    // An error means that a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .redirect(redirect::Policy::none())
        .no_proxy()
        .pool_max_idle_per_host(0)
        .connect_timeout(timeout / 2)
        .timeout(timeout);
    // Only TLS needs certificates, which not every machine has.
    if server.scheme() == "https" { builder } else { builder.tls_certs_only(iter::empty()) }
}
