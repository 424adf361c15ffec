//! The proxies in front of the site, and the headers that only they may set.

use std::net::SocketAddr;

use ipnet::IpNet;

/// Networks of proxies whose `X-Request-Id` and `traceparent` are trusted. Other clients could
/// forge them.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// The proxies in these networks.
    pub(crate) fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    /// Whether a connection comes from one of them.
    pub(crate) fn contains_peer(&self, peer: Option<SocketAddr>) -> bool {
        peer.is_some_and(|peer| {
            let address = peer.ip().to_canonical();
            self.0.iter().any(|network| network.contains(&address))
        })
    }
}
