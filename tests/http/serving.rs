//! What happens between engine and connection, over real HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::support::encoding::{decode, decode_start};
use crate::support::server::Server;

#[tokio::test]
async fn the_first_chunk_is_on_the_wire_before_the_last_is_produced() {
    let server =
        Server::with_bundle("streaming.js", &["/short", "/endless"], &[("RENDER_TIMEOUT", "20s")]);
    let mut page = server.get("/endless").await;
    let first = page.chunk().await.unwrap().unwrap();
    assert!(first.starts_with(b"<p>0</p>"));
}

#[tokio::test]
async fn a_page_that_loops_forever_answers_503_and_the_next_one_is_served() {
    let server =
        Server::with_bundle("misbehaving.js", &["/", "/loops"], &[("RENDER_TIMEOUT", "200ms")]);
    let begun = Instant::now();
    let response = server.get("/loops").await;
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "1");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(server.page("/").await, "<p>good</p>");
}

#[tokio::test]
async fn a_page_that_throws_answers_500_without_its_secrets() {
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
fn a_page_that_fails_in_its_middle_is_no_complete_answer() {
    let server = Server::with_bundle(
        "misbehaving.js",
        &["/throws-after-first-chunk", "/loops-after-first-chunk"],
        &[("RENDER_TIMEOUT", "200ms")],
    );
    for path in ["/throws-after-first-chunk", "/loops-after-first-chunk"] {
        let mut connection = TcpStream::connect(server.address()).unwrap();
        write!(connection, "GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        // A reset instead of an orderly end is as good.
        let _ = connection.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        assert!(!path.starts_with("/loops") || answer.contains("half a page"), "{answer}");
        assert!(!answer.ends_with("0\r\n\r\n"), "{path}: the body claims to be complete");
    }
}

#[tokio::test]
async fn visitors_who_leave_take_their_render_with_them() {
    let server = Server::with_bundle(
        "streaming.js",
        &["/abandoned", "/endless"],
        &[("RENDER_TIMEOUT", "20s"), ("RENDER_THREADS", "1")],
    );
    for _ in 0..5 {
        let mut page = server.get("/endless").await;
        assert!(page.chunk().await.unwrap().is_some());
    }
    let begun = Instant::now();
    assert_eq!(server.page("/abandoned").await, "5");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn visitors_who_leave_before_their_page_has_begun_are_forgotten() {
    const LEAVING: usize = 10;
    let settings = [("RENDER_TIMEOUT", "10m"), ("RENDER_THREADS", "1")];
    let server = Server::with_bundle("streaming.js", &["/short", "/endless"], &settings);
    server.until("/readyz", 200).await;
    let active = async |count| {
        let line = format!("\nhttp_server_active_requests {count}\n");
        while !server.metrics().await.contains(&line) {}
    };
    // One has the engine, the others wait for it.
    let mut page = server.get("/endless").await;
    page.chunk().await.unwrap().unwrap();
    let mut leaving = Vec::new();
    for _ in 0..LEAVING {
        let mut connection = TcpStream::connect(server.address()).unwrap();
        connection.write_all(b"GET /short HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        leaving.push(connection);
    }
    active(LEAVING + 1).await;
    drop(leaving);
    active(1).await;
    let metrics = server.metrics().await;
    let unanswered = metrics.lines().find(|line| {
        line.starts_with("http_server_request_duration_seconds_count{")
            && line.contains("http_response_status_class=\"none\"")
    });
    assert!(unanswered.unwrap().ends_with(&format!(" {LEAVING}")), "{unanswered:?}");
}

#[tokio::test]
async fn a_page_is_sent_in_the_encoding_that_the_visitor_prefers() {
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
    // More than once, since what others asked for before must not matter.
    for (accepted, expected) in CASES.repeat(3) {
        let request = server.request("GET", "/?lang=zh").header("Accept-Encoding", accepted);
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

#[tokio::test]
async fn compression_does_not_hold_a_chunk_back() {
    let server =
        Server::with_bundle("streaming.js", &["/short", "/endless"], &[("RENDER_TIMEOUT", "20s")]);
    for encoding in ["br", "gzip", "zstd"] {
        let request = server.request("GET", "/endless").header("Accept-Encoding", encoding);
        let mut page = request.send().await.unwrap();
        let first = page.chunk().await.unwrap().unwrap();
        let text = String::from_utf8(decode_start(encoding, &first)).unwrap();
        assert!(text.starts_with("<p>0</p>"), "{encoding}: {text}");
    }
}

#[tokio::test]
async fn files_are_sent_as_they_were_compressed_by_the_build() {
    let server = Server::start(&[]);
    let html = server.page("/").await;
    let page = crate::support::html::Page::parse(&html);
    let script = page.attributes("script[data-app]", "data-app").remove(0);
    let plain = server.get(&script).await.bytes().await.unwrap();
    for encoding in ["br", "gzip"] {
        let request = server.request("GET", &script).header("Accept-Encoding", encoding);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], encoding);
        assert!(response.headers()["content-type"].to_str().unwrap().contains("javascript"));
        assert!(
            response.headers()["vary"].to_str().unwrap().to_lowercase().contains("accept-encoding")
        );
        let body = response.bytes().await.unwrap();
        assert!(body.len() < plain.len() / 2);
        assert!(decode(Some(encoding), &body) == plain, "{encoding}");
    }
    // No other name reaches the compressed files' folder or what lies above it.
    for path in ["/assets/", "/assets/..%2fsite.webmanifest", "/assets/%2e%2e/%2e%2e/site.json"] {
        let status = server.get(path).await.status();
        assert!(status.is_client_error(), "{path}: {status}");
    }
}

#[tokio::test]
async fn an_address_that_no_file_can_have_is_not_found_and_not_remembered() {
    let server = Server::start(&[]);
    let page = crate::support::html::Page::parse(&server.page("/").await);
    let script = page.attributes("script[data-app]", "data-app").remove(0);
    let below = format!("{script}/nothing");
    let long = format!("/assets/{}.js", "x".repeat(300));
    for path in [&below, &long, "/assets/%00", "/assets/none.js"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
    }
}
