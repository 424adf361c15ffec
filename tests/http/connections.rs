//! Limits and deadlines of connections: a test for each row of the table in
//! `docs/connections.md`, and for invalid requests.

#![expect(clippy::print_stdout, reason = "the figures of what is measured")]

use std::fs;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::connection;
use crate::support::html::Page;
use crate::support::metrics::sample;
use crate::support::raw_client::{RawClient, SLACK};
use crate::support::server::{Server, limited, run_to_end, until, wait_for};

const REPORTS: &str = "/api/hydration-errors";
const GET: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// Limits that no test reaches, so that a connection ends by the one that its test shortens.
const LIMITS: [(&str, &str); 3] =
    [("REQUEST_TIMEOUT", "10m"), ("KEEP_ALIVE", "10m"), ("SEND_TIMEOUT", "10m")];

/// The shortened limit.
const SHORT: Duration = Duration::from_secs(1);

/// Interval between two checks of how much a client has acknowledged.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

fn server() -> Server {
    Server::start(&LIMITS)
}

/// Starts a server in which this limit is [`SHORT`].
fn server_with_short(limit: &str) -> Server {
    Server::start(&[&LIMITS[..], &[(limit, "1s")]].concat())
}

/// Starts a server with a page of 8 MB and this timeout of unread responses.
fn server_of_huge_page(send_timeout: &str) -> Server {
    let settings = [("RENDER_TIMEOUT", "10m"), ("SEND_TIMEOUT", send_timeout)];
    Server::with_bundle("long.js", &["/huge", "/loops"], &[&LIMITS[..], &settings].concat())
}

fn status_line(received: &str) -> &str {
    received.lines().next().unwrap_or_default()
}

// The states of a connection.

#[test]
fn silent_new_connection_is_closed_after_the_request_timeout() {
    let server = server_with_short("REQUEST_TIMEOUT");
    assert_eq!(RawClient::connect(server.address()).closed_after(SHORT), "");
}

#[test]
fn incomplete_head_is_answered_with_408() {
    let server = server_with_short("REQUEST_TIMEOUT");
    for (requests, begun) in [
        (0, "G"),
        (0, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "),
        (0, "\r\n"),
        (1, "G"),
        (1, "GET / HTTP/1.1\r\nHost: x\r\n"),
    ] {
        let mut client = RawClient::connect(server.address());
        for _ in 0..requests {
            assert_eq!(client.send(GET).response().status, 200);
        }
        client.send(begun);
        let received = client.closed_after(SHORT);
        assert_eq!(status_line(&received), "HTTP/1.1 408 Request Timeout", "{requests} {begun:?}");
    }
}

#[test]
fn head_sent_byte_by_byte_is_given_no_more_time() {
    let server = server_with_short("REQUEST_TIMEOUT");
    let mut client = RawClient::connect(server.address());
    assert_eq!(client.send(GET).response().status, 200);
    // Each byte before the deadline that the one before it would have set.
    client.trickle(SHORT / 8);
    let received = client.closed_after(SHORT);
    assert_eq!(status_line(&received), "HTTP/1.1 408 Request Timeout");
}

#[test]
fn content_is_not_waited_for_and_no_request_follows_it() {
    let server = server();
    for (method, path, status) in
        [("GET", "/", 200), ("POST", "/", 405), ("POST", "/none", 405), ("POST", REPORTS, 400)]
    {
        for framing in [
            "Transfer-Encoding: chunked",
            "Content-Length: 100000",
            // Its client gets the final response.
            "Content-Length: 2\r\nExpect: 100-continue",
        ] {
            let mut client = RawClient::connect(server.address());
            client.send(format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{framing}\r\n\r\n"));
            let response = client.response();
            assert_eq!(response.status, status, "{method} {path} {framing}");
            assert_eq!(response.header("connection"), Some("close"));
            // What it sends now is not a request.
            client.send(GET);
            assert_eq!(client.closed(), "", "{method} {path} {framing}");
        }
    }
}

#[test]
fn idle_connection_is_closed_after_the_keep_alive_time() {
    let server = server_with_short("KEEP_ALIVE");
    let mut client = RawClient::connect(server.address());
    for _ in 0..3 {
        assert_eq!(client.send(GET).response().status, 200);
    }
    assert_eq!(client.closed_after(SHORT), "");
}

#[test]
fn connection_of_a_client_that_reads_nothing_or_a_trickle_is_reset() {
    let request = "GET /huge HTTP/1.1\r\nHost: x\r\n\r\n";
    let in_time = SHORT..=SHORT + CHECK_INTERVAL + SLACK;
    let server = server_of_huge_page("1s");
    for trickle in [0, 1] {
        let mut client = RawClient::connect_with_buffer(server.address(), 2048);
        client.send(request);
        client.reset_within(in_time.clone(), trickle);
    }
    // A whole page fits into the send buffer, where it would stay forever.
    let server = server_with_short("SEND_TIMEOUT");
    let mut client = RawClient::connect_with_buffer(server.address(), 2048);
    client.send(GET);
    client.reset_within(in_time, 0);
}

#[test]
fn slow_client_above_the_minimum_rate_is_never_cut_off() {
    let server = server_of_huge_page("2s");
    let mut client = RawClient::connect_with_buffer(server.address(), 16 * 1024);
    client.send("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n");
    // Sixteen times the minimum, twice as long as a stalled client has.
    let begun = Instant::now();
    while begun.elapsed() < 4 * SHORT {
        client.read_some(2048);
        thread::sleep(SHORT / 8);
    }
}

#[test]
fn connection_ends_after_the_response_that_says_so() {
    let server = server();
    let closing = [
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "GET / HTTP/1.0\r\n\r\n".to_owned(),
        format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(10_000)),
        format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(20_000)),
        "not HTTP\r\n\r\n".to_owned(),
    ];
    for last in closing {
        let mut client = RawClient::connect(server.address());
        client.send(format!("{GET}{last}{GET}{GET}"));
        assert_eq!(client.response().status, 200);
        let response = client.response();
        // HTTP/1.0 needs no such header.
        let is_http_10 = response.head.starts_with("http/1.0");
        let is_announced = response.header("connection") == Some("close");
        assert!(is_http_10 || is_announced, "{}", response.head);
        assert_eq!(client.closed(), "", "{last:.40}");
    }
}

