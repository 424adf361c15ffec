//! `marquee-check` reports no findings for the site, and each of many errors that a proxy
//! in front of it introduces.
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

mod foreign;
mod proxy;
mod site;

use actix_web::web;
use proxy::{Change, Proxy};
use site::{Site, check};

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
    (Change::Status(200, 503), "/?lang=ms: status: is 503 instead of 200"),
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
        Change::Html(r#"dir="ltr""#, r#"dir="rtl""#),
        r#"/?lang=zh: language: <html dir> is ["rtl"] instead of "ltr""#,
    ),
    (
        Change::Html(r#"<link rel="canonical"[^>]*>"#, ""),
        "/?lang=ms: canonical URL: is [] instead of",
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
    (Change::Html("<title>[^<]*</title>", ""), "title: there are 0 of them"),
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
        r#"state: build "other" is not that of all pages"#,
    ),
    // The body.
    (Change::Html("(</?)h1", "${1}h2"), "headings: there are 0 <h1>"),
    (Change::Html("<h2(.*?)</h2>", "<h4$1</h4>"), "headings: <h4> follows <h"),
    (Change::Html(r#"(<img[^>]*?) width="\d+""#, "$1"), "has no width"),
    (Change::Html(r#"(<img[^>]*?) alt="[^"]*""#, "$1"), "has no alt"),
    (Change::Html("<main", r#"<a href="/x"></a><main"#), "links: has no accessible name: /x"),
    (Change::Html(" sponsored", ""), "winbox-signup/ is not rel=sponsored"),
    (Change::Html(r#" target="_blank""#, ""), "winbox-signup/ has no target=_blank"),
    // Words.
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
        "/robots.txt: robots.txt: `Disallow: /assets/` forbids /assets/",
    ),
];

#[actix_web::test]
async fn each_error_is_found_with_its_place_and_its_reason() {
    let site = Site::start();
    let mut missed = Vec::new();
    for (change, expected) in ERRORS {
        let proxy = Proxy::start(site.url(), change);
        let url = proxy.url().to_owned();
        // The proxy runs on this thread's event loop.
        let output = web::block(move || check(&url)).await.unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        if !report.contains(*expected) || output.status.code() != Some(1) {
            missed.push(format!("not found: {expected}\n{report}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn site_that_does_not_respond_is_an_error_with_its_url() {
    let output = check("http://127.0.0.1:9/");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/robots.txt: "), "{error}");
}
