//! `marquee-check` reports no findings for the site, and each of many errors that a proxy
//! in front of it makes.
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

mod proxy;
mod site;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use actix_web::web;
use proxy::{Change, Proxy};
use site::{Site, check};

#[test]
fn site_has_no_findings() {
    let site = Site::start();
    let output = check(site.url());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}");
    let (pages, _) = report.split_once(" pages and ").unwrap();
    // Each language and the negotiated URL, with and without a tracking parameter, of at least
    // one page.
    assert!(pages.parse::<u32>().unwrap() >= 12, "{report}");
}

/// One error at a time, and a line of the report that names its place and its reason.
const ERRORS: &[(Change, &str)] = &[
    // Pages.
    (Change::Status(404, 200), "/no/such/page in en: status: is 200 instead of 404"),
    (
        Change::Html("<title>", r#"<meta name="robots" content="noindex"><title>"#),
        "/?lang=en: status: has `noindex`",
    ),
    (
        Change::Html(r#"content="noindex""#, r#"content="all""#),
        "/no/such/page in en: status: has no `noindex`",
    ),
    (
        Change::Html(r#"<html lang="en""#, r#"<html lang="xx""#),
        r#"/?lang=en: language: <html lang> is ["xx"] instead of "en""#,
    ),
    (
        Change::Html(
            r#"rel="canonical" href="http://127.0.0.1:8080/?lang=en"#,
            r#"rel="canonical" href="http://127.0.0.1:8080/"#,
        ),
        r#"/?lang=en: canonical URL: is ["http://127.0.0.1:8080/"] instead of"#,
    ),
    (
        // Ends the head.
        Change::Html("<title>", "<div></div><title>"),
        "/?lang=en: canonical URL: is [] instead of",
    ),
    (
        Change::HtmlIn("en", r#"rel="alternate" hreflang="x-default""#, r#"rel="x""#),
        "/?lang=en: translations (hreflang): does not list x-default at http://127.0.0.1:8080/",
    ),
    (
        Change::Html(
            r#"hreflang="en" href="http://127.0.0.1:8080/?lang=en"#,
            r#"hreflang="en" href="http://127.0.0.1:8080/?lang=enX"#,
        ),
        "/?lang=en: translations (hreflang): lists en at http://127.0.0.1:8080/?lang=enX",
    ),
    (
        Change::Html(
            r#""og:url" content="http://127.0.0.1:8080/?lang=en"#,
            r#""og:url" content="http://127.0.0.1:8080/?lang=enX"#,
        ),
        r#"/?lang=en: social card: og:url is ["http://127.0.0.1:8080/?lang=enX"] instead of"#,
    ),
    (
        Change::Html(
            r#""og:image" content="http://127.0.0.1:8080/assets"#,
            r#""og:image" content="/assets"#,
        ),
        r#"/?lang=en: social card: og:image is ["/assets/"#,
    ),
    (
        Change::Html(r#"{"@context""#, r#"{"@context"#),
        "/?lang=en: linked data (JSON-LD): is not JSON",
    ),
    (
        Change::Html(r#""url":"http://127.0.0.1:8080"#, r#""url":"http://elsewhere.example"#),
        "linked data (JSON-LD): has the URL http://elsewhere.example",
    ),
    (Change::Html(r#""build":"#, r#""build""#), "/?lang=en: state: is not JSON"),
    (Change::HtmlIn("en", r#""build":""#, r#""build":"other"#), r#"" is not "other"#),
    (
        Change::Agent("Googlebot", "</h1>", " Casino</h1>"),
        "/?lang=en: crawlers: Googlebot gets another page",
    ),
    // Files of pages.
    (
        Change::Html(
            r#""og:image" content="http://127.0.0.1:8080/assets/"#,
            r#""og:image" content="http://127.0.0.1:8080/assets/gone.jpg#"#,
        ),
        "/assets/gone.jpg: files of pages: is 404",
    ),
    (
        Change::Html(r#"src="/assets/partner"#, r#"src="assets/partner"#),
        "/no/such/assets/partner-logo-",
    ),
    (
        Change::Html(r#"src="/assets/partner"#, r#"src="//127.0.0.1:9/assets/partner"#),
        "http://127.0.0.1:9/assets/partner-logo-",
    ),
    (
        Change::Html("/assets/icons-", "/assets/gone.svg#"),
        "/assets/gone.svg: files of pages: is 404",
    ),
    (
        Change::Large("/site.webmanifest"),
        "/site.webmanifest: files of pages: cannot be fetched: the response is larger than 4 MiB",
    ),
    // Files for crawlers.
    (
        Change::File(
            "/sitemap.xml",
            "</urlset>",
            "<url><loc>http://elsewhere.example/</loc></url></urlset>",
        ),
        "/sitemap.xml: sitemap: names http://elsewhere.example/, which is no URL of the site",
    ),
    (
        Change::File("/sitemap.xml", "<loc>http://127.0.0.1:8080/?lang=en</loc>", ""),
        "/sitemap.xml: sitemap: does not name http://127.0.0.1:8080/?lang=en",
    ),
    (
        Change::File(
            "/sitemap.xml",
            "</urlset>",
            "<url><loc>http://127.0.0.1:8080/</loc></url></urlset>",
        ),
        "/sitemap.xml: sitemap: names http://127.0.0.1:8080/ twice",
    ),
    (
        Change::File("/robots.txt", "Allow: /", "Disallow: /assets/"),
        "/robots.txt: robots.txt: has `Disallow: /assets/`",
    ),
    (
        Change::File("/robots.txt", "Sitemap: http://127.0.0.1:8080", "Sitemap: "),
        "/robots.txt: robots.txt: does not name http://127.0.0.1:8080/sitemap.xml",
    ),
];

/// Other spellings of a file's URL.
const HARMLESS: &[Change] = &[
    Change::Html(r#"src="/assets/"#, r#"src="//127.0.0.1:8080/assets/"#),
    Change::Html(r#"src="/assets/"#, r#"src="../../assets/"#),
];

/// Checks the site with a change.
async fn check_changed(site: &Site, change: &Change) -> (Option<i32>, String) {
    let proxy = Proxy::start(site.url(), change);
    let url = proxy.url().to_owned();
    // The proxy runs on this thread's event loop.
    let output = web::block(move || check(&url)).await.unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{change:?}");
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[actix_web::test]
async fn each_error_is_found_with_its_place_and_its_reason() {
    let site = Site::start();
    let mut missed = Vec::new();
    for (change, expected) in ERRORS {
        let (status, report) = check_changed(&site, change).await;
        if !report.contains(*expected) || status != Some(1) {
            missed.push(format!("not found: {expected}\n{report}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[actix_web::test]
async fn harmless_changes_have_no_findings() {
    let site = Site::start();
    let mut found = Vec::new();
    for change in HARMLESS {
        let (status, report) = check_changed(&site, change).await;
        if status != Some(0) {
            found.push(format!("{change:?}\n{report}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[actix_web::test]
async fn sitemap_that_names_a_missing_page_has_findings_of_its_status_alone() {
    let ghost = "<url><loc>http://127.0.0.1:8080/ghost</loc></url></urlset>";
    let change = Change::File("/sitemap.xml", "</urlset>", ghost);
    let (_, report) = check_changed(&Site::start(), &change).await;
    let findings: Vec<_> = report.lines().filter(|line| line.starts_with("/ghost")).collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(finding.ends_with(": status: is 404 instead of 200"), "{report}");
    }
}

#[actix_web::test]
async fn broken_sitemap_is_an_error_with_its_url() {
    let site = Site::start();
    let proxy = Proxy::start(site.url(), &Change::File("/sitemap.xml", "</urlset>", ""));
    let url = proxy.url().to_owned();
    let output = web::block(move || check(&url)).await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/sitemap.xml: "), "{error}");
}

#[test]
fn endless_response_is_an_error_with_its_url() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        connection.set_write_timeout(Some(Duration::from_mins(1))).unwrap();
        let request = BufReader::new(connection.try_clone().unwrap()).lines();
        request.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
        connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n").unwrap();
        let mebibyte = vec![b'#'; 1 << 20];
        // Without a limit, all are read.
        (0..100).take_while(|_| connection.write_all(&mebibyte).is_ok()).count()
    });
    let output = check(&url);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/robots.txt: the response is larger than 4 MiB"), "{error}");
    assert_eq!(output.status.code(), Some(2));
    let sent = server.join().unwrap();
    // The rest fits the socket's buffers.
    assert!(sent < 50, "{sent} MiB were read");
}

#[test]
fn site_that_is_not_of_marquee_is_an_error() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let request = BufReader::new(connection.try_clone().unwrap()).lines();
            request.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
            connection
                .write_all(
                    b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello",
                )
                .unwrap();
        }
    });
    let output = check(&url);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/sitemap.xml: "), "{error}");
}

#[test]
fn site_that_does_not_respond_is_an_error_with_its_url() {
    let output = check("http://127.0.0.1:9/");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/robots.txt: "), "{error}");
}