#[test]
fn rejected_request_gets_response_while_client_still_sends() {
    let server = server();
    let mut client = RawClient::connect(server.address());
    client.send(format!("GET /{}", "x".repeat(4000)));
    for _ in 0..64 {
        client.try_send(&[b'x'; 16 * 1024]);
    }
    assert_eq!(client.response().status, 414);
}

#[test]
fn idle_peer_is_probed_by_tcp_keepalive() {
    const KEEPALIVE_TIMER: &str = "02";
    let server = Server::start(&[]);
    let mut client = RawClient::connect(server.address());
    assert_eq!(client.send(GET).response().status, 200);
    // proc(5): local address, remote address, state, queues, and the timer that is active.
    // Ports of clients are not unique: others may be connected to other servers by it.
    let hex = |port: u16| format!(":{port:04X}");
    let server_port = server.address().rsplit(':').next().unwrap().parse().unwrap();
    let (local, remote) = (hex(server_port), hex(client.address().port()));
    let is_probed = wait_for(|| {
        let sockets = fs::read_to_string("/proc/net/tcp").unwrap();
        let mut lines = sockets.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let line = lines.find(|line| line[1].ends_with(&local) && line[2].ends_with(&remote))?;
        line[5].starts_with(KEEPALIVE_TIMER).then_some(())
    });
    assert!(is_probed.is_some(), "no keepalive timer");
}

// Pipelining.

