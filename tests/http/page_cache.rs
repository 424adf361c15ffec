//! The page cache: request coalescing, revalidation and the fallback chain.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Response;

use crate::support::builds::{build, whole_page, write_bundle};
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::html::Page;
use crate::support::library::fake_clock;
use crate::support::metrics::sample;
use crate::support::server::{Server, header, header_if_any, marquee, run_to_end, until};
use crate::support::site::SITE;
use crate::support::temp_dir::TempDir;

/// A time window that no test outlasts.
const LONG_TTL: (&str, &str) = ("PAGE_TTL", "24h");

fn counting(settings: &[(&str, &str)]) -> Server {
    let settings = [&[("PAGE_CACHE", "on"), ("RENDER_THREADS", "1")], settings].concat();
    Server::with_bundle("counting.js", &["/", "/fails-later", "/fails"], &settings)
}

/// Requests a page until its `Cache-Status` contains `expected`.
async fn wait_for_cache_status(server: &Server, path: &str, expected: &str) -> Response {
    let mut found = None;
    until(&format!("{path} is served as {expected}"), async || {
        let response = server.get(path).await;
        let status = header_if_any(&response, "cache-status").unwrap_or_default();
        found = status.contains(expected).then_some(response);
        found.is_some()
    })
    .await;
    found.unwrap()
}

#[tokio::test]
async fn concurrent_requests_share_one_render() {
    let server = counting(&[LONG_TTL]);
    let pages = join_all((0..100).map(|_| server.page("/?lang=en"))).await;
    assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), 1);
    let response = server.get("/?lang=en").await;
    assert!(header(&response, "cache-status").starts_with("Marquee; hit; ttl="));
    let outcomes = ["fresh", "rendered", "coalesced"];
    let counts = join_all(outcomes.map(|outcome| server.counted(outcome))).await;
    assert_eq!(counts.iter().sum::<u64>(), 101, "{counts:?}");
}

#[tokio::test]
async fn unknown_paths_share_one_cache_entry() {
    let server = Server::start(&[LONG_TTL]);
    let mut tags = BTreeSet::new();
    for number in 0..1000 {
        let path = format!("/nowhere/{number}?q={number}");
        let request = server.request("GET", &path);
        let response = request
            .header("Accept-Language", format!("x-{number},{};q=0.5", SITE.second))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), 404);
        tags.insert(header(&response, "etag").to_owned());
    }
    assert_eq!(tags.len(), 1);
    assert!(server.counted("rendered").await + server.counted("coalesced").await <= 1);
}

#[tokio::test]
async fn etag_is_strong_equal_on_every_pod_and_distinct_per_encoding() {
    let folder = TempDir::new();
    let [one, other] = ["one", "other"].map(|name| {
        // Inodes and times differ from those of the other pod.
        let site = folder.path().join(name);
        build(&site, "same");
        Server::with_site(&site, &[LONG_TTL])
    });
    let page = Page::parse(&one.page("/").await);
    let script = page.attributes("script[data-app]", "data-app").remove(0);
    let mut tags = BTreeSet::new();
    for encoding in ["identity", "gzip", "br", "zstd"] {
        for path in ["/", &SITE.second_home, "/nowhere", &script] {
            if path == script && encoding == "zstd" {
                continue;
            }
            let get = |server: &Server| {
                server.request("GET", path).header("Accept-Encoding", encoding).send()
            };
            let (first, second) = (get(&one).await.unwrap(), get(&other).await.unwrap());
            let tag = header(&first, "etag").to_owned();
            assert_eq!(tag, header(&second, "etag"), "{path} as {encoding}");
            assert!(tag.starts_with('"') && tags.insert(tag), "{path} as {encoding}");
        }
    }
}

