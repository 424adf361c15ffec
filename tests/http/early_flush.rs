//! Early flush: with `PAGE_CACHE=off` the start of a document is sent before its app is
//! rendered, and the document is complete even if the render fails.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use reqwest::Response;

use crate::support::bundles::{at, renderer};
use crate::support::encoding::{decode, decode_start};
use crate::support::server::{Server, header, header_if_any, until, wait_for};
use crate::support::site::SITE;

const BUNDLE: &str = "early-flush.js";

const ENCODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

/// The HTML before the app, in the test bundle and in the site.
const END_OF_START: &str = "<div id=\"app\">";

/// Pages that fail after the start of the document, each in another way.
const FAILURES: [&str; 6] = [
    "/throws-within-app",
    "/throws-after-part-of-app",
    "/throws-after-end",
    "/loops-after-part-of-app",
    "/hogs",
    "/floods",
];

fn server(paths: &[&str], settings: &[(&str, &str)]) -> Server {
    Server::with_bundle(BUNDLE, paths, &[&[("RENDER_THREADS", "1")], settings].concat())
}

/// Decodes the received part of a response with chunked transfer coding (RFC 9112,
/// section 7.1). Returns its body.
fn decode_chunked(response: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    let end_of = |bytes: &[u8], mark: &[u8]| {
        bytes.windows(mark.len()).position(|window| window == mark).map(|at| at + mark.len())
    };
    let mut rest = end_of(response, b"\r\n\r\n").map_or(&[][..], |end| &response[end..]);
    while let Some(end) = end_of(rest, b"\r\n") {
        let size = std::str::from_utf8(&rest[..end - 2]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap().min(rest.len() - end);
        body.extend_from_slice(&rest[end..end + size]);
        rest = rest.get(end + size + 2..).unwrap_or_default();
    }
    body
}

fn send_request(server: &Server, path: &str, encoding: &str) -> TcpStream {
    let mut connection = TcpStream::connect(server.address()).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: {encoding}\r\n\r\n");
    connection.write_all(request.as_bytes()).unwrap();
    connection
}

/// Reads from the socket until the start of the document has been received. Returns the
/// received text.
fn read_start(connection: &mut TcpStream, encoding: &str) -> String {
    let mut response = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let length = connection.read(&mut piece).expect("the start of the document");
        assert!(length > 0, "the connection is closed");
        response.extend_from_slice(&piece[..length]);
        let body = decode_chunked(&response);
        let text = if encoding == "identity" { body } else { decode_start(encoding, &body) };
        // It may end within a character.
        let text = String::from_utf8_lossy(&text).into_owned();
        if text.contains(END_OF_START) {
            return text;
        }
    }
}

async fn counts(server: &Server) -> [u64; 2] {
    [server.counted("shell").await, server.counted("streamed").await]
}

