//! The HTTP clients for other servers.

use std::iter;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};
use url::Url;

/// A builder of a client for one server. `timeout` is the limit from connecting to the
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener, TcpStream};

    use socket2::{Domain, Socket, Type};

    use super::*;

    /// A socket whose queue of connections is full, so that the kernel ignores further ones.
    fn unresponsive() -> (Socket, Vec<TcpStream>) {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).expect("bound");
        socket.listen(0).expect("it listens");
        let address = socket.local_addr().expect("an address").as_socket().expect("of IPv4");
        let fill = || TcpStream::connect_timeout(&address, Duration::from_millis(200)).ok();
        (socket, iter::from_fn(fill).collect())
    }

    #[tokio::test]
    async fn server_is_reached_when_its_first_address_is_dead() {
        let (dead, _queue) = unresponsive();
        let live = TcpListener::bind("127.0.0.1:0").expect("bound");
        let addresses = [
            dead.local_addr().expect("an address").as_socket().expect("of IPv4"),
            live.local_addr().expect("an address"),
        ];
        std::thread::spawn(move || {
            let (mut client, _) = live.accept().expect("a client");
            let _ = client.read(&mut [0; 1024]);
            client.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").expect("sent");
        });
        let url = Url::parse("http://content.example/").expect("a URL");
        let client = builder(&url, Duration::from_secs(8))
            .resolve_to_addrs("content.example", &addresses)
            .build()
            .expect("a client");
        assert_eq!(client.get(url).send().await.expect("a response").status(), 204);
    }
}