#[tokio::test]
async fn preconditions_apply_only_to_successful_responses() {
    let server = Server::start(&[LONG_TTL]);
    for path in ["/", &SITE.second_home, "/robots.txt", "/nowhere", "/?LANG=en"] {
        let plain = server.get(path).await;
        // A redirect has none.
        let tag = header_if_any(&plain, "etag").unwrap_or_default();
        for (field, value, success) in [
            ("If-None-Match", "*", 304),
            ("If-None-Match", &*format!("W/{tag}"), 304),
            ("If-None-Match", "\"other\"", 200),
            ("If-Match", tag, 200),
            ("If-Match", "\"other\"", 412),
        ] {
            let expected = if plain.status() == 200 { success } else { plain.status().as_u16() };
            for method in ["GET", "HEAD"] {
                let request = server.request(method, path).header(field, value);
                let response = request.send().await.unwrap();
                let case = format!("{method} {path} with {field}: {value}");
                assert_eq!(response.status(), expected, "{case}");
                // RFC 9110, section 15.4.5: what a cache needs comes with a 304 as well.
                for name in
                    ["cache-control", "cdn-cache-control", "vary", "content-language", "etag"]
                {
                    let sent = header_if_any(&response, name);
                    match (expected, name) {
                        (412, "cache-control") => assert_eq!(sent, Some("no-store"), "{case}"),
                        (412, _) => {}
                        _ => assert_eq!(sent, header_if_any(&plain, name), "{case}: {name}"),
                    }
                }
                let is_sent = method == "GET" && matches!(expected, 200 | 404);
                assert_eq!(!response.bytes().await.unwrap().is_empty(), is_sent, "{case}");
            }
        }
    }
}

#[tokio::test]
async fn page_has_fresh_and_stale_lifetimes_for_caches() {
    let server = Server::start(&[("PAGE_TTL", "30s")]);
    for path in ["/", "/nowhere"] {
        let response = server.get(path).await;
        assert_eq!(
            header(&response, "cache-control"),
            "public, max-age=0, stale-if-error=86400",
            "browsers revalidate each time, and other caches may serve stale"
        );
        assert_eq!(
            header(&response, "cdn-cache-control"),
            "max-age=30, stale-while-revalidate=60, stale-if-error=86400"
        );
        assert!(header(&response, "link").contains("rel=preload; as=style"));
    }
}

#[tokio::test]
async fn page_without_links_is_fresh_for_one_refresh_interval_and_never_stale() {
    for (ttl, seconds) in [("2s", 2), ("30s", 3)] {
        let content = ContentService::start(Behaviour::Status(503));
        let settings = [("PAGE_TTL", ttl), ("CONTENT_API_REFRESH", "3s")];
        let server = Server::using(&content, &settings);
        let check = |response: &Response| {
            let is_stale = header(response, "cache-status").contains("detail=stale");
            let expected =
                format!("max-age={}, must-revalidate", if is_stale { 1 } else { seconds });
            assert_eq!(header(response, "cache-control"), "public, max-age=0, must-revalidate");
            assert_eq!(header(response, "cdn-cache-control"), expected);
        };
        check(&server.get("/").await);

        let links = ["https://play.example/", "https://blog.example/"].map(str::to_owned);
        content.behave(Behaviour::Links(links[0].clone(), links[1].clone()));
        until("the page has links", async || {
            let response = server.get("/").await;
            let is_usable = header(&response, "cache-control").contains("stale-if-error");
            if !is_usable {
                check(&response);
            }
            assert_eq!(response.text().await.unwrap().contains(&links[1]), is_usable);
            is_usable
        })
        .await;
    }
}

#[tokio::test]
async fn serves_last_good_page_when_render_fails() {
    let server = counting(&[("PAGE_TTL", "1s")]);
    for status in ["detail=stale", "detail=stale-if-error"] {
        let response = wait_for_cache_status(&server, "/fails-later", status).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.text().await.unwrap(), "<p>the only good one</p>");
    }
    assert!(server.counted("stale-if-error").await > 0);
}

