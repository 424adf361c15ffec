//! The proxies in front of the site, and the headers that only they may set.

use std::net::{IpAddr, SocketAddr};

use actix_web::http::header::{HeaderMap, X_FORWARDED_FOR};
use ipnet::IpNet;

/// Networks of proxies whose `X-Request-Id`, `traceparent` and `X-Forwarded-For`
/// are trusted. Other clients could forge them.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// The proxies in these networks.
    #[must_use]
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self(networks)
    }

    /// Whether a connection comes from one of them.
    #[must_use]
    pub fn contains_peer(&self, peer: Option<SocketAddr>) -> bool {
        peer.is_some_and(|peer| self.contains(peer.ip()))
    }

    /// Returns the address of the client behind a connection: its peer, or where
    /// that is a trusted proxy, the last address in `X-Forwarded-For` that is
    /// not one, since each proxy appends the peer it saw.
    #[must_use]
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get_all(X_FORWARDED_FOR).rev();
        let mut hops = forwarded.flat_map(|field| field.to_str().unwrap_or_default().rsplit(','));
        let mut client = peer.ip().to_canonical();
        while self.contains(client) {
            match hops.next().and_then(|hop| hop.trim().parse::<IpAddr>().ok()) {
                Some(hop) => client = hop.to_canonical(),
                None => break,
            }
        }
        client
    }

    fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn client(peer: &str, forwarded: &[&'static str]) -> String {
        let networks = ["10.0.0.0/8", "2001:db8::/32"].map(|network| network.parse().unwrap());
        let mut headers = HeaderMap::new();
        for field in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_static(field));
        }
        let peer = SocketAddr::new(peer.parse().unwrap(), 4711);
        TrustedProxies::new(networks.into()).client(peer, &headers).to_string()
    }

    #[test]
    fn client_is_the_peer_that_is_no_trusted_proxy() {
        assert_eq!(client("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(client("::ffff:192.0.2.1", &[]), "192.0.2.1");
    }

    #[test]
    fn client_is_the_last_untrusted_address_that_trusted_proxies_forward() {
        assert_eq!(client("10.1.2.3", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(client("::ffff:10.1.2.3", &["198.51.100.7"]), "198.51.100.7");
        // The client itself wrote the first one.
        assert_eq!(client("10.1.2.3", &["203.0.113.9, 198.51.100.7, 10.9.9.9"]), "198.51.100.7");
        assert_eq!(client("2001:db8::1", &["203.0.113.9", "198.51.100.7"]), "198.51.100.7");
    }

    #[test]
    fn client_is_the_nearest_known_address_where_none_is_forwarded() {
        for forwarded in [&[][..], &["unknown"], &[""], &["203.0.113.9, unknown"]] {
            assert_eq!(client("10.1.2.3", forwarded), "10.1.2.3", "{forwarded:?}");
        }
    }
}
