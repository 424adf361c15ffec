//! `marquee-check` reports no findings for the site, and each of many errors that a proxy
//! in front of it introduces.
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

mod proxy;
mod site;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Output;
use std::thread;
use std::time::Duration;

use actix_web::web;
use proxy::{Change, Proxy};
use serde_json::Value;
use site::{PUBLIC_URL, Site, check, run};

#[test]
fn site_has_no_findings() {
    let site = Site::start();
    let output = check(site.url());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}");
    // Something was checked.
    for rule in ["canonical URL", "text outside the locale files"] {
        let row = report.lines().find(|line| line.starts_with(rule)).unwrap();
        let checked: u32 =
            row.rsplit_once("  0").unwrap().0.trim().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(checked >= 2, "{report}");
    }
}

/// One error at a time, and a line of the report that names its place and its reason.
const ERRORS: &[(Change, &str)] = &[
    // URLs.
    (Change::Status(404, 200), "/no/such/page in en: status: is 200 instead of 404"),
    (
        Change::Html("<title>", r#"<meta name="robots" content="noindex"><title>"#),
        "/?lang=ms: status: has `noindex`",
    ),
    (
        Change::Html(r#"content="noindex""#, r#"content="all""#),
        "/no/such/page in zh: status: has no `noindex`",
    ),
    (
        Change::Html(r#"<html lang="zh""#, r#"<html lang="en""#),
        r#"/?lang=zh: language: <html lang> is ["en"] instead of "zh""#,
    ),
    (
        Change::Html(r#"(rel="canonical" href="[^"?]*)[^"]*"#, "$1"),
        r#"/?lang=ms: canonical URL: is ["http://127.0.0.1:8080/"] instead of"#,
    ),
    (
        Change::Html(r#"<link rel="alternate" hreflang="en"[^>]*>"#, "$0$0"),
        "translations (hreflang): lists en 2 times",
    ),
    (
        Change::HtmlIn("zh", r#"<link rel="alternate" hreflang="ms"[^>]*>"#, ""),
        "/?lang=ms: translations (hreflang): /?lang=zh lists others",
    ),
    // The head.
    (Change::Html("<title>[^<]*</title>", "$0$0"), "title: there are 2 of them"),
    (
        Change::HtmlIn(
            "ms",
            "<title>[^<]*",
            "<title>Sepuluh perkataan yang panjang sekali sehingga tiada siapa membacanya",
        ),
        "/?lang=ms: title: is 69 columns wide, more than 60",
    ),
    (
        Change::HtmlIn("zh", "<title>[^<]*", "<title>Marquee: free credit and entries"),
        r#"/?lang=zh: script: is all Latin: "Marquee: free credit and entries""#,
    ),
    (Change::Html("<title>[^<]*", "<title>Marquee"), r#"has the title of /?lang=en: "Marquee""#),
    (Change::Html(r#"<meta name="description"[^>]*>"#, ""), "description: there are 0 of them"),
    (Change::Html("<title>", "<div></div><title>"), "/?lang=ms: canonical URL: is [] instead of"),
    (Change::Agent("Googlebot", "<h1[^>]*>", "${0}Casino "), "Googlebot gets another one"),
    (
        Change::Html(r#"content="summary_large_image""#, r#"content="summary""#),
        r#"social cards: twitter:card is "summary""#,
    ),
    (
        Change::HtmlIn("zh", r#"content="zh_CN""#, r#"content="en_US""#),
        r#"/?lang=zh: social cards: og:locale is "en_US" on a page in zh"#,
    ),
    (
        Change::Html(r#"(property="og:image" content="[^"]*assets)[^"]*"#, "$1/gone.jpg"),
        "/assets/gone.jpg: files of pages: is 404",
    ),
    (Change::Html(r#"\{"@context""#, r#"{"@context"#), "linked data (JSON-LD): is not JSON"),
    (Change::Html(r#""build":"#, r#""build""#), "state: is not JSON"),
    (
        Change::HtmlIn("ms", r#""build":"[^"]*"#, r#""build":"other"#),
        r#"state: build "other" is not ""#,
    ),
    // The body.
    (Change::Html("(</?)h1", "${1}h2"), "headings: there are 0 <h1>"),
    (Change::Html("<h2(.*?)</h2>", "<h4$1</h4>"), "headings: <h4> follows <h"),
    (Change::Html(r#"(<img[^>]*?) width="\d+""#, "$1"), "has no width"),
    (Change::Html("<main", r#"<a href="/x"></a><main"#), "links: has no accessible name: /x"),
    (Change::Html(" sponsored", ""), "winbox-signup/ is not rel=sponsored"),
    (Change::Html(" noopener", ""), "https://operator.example/ is not rel=noopener"),
    (
        Change::Html("<main", r#"<a href="//operator.example/x">x</a><main"#),
        "http://operator.example/x is not rel=nofollow",
    ),
    // URLs of files.
    (
        Change::Html(r#"src="/assets/partner"#, r#"src="assets/partner"#),
        "/no/such/assets/partner-logo-",
    ),
    (
        Change::Html(r#"src="/assets/partner"#, r#"src="//127.0.0.1:9/assets/partner"#),
        "http://127.0.0.1:9/assets/partner-logo-",
    ),
    (
        Change::Html(r#"(property="og:image" content=")http:"#, "$1"),
        "social cards: og:image is no absolute URL",
    ),
    (
        Change::Html("/assets/icons-[^#]*", "/assets/gone.svg"),
        "/assets/gone.svg: files of pages: is 404",
    ),
    (
        Change::Large("/site.webmanifest"),
        "/site.webmanifest: files of pages: cannot be fetched: the response is larger than 4 MiB",
    ),
    // Words.
    (
        Change::Html(
            "Marquee: Kredit Percuma 365[^<\"]*",
            "Marquee: Free Credit 365 Days, Slots, Casino, Sports",
        ),
        r#"/?lang=ms: untranslated text: is in en: "Marquee: Free Credit"#,
    ),
    (
        Change::Message("ms", "transactions.table.note", "en"),
        "/?lang=ms: untranslated text: is in en: \"",
    ),
    (
        Change::Message("ms", "menu.tab.liveCasino", "zh"),
        "/?lang=ms: script: there are Han letters in",
    ),
    (
        // Imitates hard-coded text.
        Change::Message("en-XA", "menu.tab.liveCasino", "en"),
        "text outside the locale files: in <a>: \"",
    ),
    // Files for crawlers.
    (
        Change::File(
            "/sitemap.xml",
            "</urlset>",
            "<url><loc>http://127.0.0.1:8080/ghost</loc><lastmod>2026-01-01</lastmod></url></urlset>",
        ),
        "/sitemap.xml: sitemap: names http://127.0.0.1:8080/ghost, which is no indexable page",
    ),
    (
        Change::File("/sitemap.xml", r"(?s)<url><loc>[^<]*ms</loc>.*?</url>", ""),
        "/sitemap.xml: sitemap: does not name http://127.0.0.1:8080/?lang=ms",
    ),
    (Change::File("/sitemap.xml", "<lastmod>[^<]*", "<lastmod>today"), r#"is "today""#),
    (Change::File("/sitemap.xml", "</urlset>", ""), "/sitemap.xml: sitemap: does not parse"),
    (
        Change::File("/robots.txt", "Allow: /", "Disallow: /assets/"),
        "/robots.txt: robots.txt: has `Disallow: /assets/`",
    ),
    (
        Change::File("/robots.txt", "Sitemap: .*", "Sitemap: /sitemap.xml"),
        "/robots.txt: robots.txt: does not name http://127.0.0.1:8080/sitemap.xml",
    ),
];

/// Changes that are no errors.
const HARMLESS: &[Change] = &[
    // A scheme-relative URL of the site itself.
    Change::Html(r#"src="/assets/"#, r#"src="//127.0.0.1:8080/assets/"#),
    Change::Html(r#"src="/assets/"#, r#"src="../../assets/"#),
    // Links in the same tab need no `noopener`.
    Change::Html(r#" target="_blank"| noopener"#, ""),
    // A title of one word, the same in two languages.
    Change::Html("Marquee: (Free Credit|Kredit Percuma) 365[^<\"]*", "Bonus | Marquee"),
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
async fn missing_page_has_no_findings_but_its_status_and_the_sitemaps() {
    let ghost = "<url><loc>http://127.0.0.1:8080/ghost</loc></url></urlset>";
    let change = Change::File("/sitemap.xml", "</urlset>", ghost);
    let (_, report) = check_changed(&Site::start(), &change).await;
    let findings: Vec<_> = report.lines().filter(|line| line.starts_with('/')).collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(
            finding.ends_with(": status: is 404 instead of 200")
                || finding.starts_with("/sitemap.xml: sitemap: names http://127.0.0.1:8080/ghost"),
            "{report}"
        );
    }
}

#[actix_web::test]
async fn json_report_has_every_rule_with_its_findings() {
    let site = Site::start();
    let proxy = Proxy::start(site.url(), &Change::Html(" sponsored", ""));
    let url = proxy.url().to_owned();
    let output =
        web::block(move || run(&[&url, "--public-url", PUBLIC_URL, "--format", "json"], &[]));
    let output = output.await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = report["rules"].as_array().unwrap();
    let failed: Vec<_> = rules
        .iter()
        .filter(|rule| !rule["findings"].as_array().unwrap().is_empty())
        .map(|rule| rule["rule"].as_str().unwrap())
        .collect();
    assert_eq!(failed, ["sponsored links"]);
    let finding = &rules.iter().find(|rule| rule["rule"] == failed[0]).unwrap()["findings"][0];
    assert!(finding["what"].as_str().unwrap().contains("is not rel=sponsored"), "{finding}");
}

#[test]
fn server_is_started_and_checked_whatever_the_format_of_its_log() {
    for format in ["text", "json", "auto"] {
        let output = run(
            &["--server", site::server().to_str().unwrap()],
            &[("DIST_DIR", site::dist().to_str().unwrap()), ("LOG_FORMAT", format)],
        );
        assert_succeeded(&output);
    }
}

#[test]
fn server_that_does_not_start_is_an_error_with_its_log() {
    let output = run(
        &["--server", site::server().to_str().unwrap()],
        &[("DIST_DIR", "/none"), ("LOG_FORMAT", "text")],
    );
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/none"), "{error}");
}

fn assert_succeeded(output: &Output) {
    let [report, errors] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{report}{errors}");
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
    assert!(error.contains("lists translations"), "{error}");
}

#[test]
fn site_that_does_not_respond_is_an_error_with_its_url() {
    let output = check("http://127.0.0.1:9/");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/robots.txt: "), "{error}");
}