#[test]
fn pipelined_responses_are_in_request_order() {
    let server = server();
    let paths = ["/", "/?LANG=en", "/none", "/robots.txt", "/?lang=en"];
    let requests = paths.map(|path| format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
    // A half-close is treated as a disconnect while a page is still rendered.
    for request in &requests {
        RawClient::connect(server.address()).send(request).response();
    }
    let mut client = RawClient::connect(server.address());
    client.send(requests.concat()).half_close();
    let statuses = paths.map(|_| client.response().status);
    assert_eq!(statuses, [200, 302, 404, 200, 200]);
    assert_eq!(client.closed(), "");
}

#[tokio::test]
async fn memory_stays_bounded_when_clients_pipeline_without_reading() {
    const CLIENTS: usize = 40;
    const REQUESTS: usize = 2000;
    let server = server();
    server.page("/").await;
    let before = server.resident_bytes();
    let requests = GET.repeat(REQUESTS);
    let mut clients: Vec<_> = (0..CLIENTS).map(|_| RawClient::connect(server.address())).collect();
    for client in &mut clients {
        client.try_send(requests.as_bytes());
    }
    // Until the server produces no further responses, although most are missing.
    let (mut pages, mut unchanged) = (0, 0);
    until("the server waits for the clients", async || {
        // A page rendered while the process started can be stale.
        let now = server.counted("fresh").await + server.counted("stale").await;
        unchanged = if now == pages { unchanged + 1 } else { 0 };
        pages = now;
        pages >= CLIENTS as u64 && unchanged >= 20
    })
    .await;
    assert!(pages < (CLIENTS * REQUESTS / 2) as u64, "the clients have read {pages} pages");
    let grown = server.resident_bytes().saturating_sub(before);
    assert!(grown < 32 << 20, "{} KiB more after {pages} pages", grown >> 10);
}

// Memory.

/// Returns what browsers and crawlers fetch most: the page, the script of the app, and the picture
/// of the page that is shared.
pub async fn fetched_most(server: &Server) -> [String; 3] {
    let page = Page::parse(&server.page("/").await);
    let [script, picture] =
        [("script[data-app]", "data-app"), ("meta[property='og:image']", "content")]
            .map(|(selector, name)| page.attributes(selector, name).remove(0));
    let (_, picture) = picture.split_once("/assets/").unwrap();
    ["/".to_owned(), script, format!("/assets/{picture}")]
}

/// Opens connections that fetch this path one after another, and then are idle.
pub fn idle_after(server: &Server, path: &str, count: usize) -> Vec<TcpStream> {
    let fetch = |_| {
        let mut client = RawClient::connect(server.address());
        client.send(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n"));
        assert_eq!(client.response().status, 200, "{path}");
        client.into_socket()
    };
    (0..count).map(fetch).collect()
}

/// Starts a server whose own memory does not change.
async fn server_at_rest() -> Server {
    let settings = [("PAGE_TTL", "24h"), ("WORKERS", "1"), ("RENDER_THREADS", "1")];
    let server = Server::start(&[&LIMITS[..], &settings].concat());
    server.wait_for_status("/readyz", 200).await;
    server.wait_for_metrics("\nmarquee_app_shells_missing 0\n").await;
    server
}

#[tokio::test]
async fn idle_connection_holds_4_kib_at_most_whatever_it_fetched() {
    const CONNECTIONS: usize = 600;
    assert_eq!(connection::IDLE_BYTES, 4096);
    let server = server_at_rest().await;
    let mut idle = Vec::new();
    for path in fetched_most(&server).await {
        idle.extend(idle_after(&server, &path, CONNECTIONS / 10));
        let before = server.own_resident_bytes();
        idle.extend(idle_after(&server, &path, CONNECTIONS));
        // What was freed is returned in steps.
        let grown = || server.own_resident_bytes().saturating_sub(before) / CONNECTIONS as u64;
        let is_small = wait_for(|| (grown() <= 4096).then_some(()));
        println!("idle after {path}: {} bytes", grown());
        assert!(is_small.is_some(), "{path}: {} bytes each", grown());
    }
}

#[tokio::test]
async fn connection_whose_client_reads_nothing_holds_as_much_as_documented_at_most() {
    const CLIENTS: usize = 100;
    const MAX_BYTES: u64 = 128 << 10;
    let server = server_at_rest().await;
    let [_, _, picture] = fetched_most(&server).await;
    // The longest heads, and more content than the kernel's buffers take.
    let (query, fields) = ("x".repeat(8000), format!("x: {}\r\n", "x".repeat(4000)).repeat(4));
    let head = format!("GET {picture}?{query} HTTP/1.1\r\nHost: x\r\n{fields}\r\n");
    let requests = head.repeat(100);
    drop(idle_after(&server, &picture, CLIENTS));
    let before = server.own_resident_bytes();
    let mut clients: Vec<_> = (0..CLIENTS).map(|_| RawClient::connect(server.address())).collect();
    let (mut sent, mut unchanged) = (0, 0);
    until("the server waits for the clients", async || {
        for client in &mut clients {
            client.try_send(requests.as_bytes());
        }
        let now: u64 = sample(&server.metrics().await, "marquee_sent_body_bytes_total");
        unchanged = if now == sent { unchanged + 1 } else { 0 };
        sent = now;
        sent > 0 && unchanged >= 20
    })
    .await;
    let grown = server.own_resident_bytes().saturating_sub(before) / CLIENTS as u64;
    println!("reads nothing: {grown} bytes");
    assert!(grown <= MAX_BYTES, "{grown} bytes each");
}

// Rejected requests.

/// Returns invalid requests, each with the expected status and reason.
fn rejected_requests() -> Vec<(String, u16, &'static str)> {
    let request = |rest: &str| format!("GET / HTTP/1.1\r\n{rest}\r\n");
    vec![
        ("not HTTP\r\n\r\n".into(), 400, "malformed"),
        (request(""), 400, "malformed"),
        (request("Host: a b\r\n"), 400, "malformed"),
        (request("Host: x\r\nHost: y\r\n"), 400, "malformed"),
        (
            request("Host: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
            400,
            "malformed",
        ),
        (request("Host: x\r\nContent-Length: 18446744073709551616\r\n"), 400, "malformed"),
        (request("Host: x\nX: y\r\n"), 400, "malformed"),
        ("GET / HTTP/1.1\nHost: x\r\n\r\n".into(), 400, "malformed"),
        ("GET / HTTP/1.1\r\nHost: x\r\n\n".into(), 400, "malformed"),
        ("GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n".into(), 400, "malformed"),
        ("GET x HTTP/1.1\r\nHost: x\r\n\r\n".into(), 400, "malformed"),
        ("GET * HTTP/1.1\r\nHost: x\r\n\r\n".into(), 400, "malformed"),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n".into(), 400, "malformed"),
        ("GET /#x HTTP/1.1\r\nHost: x\r\n\r\n".into(), 400, "malformed"),
        (format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(65_536)), 414, "uri_too_long"),
        (request(&format!("Host: x\r\n{}: x\r\n", "x".repeat(65_536))), 431, "fields_too_large"),
        (request(&format!("Host: x\r\n{}", "x: y\r\n".repeat(200))), 431, "fields_too_large"),
        (
            format!("POST {REPORTS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"),
            501,
            "unknown_transfer_coding",
        ),
    ]
}

#[tokio::test]
async fn rejected_requests_are_logged_and_counted_like_others_and_by_the_admin_listener() {
    let server = Server::start(&[("ACCESS_LOG", "on"), ("REQUEST_TIMEOUT", "400ms")]);
    let mut rejected = rejected_requests();
    rejected.push(("GET".into(), 408, "request_timeout"));
    for (request, status, reason) in rejected {
        let series = format!("marquee_rejected_connections_total{{reason=\"{reason}\"}}");
        let before: u64 = sample(&server.metrics().await, &series);
        let mut client = RawClient::connect(server.address());
        client.try_send(request.as_bytes());
        let response = client.response();
        assert_eq!(response.status, status, "{request:.60}");
        for name in ["content-security-policy", "x-content-type-options"] {
            assert!(response.header(name).is_some(), "{request:.60}: no {name}");
        }
        assert_eq!(response.header("cache-control"), Some("no-store"), "{request:.60}");
        assert_eq!(response.header("content-type"), Some("text/plain; charset=utf-8"));
        let text = String::from_utf8_lossy(&response.content);
        assert!(text.starts_with(&format!("{status} ")), "{request:.60}: {text}");
        let id = response.header("x-request-id").unwrap().to_owned();
        let line = server.wait_for_log("the request", |event| event["request_id"] == *id);
        assert_eq!((&line["status"], &line["level"]), (&status.into(), &"INFO".into()));
        assert_eq!(sample::<u64>(&server.metrics().await, &series), before + 1, "{request:.60}");
        if status != 501 {
            let mut client = RawClient::connect(server.admin_address());
            client.try_send(request.as_bytes());
            assert_eq!(client.response().status, status, "{request:.60}");
        }
    }
    assert!(server.log().iter().all(|event| event["level"] != "ERROR"), "{:?}", server.log());
    let metrics = server.metrics().await;
    let counted = "http_server_request_duration_seconds_count{error_type=\"\",http_request_method=\"_OTHER\",\
                   http_response_status_code=\"400\",http_route=\"rejected\",url_scheme=\"http\"}";
    assert!(sample::<u64>(&metrics, counted) > 0, "{metrics}");
}

// Half-closed connections.

#[test]
fn half_close_is_a_disconnect_unless_the_response_is_ready() {
    // A cached page is ready when its request has been read.
    let server = server();
    assert_eq!(RawClient::connect(server.address()).send(GET).response().status, 200);
    let mut client = RawClient::connect(server.address());
    assert_eq!(client.send(GET).half_close().response().status, 200);

    // A page that is being rendered is not.
    let server = server_of_huge_page("10m");
    let mut client = RawClient::connect(server.address());
    client.send("GET /loops HTTP/1.1\r\nHost: x\r\n\r\n").half_close();
    assert_eq!(client.closed(), "");
}

// The listener.

#[tokio::test]
async fn soft_limit_of_open_files_is_raised_to_the_hard_one() {
    let server = Server::run(&mut limited("ulimit -Sn 64 && ulimit -Hn 20000"));
    let mut clients: Vec<_> = (0..500).map(|_| RawClient::connect(server.address())).collect();
    for client in &mut clients {
        assert_eq!(client.send(GET).response().status, 200);
    }
    assert!(server.log().iter().all(|event| event["lowered_to"].is_null()));
}

#[tokio::test]
async fn admin_listener_and_files_work_when_public_listener_is_full() {
    let server = Server::run(&mut limited("ulimit -n 1024"));
    let line = server.wait_for_log("the limit", |event| event["lowered_to"].is_u64());
    assert_eq!((&line["level"], &line["max_connections"]), (&"WARN".into(), &10_000.into()));
    let mut first = RawClient::connect(server.address());
    assert_eq!(first.send(GET).response().status, 200);
    let _flood: Vec<_> = (0..600).map(|_| RawClient::connect(server.address())).collect();
    let count = async |series: &str| sample::<u64>(&server.metrics().await, series);
    until("the listener is full", async || {
        count("marquee_connections ").await >= count("marquee_connections_limit ").await / 4 * 3
    })
    .await;
    for _ in 0..20 {
        assert_eq!(server.admin("/livez").await.status(), 200);
        let icon = first.send("GET /favicon.ico HTTP/1.1\r\nHost: x\r\n\r\n").response();
        assert_eq!(icon.status, 200);
    }
}

#[test]
fn start_with_too_few_open_files_is_refused_with_the_number_needed() {
    let ended = run_to_end(&mut limited("ulimit -n 32"));
    assert_eq!(ended.status.code(), Some(1));
    let log = String::from_utf8(ended.stderr).unwrap();
    assert!(log.contains("is 32, at least 1024 are needed"), "{log}");
}

#[tokio::test]
async fn admin_listener_responds_beside_silent_connections() {
    let server = server();
    let _silent: Vec<_> = (0..600).map(|_| RawClient::connect(server.admin_address())).collect();
    for _ in 0..8 {
        assert_eq!(server.admin("/readyz?verbose").await.status(), 200);
    }
}

#[test]
fn long_urls_and_the_fields_of_proxies_are_accepted() {
    let server = server();
    for (target, fields) in
        [(format!("/?q={}", "x".repeat(8000)), String::new()), ("/".into(), "x: y\r\n".repeat(90))]
    {
        let mut client = RawClient::connect(server.address());
        client.send(format!("GET {target} HTTP/1.1\r\nHost: x\r\n{fields}\r\n"));
        assert_eq!(client.response().status, 200, "{target:.60} {fields:.60}");
    }
}

#[test]
fn later_minor_version_is_served_as_1_1() {
    let server = server();
    let mut client = RawClient::connect(server.address());
    for version in ["1.2", "1.9", "1.1"] {
        let response = client.send(format!("GET / HTTP/{version}\r\nHost: x\r\n\r\n")).response();
        assert!(response.head.starts_with("http/1.1 200 "), "{version}: {}", response.head);
    }
}

#[test]
fn clients_that_send_or_read_nothing_make_room_while_the_listener_is_crowded() {
    for (requests, bytes) in [(0, 1 << 16), (2000, 2048)] {
        let limits = [("MAX_CONNECTIONS", "8"), ("WORKERS", "1")];
        let server = Server::start(&[&LIMITS[..], &limits].concat());
        // Six have the full timeout, two a shorter one, for which the next one must wait.
        let _crowd: Vec<_> = (0..9)
            .map(|_| {
                let mut client = RawClient::connect_with_buffer(server.address(), bytes);
                client.try_send(GET.repeat(requests).as_bytes());
                client
            })
            .collect();
        let mut client = RawClient::connect(server.address());
        assert_eq!(client.send(GET).response().status, 200, "{requests} requests");
    }
}

#[test]
fn clients_that_could_still_send_make_room_while_the_listener_is_crowded() {
    let server = Server::start(&[&LIMITS[..], &[("MAX_CONNECTIONS", "8")]].concat());
    let begun = Instant::now();
    let _crowd: Vec<_> = (0..40)
        .map(|_| {
            let mut client = RawClient::connect(server.address());
            client.send(format!("POST {REPORTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"));
            assert_eq!(client.response().status, 400);
            client
        })
        .collect();
    assert_eq!(RawClient::connect(server.address()).send(GET).response().status, 200);
    // Each of the four times eight that had to go would have been read for 2 s.
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn burst_of_connections_waits_in_the_backlog() {
    let server = Server::start(&[]);
    server.page("/").await;
    // No connection is accepted for a while.
    server.signal("STOP");
    let mut clients: Vec<_> = (0..1000).map(|_| RawClient::connect(server.address())).collect();
    server.signal("CONT");
    for client in &mut clients {
        assert_eq!(client.send(GET).response().status, 200);
    }
}