#[tokio::test]
async fn serves_app_shell_when_page_was_never_rendered() {
    for cache in ["on", "off"] {
        let server = counting(&[("PAGE_CACHE", cache)]);
        let response = wait_for_cache_status(&server, "/fails?lang=en", "detail=shell").await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "cache-control"), "no-store");
        assert!(response.text().await.unwrap().contains("shell of /fails?lang=en"));
        assert!(server.counted("shell").await > 0);
    }
}

#[tokio::test]
async fn only_the_first_clients_wait_for_a_page_that_hangs() {
    const TIMEOUT: Duration = Duration::from_secs(3);
    let settings = [("PAGE_CACHE", "on"), ("RENDER_THREADS", "1"), ("RENDER_TIMEOUT", "3s")];
    let server = Server::with_bundle("early-flush.js", &["/loops"], &settings);
    wait_for_cache_status(&server, "/loops?lang=en", "detail=shell").await;
    // It is rendered again and again meanwhile.
    let begun = Instant::now();
    for _ in 0..100 {
        let response = server.get("/loops?lang=en").await;
        assert_eq!(header(&response, "cache-status"), "Marquee; fwd=miss; detail=shell");
    }
    assert!(begun.elapsed() < TIMEOUT, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn every_request_is_rendered_when_cache_is_off() {
    let server = counting(&[("PAGE_CACHE", "off")]);
    let (first, second) = (server.page("/").await, server.page("/").await);
    assert_ne!(first, second);
    let response = server.get("/").await;
    assert_eq!(header(&response, "cache-status"), "Marquee; fwd=bypass");
    assert_eq!(header_if_any(&response, "etag"), None);
}

#[test]
fn app_shell_has_head_and_state() {
    let print = |arguments: &[&str]| {
        let printed =
            run_to_end(marquee().arg("render").args(["--lang", &SITE.second]).args(arguments));
        assert!(printed.status.success());
        Page::parse(&String::from_utf8(printed.stdout).unwrap())
    };
    let (whole, shell) = (print(&[]), print(&["--shell"]));
    assert_eq!(shell.one("title").html(), whole.one("title").html());
    assert_eq!(shell.one("#app h1").inner_html(), whole.one("title").inner_html());
    assert!(!whole.one("#app").inner_html().is_empty());
    assert_eq!(shell.state()["messages"], whole.state()["messages"]);
    assert_eq!(shell.state()["link"], serde_json::Value::Null, "it may be sent at any time");
}

#[tokio::test]
async fn page_that_becomes_blank_is_served_as_it_was_and_grows_old() {
    let folder = TempDir::new();
    build(folder.path(), "blank later");
    let source = format!(
        "const urls = new Set();
        export function render(page, {{ page: {{ path, locale, isLocaleFixed }} }}) {{
            const url = path + locale + isLocaleFixed;
            page.head();
            page.write(urls.has(url) ? '<div id=\"app\"></div>' : '{}');
            urls.add(url);
        }}",
        whole_page()
    );
    write_bundle(folder.path(), &source);
    let library = fake_clock();
    let settings = [
        ("LD_PRELOAD", &*library),
        // A second of the test is a hundred of the server.
        ("FAKETIME", "+0 x100"),
        ("PAGE_TTL", "10s"),
        ("RENDER_TIMEOUT", "10m"),
        ("RENDER_THREADS", "1"),
    ];
    let server = Server::with_site(folder.path(), &settings);
    server.wait_for_status("/readyz", 200).await;
    // Beyond that, nothing is served stale unless renders fail.
    let is_old = |metrics: &str| sample::<u64>(metrics, "marquee_page_overdue_seconds ") > 80;
    until("the page is old", async || {
        assert_eq!(server.page("/").await, whole_page());
        is_old(&server.metrics().await)
    })
    .await;
    let line = server.wait_for_log("the error", |event| event["message"] == "page not rendered");
    assert!(line["url"].is_string() && line["language"].is_string(), "{line}");
    assert_eq!(line["error"], "the page is not whole: it has no `<header`");
}