/// Requests a page until its response is flushed early, which requires that the page's
/// shell is prepared, and that no broken runtime is being replaced. Returns the response,
/// and the counts before it.
async fn get_flushed_early(server: &Server, path: &str, encoding: &str) -> (Response, [u64; 2]) {
    let begun = Instant::now();
    loop {
        let before = counts(server).await;
        let request = server.request("GET", path).header("accept-encoding", encoding);
        let response = request.send().await.unwrap();
        let status = header_if_any(&response, "cache-status");
        if status == Some("Marquee; fwd=bypass") {
            return (response, before);
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{path}: {status:?}");
    }
}

/// Requests a failing page until the response is its shell, which the server prepares
/// after its start. Returns the shell.
async fn shell(server: &Server, path: &str) -> String {
    until(path, async || server.get(path).await.status() == 200).await;
    server.page(path).await
}

#[tokio::test]
async fn head_is_a_separate_chunk_only_with_early_flush() {
    let renderer = renderer(BUNDLE).await;
    let chunks = async |early_flush| {
        let mut request = at("/");
        request.early_flush = early_flush;
        let page = renderer.render(request).await.unwrap();
        page.map(|chunk| String::from_utf8(chunk.unwrap().into()).unwrap())
            .collect::<Vec<_>>()
            .await
    };
    let (whole, parts) = (chunks(false).await, chunks(true).await);
    assert!(parts[0].ends_with(END_OF_START), "{parts:?}");
    assert_eq!((whole.len(), parts.len()), (1, 2));
    assert_eq!(whole[0], parts.concat());
}

#[tokio::test]
async fn head_is_sent_before_render_ends_in_every_encoding() {
    let settings = [("RENDER_THREADS", "5"), ("RENDER_TIMEOUT", "10m")];
    let server = server(&["/", "/loops"], &settings);
    // Without its shell, a page is not flushed early.
    server.wait_for_metrics("\nmarquee_app_shells_missing 0\n").await;
    for (encoding, in_flight) in ENCODINGS.into_iter().zip(1..) {
        let mut connection = send_request(&server, "/loops", encoding);
        let start = read_start(&mut connection, encoding);
        assert!(start.contains("<head>\n<title>planned</title>\n</head>"), "{encoding}: {start}");
        assert!(start.ends_with(END_OF_START), "{encoding}: {start}");
        let metrics = server.metrics().await;
        let gauge = format!("\nmarquee_renders_in_flight {in_flight}\n");
        assert!(metrics.contains(&gauge), "{encoding}: the render has ended");
    }
    assert!(server.page("/").await.contains("<main><p>app</p></main>"));
}

#[tokio::test]
async fn failed_render_after_start_completes_as_app_shell() {
    let paths = [&["/", "/throws-before-start"], &FAILURES[..]].concat();
    let server = server(&paths, &[("RENDER_TIMEOUT", "3s"), ("ACCESS_LOG", "on")]);
    let expected = shell(&server, "/throws-before-start").await;
    assert!(expected.contains(&format!("{END_OF_START}</div>")), "{expected}");
    assert!(expected.ends_with("</html>\n"), "{expected}");
    for (path, encoding) in FAILURES.iter().zip(ENCODINGS.iter().cycle()) {
        let (response, before) = get_flushed_early(&server, path, encoding).await;
        assert_eq!(response.status(), 200, "{path}");
        let sent = response.headers().get("content-encoding").cloned();
        let request_id = header(&response, "x-request-id").to_owned();
        // An incomplete body is an error here.
        let body = response.bytes().await.unwrap();
        let body = decode(sent.as_ref().map(|name| name.to_str().unwrap()), &body);
        assert_eq!(String::from_utf8(body).unwrap(), expected, "{path} as {encoding}");

        let after = counts(&server).await;
        assert_eq!(after, [before[0] + 1, before[1]], "{path} is counted once, as a shell");
        server.wait_for_log(path, |event| {
            event["level"] == "ERROR"
                && event["message"] == "page not rendered"
                && event["url"] == *path
        });
        server.wait_for_log(path, |event| {
            event["request_id"] == *request_id && event["cache"] == "shell"
        });
    }
    let streamed = server.counted("streamed").await;
    let page = server.page("/").await;
    assert!(page.contains("<main><p>app</p></main>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(server.counted("streamed").await, streamed + 1);
}

#[tokio::test]
async fn failed_render_is_not_cached() {
    let settings = [("PAGE_CACHE", "on")];
    let server = server(&["/", "/throws", "/throws-after-part-of-app"], &settings);
    for path in ["/throws", "/throws-after-part-of-app"] {
        shell(&server, path).await;
        let response = server.get(path).await;
        assert_eq!(header(&response, "cache-status"), "Marquee; fwd=miss; detail=shell", "{path}");
        assert_eq!(header(&response, "cache-control"), "no-store", "{path}");
        assert!(response.text().await.unwrap().contains(&format!("{END_OF_START}</div>")));
    }
}

#[tokio::test]
async fn another_engine_renders_page_when_engine_breaks_after_start() {
    let server = server(&["/", "/poisons"], &[]);
    server.wait_for_metrics("\nmarquee_app_shells_missing 0\n").await;
    let good = server.page("/").await;
    assert!(good.contains("<main><p>app</p></main>"), "{good}");
    assert_eq!(server.page("/poisons").await, good);
    assert_eq!(server.page("/").await, good);
}

#[tokio::test]
async fn streamed_page_equals_cached_page_and_flushes_early() {
    let window = ("PAGE_TTL", "24h");
    let cached = Server::start(&[window]);
    let streaming = Server::start(&[window, ("PAGE_CACHE", "off")]);
    for path in ["/?lang=en", &SITE.second_home, &SITE.third_home, "/nowhere"] {
        // The first chunk is the start of the document once its shell is prepared.
        let is_flushed_early = wait_for(|| {
            let start = read_start(&mut send_request(&streaming, path, "identity"), "identity");
            start.ends_with(END_OF_START).then_some(())
        });
        assert!(is_flushed_early.is_some(), "{path}");
        let (page, expected) = (streaming.get(path).await, cached.get(path).await);
        assert_eq!(page.status(), expected.status(), "{path}");
        assert_eq!(page.text().await.unwrap(), expected.text().await.unwrap(), "{path}");
    }
}
