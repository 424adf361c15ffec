//! What one visitor may not take from the others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::server::Server;
use crate::support::site::built_site;

const REPORTS: &str = "/api/hydration-errors";

#[tokio::test]
async fn requests_that_are_too_big_are_refused() {
    let server = Server::start(&[("MAX_HEADERS", "20"), ("MAX_HEADER_SIZE", "4KiB")]);
    let long_address = format!("/?q={}", "x".repeat(3000));
    assert_eq!(server.get(&long_address).await.status(), 414);

    let long = server.request("GET", "/").header("X-Long", "x".repeat(5000));
    assert_eq!(long.send().await.unwrap().status(), 431);

    let mut many = server.request("GET", "/");
    for number in 0..30 {
        many = many.header(format!("x-{number}"), "x");
    }
    let refused = many.send().await.unwrap();
    assert_eq!(refused.status(), 431);
    assert!(refused.headers().contains_key("content-security-policy"));
    assert_eq!(server.get("/").await.status(), 200);
}

#[tokio::test]
async fn only_reports_of_broken_pages_are_taken_and_only_small_ones() {
    let server = Server::start(&[]);
    let post = |body: String| server.request("POST", REPORTS).body(body).send();
    let build = built_site()["build"].clone();
    let report = json!({"build": build, "message": "Text content did not match"}).to_string();
    assert_eq!(post(report.clone()).await.unwrap().status(), 204);
    assert_eq!(post("{}".into()).await.unwrap().status(), 400);
    assert_eq!(post("x".repeat(3000)).await.unwrap().status(), 413);
    let elsewhere = server.request("POST", REPORTS).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(elsewhere.body(report).send().await.unwrap().status(), 403);

    let line = server.wait_for_log("the report", |event| event["report"].is_string());
    assert_eq!(line["report"], "Text content did not match");
    assert_eq!(line["build"], build);
    let refused = server.get(REPORTS).await;
    assert_eq!(refused.status(), 405);
    assert_eq!(refused.headers()["allow"], "POST");
    let metrics = server.admin("/metrics").await.text().await.unwrap();
    assert!(metrics.contains("marquee_hydration_errors_total 1"), "{metrics}");
}

/// What is left to read of a connection that the server must end.
fn read_to_end(mut connection: TcpStream) -> String {
    connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut answer = Vec::new();
    match connection.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("the connection stays open: {error}"),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_request_that_arrives_too_slowly_is_given_up() {
    let server = Server::start(&[("REQUEST_TIMEOUT", "300ms")]);
    for (begun, status) in [
        ("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ".to_owned(), "408"),
        (format!("POST {REPORTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{{"), "408"),
    ] {
        let mut connection = TcpStream::connect(server.address()).unwrap();
        connection.write_all(begun.as_bytes()).unwrap();
        let answer = read_to_end(connection);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{begun:?}: {answer:?}");
    }
}

#[test]
fn a_visitor_who_lets_sent_bytes_lie_is_cut_off() {
    let settings = [("SEND_TIMEOUT", "1s"), ("RENDER_TIMEOUT", "60s")];
    let server = Server::with_bundle("streaming.js", &["/endless"], &settings);
    let mut connection = TcpStream::connect(server.address()).unwrap();
    connection.write_all(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let begun = Instant::now();
    // Its own probe of the connection tells when the server has let go.
    loop {
        assert!(begun.elapsed() < Duration::from_secs(30), "the connection stays open");
        std::thread::sleep(Duration::from_millis(50));
        match connection.write_all(b" ") {
            Ok(()) => {}
            Err(_) => break,
        }
    }
}
