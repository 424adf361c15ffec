//! With `PAGE_CACHE=off` a document begins before its app is rendered, and is
//! whole whatever comes of that.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use marquee_renderer::{PageRequest, Renderer};
use reqwest::Response;

use crate::support::bundles::{at, renderer};
use crate::support::encoding::{decode, decode_start};
use crate::support::server::{Server, header, wait_for};

const BUNDLE: &str = "early-flush.js";

const ENCODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

/// What comes before the app, in the bundle and in the site alike.
const END_OF_START: &str = "<div id=\"app\">";

/// Every way of failing after the start of a document.
const FAILURES: [&str; 13] = [
    "/throws",
    "/rejects",
    "/throws-within-app",
    "/throws-after-part-of-app",
    "/throws-after-app",
    "/throws-after-end",
    "/loops",
    "/loops-after-part-of-app",
    "/never-resolves",
    "/recurses",
    "/hogs",
    "/floods",
    "/writes-without-end",
];

fn server(paths: &[&str], settings: &[(&str, &str)]) -> Server {
    Server::with_bundle(BUNDLE, paths, &[&[("RENDER_THREADS", "1")], settings].concat())
}

/// What has arrived of a response with chunked transfer coding (RFC 9112, section
/// 7.1), its head and the coding taken off.
fn arrived(response: &[u8]) -> Vec<u8> {
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

fn ask(server: &Server, path: &str, encoding: &str) -> TcpStream {
    let mut connection = TcpStream::connect(server.address()).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: {encoding}\r\n\r\n");
    connection.write_all(request.as_bytes()).unwrap();
    connection
}

/// Reads from the socket until the start of the document has arrived, and gives
/// what has.
fn read_start(connection: &mut TcpStream, encoding: &str) -> String {
    let mut response = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let length = connection.read(&mut piece).expect("the start of the document");
        assert!(length > 0, "the connection is closed");
        response.extend_from_slice(&piece[..length]);
        let body = arrived(&response);
        let text = if encoding == "identity" { body } else { decode_start(encoding, &body) };
        let text = String::from_utf8(text).unwrap();
        if text.contains(END_OF_START) {
            return text;
        }
    }
}

/// Pages counted as shells and as streamed.
async fn counts(server: &Server) -> [u64; 2] {
    [server.counted("shell").await, server.counted("streamed").await]
}

