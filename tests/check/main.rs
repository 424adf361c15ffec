//! `marquee-check` reports no findings for the site, and each of many errors that a proxy
//! in front of it makes.
#![allow(clippy::unwrap_used, reason = "a test fails where it panics")]

mod site;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use site::{Change, Site, check, proxy};

#[test]
fn site_has_no_findings() {
    let output = check(&Site::start().url);
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}");
    let (pages, _) = report.split_once(" pages and ").unwrap();
    // Each language and the negotiated URL, with and without a tracking parameter, of at least
    // one page.
    assert!(pages.parse::<u32>().unwrap() >= 12, "{report}");
}

/// What the responses contain.
const PAGE: &str = "<html";
const SITEMAP: &str = "<urlset";
const ROBOTS: &str = "Sitemap: ";

/// In place of a text: five MiB.
const LARGE: &str = "LARGE";

/// One error at a time, and a line of the report that names its place and its reason.
#[rustfmt::skip]
const ERRORS: &[(Change, &str)] = &[
    // Pages.
    ((PAGE, "404\n<!doctype", "200\n<!doctype"), "/no/such/page in en: status: is 200 instead of 404"),
    ((PAGE, "<title>", r#"<meta name="robots" content="noindex"><title>"#), "/?lang=en: status: has `noindex`"),
    ((PAGE, r#"content="noindex""#, r#"content="all""#), "/no/such/page in en: status: has no `noindex`"),
    ((PAGE, r#"<html lang="en""#, r#"<html lang="xx""#), r#"/?lang=en: language: <html lang> is ["xx"] instead of "en""#),
    ((PAGE, r#"rel="canonical" href="http://127.0.0.1:8080/?lang=en"#, r#"rel="canonical" href="http://127.0.0.1:8080/"#), r#"/?lang=en: canonical URL: is ["http://127.0.0.1:8080/"] instead of"#),
    // Ends the head.
    ((PAGE, "<title>", "<div></div><title>"), "/?lang=en: canonical URL: is [] instead of"),
    (("<html lang=\"en\"", r#"rel="alternate" hreflang="x-default""#, r#"rel="x""#), "/?lang=en: translations (hreflang): does not list x-default at http://127.0.0.1:8080/"),
    ((PAGE, r#"hreflang="en" href="http://127.0.0.1:8080/?lang=en"#, r#"hreflang="en" href="http://127.0.0.1:8080/?lang=enX"#), "/?lang=en: translations (hreflang): lists en at http://127.0.0.1:8080/?lang=enX"),
    ((PAGE, r#""og:url" content="http://127.0.0.1:8080/?lang=en"#, r#""og:url" content="http://127.0.0.1:8080/?lang=enX"#), r#"/?lang=en: social card: og:url is ["http://127.0.0.1:8080/?lang=enX"] instead of"#),
    ((PAGE, r#""og:image" content="http://127.0.0.1:8080/assets"#, r#""og:image" content="/assets"#), r#"/?lang=en: social card: og:image is ["/assets/"#),
    ((PAGE, r#"{"@context""#, r#"{"@context"#), "/?lang=en: linked data (JSON-LD): is not JSON"),
    ((PAGE, r#""url":"http://127.0.0.1:8080"#, r#""url":"http://elsewhere.example"#), "linked data (JSON-LD): has the URL http://elsewhere.example"),
    ((PAGE, r#""build":"#, r#""build""#), "/?lang=en: state: is not JSON"),
    (("<html lang=\"en\"", r#""build":""#, r#""build":"other"#), ", that of / in "),
    (("Googlebot", "</h1>", " Casino</h1>"), "/?lang=en: crawlers: Googlebot gets another page"),
    // Files of pages.
    ((PAGE, r#""og:image" content="http://127.0.0.1:8080/assets/"#, r#""og:image" content="http://127.0.0.1:8080/assets/gone.jpg#"#), "/assets/gone.jpg: files of pages: is 404"),
    ((PAGE, r#"src="/assets/"#, r#"src="assets/"#), "/no/such/assets/"),
    ((PAGE, r#"src="/assets/"#, r#"src="//127.0.0.1:9/assets/"#), "http://127.0.0.1:9/assets/"),
    ((PAGE, "/assets/icons-", "/assets/gone.svg#"), "/assets/gone.svg: files of pages: is 404"),
    (("theme_color", "{", LARGE), "/site.webmanifest: files of pages: cannot be fetched: the response is larger than 4 MiB"),
    // Files for crawlers.
    ((SITEMAP, "</urlset>", "<url><loc>http://elsewhere.example/</loc></url></urlset>"), "/sitemap.xml: sitemap: names http://elsewhere.example/, which is no URL of the site"),
    ((SITEMAP, "<loc>http://127.0.0.1:8080/?lang=en</loc>", ""), "/sitemap.xml: sitemap: does not name http://127.0.0.1:8080/?lang=en"),
    ((SITEMAP, "</urlset>", "<url><loc>http://127.0.0.1:8080/</loc></url></urlset>"), "/sitemap.xml: sitemap: names http://127.0.0.1:8080/ twice"),
    ((ROBOTS, "Allow: /", "Disallow: /assets/"), "/robots.txt: robots.txt: has `Disallow: /assets/`"),
    ((ROBOTS, "Sitemap: http://127.0.0.1:8080", "Sitemap: "), "/robots.txt: robots.txt: does not name http://127.0.0.1:8080/sitemap.xml"),
];

/// Other spellings of a file's URL.
const HARMLESS: &[Change] = &[
    (PAGE, r#"src="/assets/"#, r#"src="//127.0.0.1:8080/assets/"#),
    (PAGE, r#"src="/assets/"#, r#"src="../../assets/"#),
];

/// Checks the site with a change. Returns the exit status, and what is printed.
async fn check_changed(site: &Site, change: Change) -> (Option<i32>, String) {
    let url = proxy(&site.url, change);
    // The proxy runs on this thread's event loop.
    let output = actix_web::web::block(move || check(&url)).await.unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[actix_web::test]
async fn each_error_is_found_with_its_place_and_its_reason() {
    let site = Site::start();
    for (change, expected) in ERRORS {
        let (status, report) = check_changed(&site, *change).await;
        assert!(report.contains(*expected) && status == Some(1), "no {expected}\n{report}");
    }
    for change in HARMLESS {
        let (status, report) = check_changed(&site, *change).await;
        assert_eq!(status, Some(0), "{change:?}\n{report}");
    }
    let (status, report) = check_changed(&site, (SITEMAP, "</urlset>", "")).await;
    assert!(report.contains("/sitemap.xml: ") && status == Some(2), "{report}");
}

#[actix_web::test]
async fn sitemap_that_names_a_missing_page_has_findings_of_its_status_alone() {
    let ghost = "<url><loc>http://127.0.0.1:8080/ghost</loc></url></urlset>";
    let (_, report) = check_changed(&Site::start(), (SITEMAP, "</urlset>", ghost)).await;
    let findings: Vec<_> = report.lines().filter(|line| line.starts_with("/ghost")).collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(finding.ends_with(": status: is 404 instead of 200"), "{report}");
    }
}

/// Starts a server that responds to each request with this, as long as it is read. Returns its URL.
fn server_of(head: &'static str, content: Vec<u8>) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut connection in listener.incoming().flatten() {
            let request = BufReader::new(connection.try_clone().unwrap()).lines();
            request.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
            connection.write_all(head.as_bytes()).unwrap();
            while connection.write_all(&content).is_ok() {}
        }
    });
    url
}

#[test]
fn site_that_cannot_be_checked_is_an_error_with_its_url() {
    let other = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\n";
    let endless = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
    for (url, expected) in [
        (server_of(other, b"hello".into()), "/sitemap.xml: "),
        (server_of(endless, vec![b'#'; 1 << 20]), "/robots.txt: the response is larger than 4 MiB"),
        // No process listens there.
        ("http://127.0.0.1:9/".into(), "/robots.txt: "),
    ] {
        let output = check(&url);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(expected) && output.status.code() == Some(2), "{error}");
    }
}
