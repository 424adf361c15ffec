//! Addresses of a listener, as settings name them.

use std::fmt;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};

use crate::process::service_manager::addresses;

/// The socket addresses of a listener: one, or those of a host name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListenAddr {
    text: String,
    addresses: Vec<SocketAddr>,
}

impl ListenAddr {
    /// Parses `ADDRESS:PORT`, or `NAME:PORT`, whose name is resolved now.
    pub(crate) fn parse(value: &str) -> Result<Self, String> {
        let of = |addresses| Self { text: value.to_owned(), addresses };
        if let Ok(address) = value.parse() {
            return Ok(of(vec![address]));
        }
        let name = value.rsplit_once(':').filter(|(host, port)| {
            let is_name = host.starts_with(|first: char| first.is_ascii_alphabetic())
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
            is_name && port.parse::<u16>().is_ok()
        });
        if name.is_none() {
            return Err("give an address or a host name, and a port, \
                        like `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`"
                .into());
        }
        let resolved = value.to_socket_addrs();
        let resolved = resolved.map_err(|error| format!("the name is not resolved: {error}"))?;
        let mut addresses = Vec::new();
        for address in resolved {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        Ok(of(addresses))
    }

    /// The addresses of sockets that replace a setting.
    pub(crate) fn inherited(sockets: &[TcpListener]) -> Self {
        Self { text: "inherited".into(), addresses: addresses(sockets) }
    }

    pub(crate) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Whether both have the same address, with a port that is chosen already.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.addresses.iter().any(|own| own.port() != 0 && other.addresses.contains(own))
    }
}

impl fmt::Display for ListenAddr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Whether others on the network reach this address.
pub(crate) fn is_reachable(address: &SocketAddr) -> bool {
    !address.ip().to_canonical().is_loopback()
}
