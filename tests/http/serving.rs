//! Rendered pages and files over HTTP.

use std::io::Write;
use std::net::TcpStream;

use crate::support::encoding::decode;
use crate::support::metrics::ACTIVE;
use crate::support::raw_client::RawClient;
use crate::support::server::Server;

#[tokio::test]
async fn render_timeout_responds_503_and_next_page_is_served() {
    let settings = [("RENDER_TIMEOUT", "200ms"), ("ACCESS_LOG", "on")];
    let server = Server::with_bundle("misbehaving.js", &["/", "/loops"], &settings);
    let response = server.get("/loops").await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let line = server.wait_for_log("the request", |event| event["route"] == "/loops");
    assert_eq!((&line["status"], &line["cache"]), (&503.into(), &"unavailable".into()), "{line}");
    assert_eq!(server.page("/").await, "<p>good</p>");
}

#[tokio::test]
async fn failed_render_responds_500_without_details() {
    let server = Server::with_bundle("misbehaving.js", &["/throws"], &[]);
    let response = server.get("/throws").await;
    assert_eq!(response.status(), 500);
    let body = response.text().await.unwrap();
    assert!(!body.contains("planned failure"), "{body}");
    let line = server.wait_for_log("the failure", |event| event["level"] == "ERROR");
    assert!(
        line["error"].as_str().is_some_and(|error| error.contains("planned failure")),
        "{line}"
    );
}

#[test]
fn page_that_fails_midway_is_an_error() {
    let paths = ["/throws-after-first-chunk", "/loops-after-first-chunk"];
    let server = Server::with_bundle("misbehaving.js", &paths, &[("RENDER_TIMEOUT", "200ms")]);
    for version in ["1.0", "1.1"] {
        for (path, status) in paths.iter().zip([500, 503]) {
            let mut client = RawClient::connect(server.address());
            client.send(format!("GET {path} HTTP/{version}\r\nHost: x\r\n\r\n"));
            assert_eq!(client.response().status, status, "{path}");
        }
    }
}

#[test]
fn http_1_0_client_gets_a_whole_page_without_chunks() {
    for (cache, encoding) in [("off", ""), ("off", "Accept-Encoding: gzip\r\n"), ("on", "")] {
        let server = Server::start(&[("PAGE_CACHE", cache)]);
        let mut client = RawClient::connect(server.address());
        client.send(format!("GET /?lang=en HTTP/1.0\r\n{encoding}\r\n"));
        let response = client.response();
        assert_eq!(response.status, 200);
        assert_eq!(response.header("transfer-encoding"), None, "{}", response.head);
        assert_eq!(response.header("connection").unwrap_or("close"), "close");
        let page = decode(response.header("content-encoding"), &response.content);
        let page = String::from_utf8(page).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
        assert_eq!(client.closed(), "");
    }
}

#[tokio::test]
async fn queued_requests_are_dropped_when_clients_disconnect() {
    const CLIENTS: usize = 10;
    // One worker, so that requests are queued in the order of their arrival.
    let settings = [("RENDER_TIMEOUT", "10m"), ("RENDER_THREADS", "1"), ("WORKERS", "1")];
    let server = Server::with_bundle("long.js", &["/short", "/loops"], &settings);
    let active = async |count| {
        server.wait_for_metrics(&format!("\n{ACTIVE}{count}\n")).await;
    };
    // One occupies the engine, the others wait for it. That a render is in flight would not
    // show it, since the server renders for itself too.
    let mut first = RawClient::connect(server.address());
    first.send("GET /loops HTTP/1.1\r\nhost: x\r\n\r\n");
    active(1).await;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        let mut connection = TcpStream::connect(server.address()).unwrap();
        connection.write_all(b"GET /short HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        clients.push(connection);
    }
    active(CLIENTS + 1).await;
    drop(clients);
    active(1).await;
    let metrics = server.metrics().await;
    let without_response = metrics.lines().find(|line| {
        line.starts_with("http_server_request_duration_seconds_count{")
            && line.contains("{error_type=\"incomplete\"")
            && line.contains("http_response_status_code=\"\"")
    });
    assert!(without_response.unwrap().ends_with(&format!(" {CLIENTS}")), "{without_response:?}");
}

#[tokio::test]
async fn content_encoding_follows_accept_encoding() {
    const CASES: [(&str, Option<&str>); 9] = [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip, zstd", Some("zstd")),
        ("gzip", Some("gzip")),
        ("br;q=0.5, gzip", Some("gzip")),
        ("br;q=0, gzip;q=0.1", Some("gzip")),
        ("identity", None),
        ("br;q=0", None),
        ("compress", None),
        ("", None),
    ];
    let server = Server::start(&[("WORKERS", "1")]);
    // Repeatedly, since earlier requests must not matter.
    for (accepted, expected) in CASES.repeat(3) {
        let request = server.request("GET", "/?lang=en").header("Accept-Encoding", accepted);
        let response = request.send().await.unwrap();
        let encoding = response
            .headers()
            .get("content-encoding")
            .map(|name| name.to_str().unwrap().to_owned());
        assert_eq!(encoding.as_deref(), expected, "{accepted:?}");
        let body = response.bytes().await.unwrap();
        let page = String::from_utf8(decode(encoding.as_deref(), &body)).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{accepted:?}");
        assert!(encoding.is_none() || body.len() < page.len() / 3, "{accepted:?}: {}", body.len());
    }
}
