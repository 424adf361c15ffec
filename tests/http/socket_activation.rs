//! Sockets that a service manager passes, and the states that the process reports to it.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::process::Stdio;
use std::time::Duration;

use tokio::task::block_in_place;

use crate::support::activation::activated;
use crate::support::load::{LoadGenerator, check_complete_page};
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, marquee, run_to_end, wait_for};
use crate::support::skip::skip;
use crate::support::temp_dir::TempDir;

fn socket() -> (TcpListener, String) {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap().to_string();
    (socket, address)
}

#[tokio::test]
async fn inherited_sockets_replace_the_addresses_of_the_settings() {
    let (public, public_address) = socket();
    let (admin, admin_address) = socket();
    // Bound by another process: an attempt to bind them would fail.
    let (_other, in_use) = socket();
    let settings = [("LISTEN_ADDR", &*in_use), ("ADMIN_ADDR", "127.0.0.1:0")];
    // The names decide, not the order.
    let sockets = (("admin", &admin), Some(("public", &public)));
    let server = Server::run(&mut activated(sockets.0, sockets.1, &settings));
    assert_eq!((server.address(), server.admin_address()), (&*public_address, &*admin_address));
    server.wait_for_status("/readyz", 200).await;
    assert!(server.page("/").await.contains("</html>"));

    let Ok(socket) = TcpListener::bind("[::1]:0") else { skip!("it has no IPv6") };
    let server = Server::run(&mut activated(("public", &socket), None, &[]));
    assert!(server.page("/").await.contains("</html>"), "{}", server.address());
}

#[test]
fn unusable_inherited_socket_is_reported() {
    let (local, _) = socket();
    let public = TcpListener::bind("0.0.0.0:0").unwrap();
    let placeholder = [("PUBLIC_URL", "https://site.example")];
    for (name, socket, has_socket, settings, reason) in [
        ("web", &local, true, &[][..], "LISTEN_FDNAMES: `web`"),
        ("public", &local, false, &[], "LISTEN_FDS: socket 3 is not a stream socket"),
        ("public", &public, true, &[], "PUBLIC_URL: it is required where the inherited socket"),
        ("public", &public, true, &placeholder, "PUBLIC_URL: a public site"),
    ] {
        let mut command = activated((name, socket), None, settings);
        if !has_socket {
            command.stdin(Stdio::null());
        }
        let ended = run_to_end(&mut command);
        let line = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(64), "{line}");
        assert!(reason.split(": ").all(|part| line.contains(part)), "{line}");
    }
}

#[test]
fn connection_waits_for_the_next_process() {
    let (public, address) = socket();
    let settings = [("DRAIN_DELAY", "0s")];
    let mut server = Server::run(&mut activated(("public", &public), None, &settings));
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));
    let mut early = RawClient::connect(&address);
    early.send("GET / HTTP/1.1\r\nhost: marquee.example\r\n\r\n");
    let _next = Server::run(&mut activated(("public", &public), None, &settings));
    assert_eq!(early.response().status, 200);
}

#[test]
fn request_on_a_new_connection_is_served_after_the_listener_was_paused() {
    let (public, address) = socket();
    let settings = [("DRAIN_DELAY", "0s")];
    let mut server = Server::run(&mut activated(("public", &public), None, &settings));
    let mut slow = RawClient::connect(&address);
    // Accepted, since it comes after the first.
    assert_eq!(RawClient::connect(&address).send(REQUEST).response().status, 200);
    server.signal("TERM");
    let message = "new connections wait for the next process";
    server.wait_for_log("the pause", |event| event["message"] == message);
    let response = slow.send(REQUEST).response();
    assert_eq!((response.status, response.header("connection")), (200, Some("close")));
    assert_eq!(server.wait(), Some(0));
}

const REQUEST: &str = "GET / HTTP/1.1\r\nhost: marquee.example\r\n\r\n";

// Clients run while this thread waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn upgrade_with_inherited_socket_fails_no_request() {
    let (public, _) = socket();
    let settings = [("DRAIN_DELAY", "500ms"), ("RENDER_THREADS", "1")];
    let start = || Server::run(&mut activated(("public", &public), None, &settings));
    let mut server = start();
    server.wait_for_status("/readyz", 200).await;
    let mut load = LoadGenerator::start(&server, &["/"], 8, check_complete_page);
    for _ in 0..2 {
        load.wait_for(50).await;
        server.signal("TERM");
        assert_eq!(server.wait(), Some(0));
        server = start();
        server.wait_for_status("/readyz", 200).await;
    }
    load.wait_for(50).await;
    load.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn process_reports_its_states_to_the_service_manager() {
    let folder = TempDir::new();
    let path = folder.path().join("notify");
    report_to(UnixDatagram::bind(&path).unwrap(), path.to_str().unwrap()).await;
    // One without a file (unix(7)).
    let name = format!("marquee-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    report_to(UnixDatagram::bind_addr(&address).unwrap(), &format!("@{name}")).await;
}

/// Checks what a process reports to this socket, which has this name.
async fn report_to(reports: UnixDatagram, name: &str) {
    reports.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let next = || {
        let mut report = [0; 256];
        let length = block_in_place(|| reports.recv(&mut report)).expect("a report");
        String::from_utf8_lossy(&report[..length]).trim().to_owned()
    };
    let mut command = marquee();
    command.env("NOTIFY_SOCKET", name).env("WATCHDOG_USEC", "200000").env("DRAIN_DELAY", "1h");
    let mut server = Server::run(&mut command);
    assert_eq!(next(), "READY=1");
    // Every page has been rendered by then.
    assert_eq!(server.admin("/readyz").await.status(), 200);
    assert_eq!((next(), next()), ("WATCHDOG=1".into(), "WATCHDOG=1".into()));
    server.signal("TERM");
    assert!(wait_for(|| (next() == "STOPPING=1").then_some(())).is_some());
    server.signal("TERM");
    server.wait();
}
