//! Rendered pages and files over HTTP.

use serde_json::Value;

use crate::support::encoding::decode;
use crate::support::metrics::ACTIVE;
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, header_if_any};

#[tokio::test]
async fn failed_page_is_an_error_without_details_and_the_next_page_is_served() {
    let settings = [("RENDER_TIMEOUT", "1s"), ("ACCESS_LOG", "on"), ("RENDER_THREADS", "1")];
    let failing = ["/throws", "/loops", "/throws-after-first-chunk", "/loops-after-first-chunk"];
    let paths = [&["/"][..], &failing].concat();
    let server = Server::with_bundle("misbehaving.js", &paths, &settings);
    for path in failing {
        for version in ["1.0", "1.1"] {
            // A page that loops takes its engine with it.
            server.wait_for_metrics("\nmarquee_engines_up 1\n").await;
            let mut client = RawClient::connect(server.address());
            client.send(format!("GET {path} HTTP/{version}\r\nHost: x\r\n\r\n"));
            let response = client.response();
            assert_eq!(response.status, 503, "{path}");
            assert_eq!(response.header("cache-control"), Some("no-store"), "{path}");
            assert_eq!(response.header("retry-after"), Some("1"), "{path}");
            let body = String::from_utf8_lossy(&response.content);
            assert!(!body.contains("planned failure"), "{body}");
        }
        let line = server.wait_for_log(path, |event| event["route"] == path);
        assert_eq!((&line["status"], &line["cache"]), (&503.into(), &"unavailable".into()));
    }
    let has_details =
        |event: &Value| event["error"].as_str().is_some_and(|it| it.contains("planned failure"));
    server.wait_for_log("the failure", |event| event["level"] == "ERROR" && has_details(event));
    server.wait_for_metrics("\nmarquee_engines_up 1\n").await;
    assert_eq!(server.page("/").await, "<p>good</p>");
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
    let mut clients: Vec<_> = (0..CLIENTS).map(|_| RawClient::connect(server.address())).collect();
    for client in &mut clients {
        client.send("GET /short HTTP/1.1\r\nhost: x\r\n\r\n");
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
    const CASES: [(&str, Option<&str>); 10] = [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip, zstd", Some("zstd")),
        ("gzip", Some("gzip")),
        ("X-GZIP", Some("gzip")),
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
        let encoding = header_if_any(&response, "content-encoding").map(str::to_owned);
        assert_eq!(encoding.as_deref(), expected, "{accepted:?}");
        let body = response.bytes().await.unwrap();
        let page = String::from_utf8(decode(encoding.as_deref(), &body)).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{accepted:?}");
        assert!(encoding.is_none() || body.len() < page.len() / 3, "{accepted:?}: {}", body.len());
    }
}