/// Asks until the response begins before the render fails: not before the page's
/// shell is prepared, nor while a broken runtime is being replaced. Gives the
/// counts before it, too.
async fn begun_early(server: &Server, path: &str, encoding: &str) -> (Response, [u64; 2]) {
    let begun = Instant::now();
    loop {
        let before = counts(server).await;
        let request = server.request("GET", path).header("accept-encoding", encoding);
        let response = request.send().await.unwrap();
        let status = header(&response, "cache-status");
        if status == "Marquee; fwd=bypass" {
            return (response, before);
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{path} is at {status:?}");
    }
}

/// Waits until a page that fails is answered with its shell, which the server
/// prepares after its start, and gives that.
async fn shell(server: &Server, path: &str) -> String {
    let begun = Instant::now();
    loop {
        let response = server.get(path).await;
        if response.status() == 200 {
            return response.text().await.unwrap();
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{path}: {}", response.status());
    }
}

async fn chunks(renderer: &Renderer, early_flush: bool) -> Vec<String> {
    let request = PageRequest { early_flush, ..at("/") };
    let page = renderer.render(request).await.unwrap();
    let text = |chunk: Result<_, _>| String::from_utf8(Vec::from(chunk.unwrap())).unwrap();
    page.body.map(text).collect().await
}

#[tokio::test]
async fn start_of_a_page_is_a_chunk_of_its_own_only_when_flushed_early() {
    let renderer = renderer(BUNDLE);
    let (whole, flushed) = (chunks(&renderer, false).await, chunks(&renderer, true).await);
    let [whole] = &whole[..] else { panic!("{whole:?}") };
    let [start, rest] = &flushed[..] else { panic!("{flushed:?}") };
    assert!(start.ends_with(END_OF_START), "{start}");
    assert_eq!(*whole, format!("{start}{rest}"));
}

#[tokio::test]
async fn head_is_on_the_wire_before_the_render_ends_in_every_encoding() {
    // The shells are prepared in this order, so the last one says that all are there.
    let server = server(&["/", "/waits", "/throws"], &[]);
    shell(&server, "/throws?lang=en").await;
    for encoding in ENCODINGS {
        let mut connection = ask(&server, "/waits", encoding);
        let start = read_start(&mut connection, encoding);
        assert!(start.contains("<head>\n<title>planned</title>\n</head>"), "{encoding}: {start}");
        assert!(start.ends_with(END_OF_START), "{encoding}: {start}");
        let metrics = server.metrics().await;
        assert!(metrics.contains("\nmarquee_renders_in_flight 1\n"), "{encoding}: it has ended");
        // Whoever leaves now takes the render along.
        drop(connection);
    }
    assert!(server.page("/").await.contains("<main><p>app</p></main>"));
}

#[tokio::test]
async fn render_that_fails_after_the_start_ends_as_the_shell_to_the_byte() {
    let paths = [&["/", "/throws-before-start"], &FAILURES[..]].concat();
    let server = server(&paths, &[("RENDER_TIMEOUT", "3s")]);
    let expected = shell(&server, "/throws-before-start").await;
    assert!(expected.contains(&format!("{END_OF_START}</div>")), "{expected}");
    assert!(expected.ends_with("</html>\n"), "{expected}");
    for (path, encoding) in FAILURES.iter().zip(ENCODINGS.iter().cycle()) {
        let (response, before) = begun_early(&server, path, encoding).await;
        assert_eq!(response.status(), 200, "{path}");
        let sent = response.headers().get("content-encoding").cloned();
        // An error here is a body that breaks off.
        let body = response.bytes().await.unwrap();
        let body = decode(sent.as_ref().map(|name| name.to_str().unwrap()), &body);
        assert_eq!(String::from_utf8(body).unwrap(), expected, "{path} as {encoding}");

        let after = counts(&server).await;
        assert_eq!(after, [before[0] + 1, before[1]], "{path} is counted once, as a shell");
        server.wait_for_log(path, |event| {
            event["level"] == "ERROR"
                && event["message"] == "page not rendered"
                && event["address"] == *path
        });
    }
    let streamed = server.counted("streamed").await;
    let page = server.page("/").await;
    assert!(page.contains("<main><p>app</p></main>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(server.counted("streamed").await, streamed + 1);
}

#[tokio::test]
async fn failed_render_is_no_page_where_pages_are_cached() {
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
async fn page_whose_engine_is_broken_after_the_start_is_rendered_by_another() {
    let server = server(&["/", "/poisons", "/throws"], &[]);
    shell(&server, "/throws?lang=en").await;
    let good = server.page("/").await;
    assert!(good.contains("<main><p>app</p></main>"), "{good}");
    for _ in 0..3 {
        assert_eq!(server.page("/poisons").await, good);
        assert_eq!(server.page("/").await, good);
    }
}

#[tokio::test]
async fn streamed_page_is_the_cached_page_to_the_byte_and_begins_before_its_app() {
    let window = ("PAGE_TTL", "24h");
    let cached = Server::start(&[window]);
    let streaming = Server::start(&[window, ("PAGE_CACHE", "off")]);
    for path in ["/?lang=en", "/?lang=zh", "/?lang=ms", "/nowhere"] {
        // The first chunk is the start of the document once its shell is prepared.
        let begins_early = wait_for(|| {
            let start = read_start(&mut ask(&streaming, path, "identity"), "identity");
            start.ends_with(END_OF_START).then_some(())
        });
        assert!(begins_early.is_some(), "{path}");
        let (page, expected) = (streaming.get(path).await, cached.get(path).await);
        assert_eq!(page.status(), expected.status(), "{path}");
        assert_eq!(page.text().await.unwrap(), expected.text().await.unwrap(), "{path}");
    }
}
