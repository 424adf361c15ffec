//! A site that is not of Marquee: other URLs, an index of sitemaps, and frequent errors of
//! frameworks for single-page applications.

use actix_web::http::header::USER_AGENT;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, dev::ServerHandle, web};
use serde_json::Value;

use crate::site::run;

/// A text of the site's documents, and what replaces it: for everybody, or for one crawler.
#[derive(Clone, Copy)]
struct Fault {
    path: &'static str,
    pattern: &'static str,
    replacement: &'static str,
    agent: &'static str,
}

const fn fault(path: &'static str, pattern: &'static str, replacement: &'static str) -> Fault {
    Fault { path, pattern, replacement, agent: "" }
}

const NO_FAULT: Fault = fault("/none", "", "");

/// Pages in English at `/en/…` and in Arabic at `/ar/…`; `/` redirects, as to the language of
/// the visitor.
fn document(path: &str, origin: &str) -> Option<(&'static str, String)> {
    let index = "application/xml";
    match path {
        "/robots.txt" => Some((
            "text/plain",
            format!(
                "User-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private\n\
                 Sitemap: {origin}/sitemap-index.xml\n"
            ),
        )),
        "/sitemap-index.xml" => Some((
            index,
            format!(
                "<sitemapindex><sitemap><loc>{origin}/pages.xml</loc></sitemap></sitemapindex>"
            ),
        )),
        "/pages.xml" => {
            let url = |path: &str| format!("<url><loc>{origin}{path}</loc></url>");
            let urls = ["/en/", "/ar/", "/en/terms", "/ar/terms"].map(url).concat();
            Some((index, format!("<urlset>{urls}</urlset>")))
        }
        "/app.js" => Some(("text/javascript", "1".into())),
        "/en/" | "/ar/" | "/en/terms" | "/ar/terms" => {
            Some(("text/html; charset=utf-8", page(path, origin)))
        }
        _ => None,
    }
}

fn page(path: &str, origin: &str) -> String {
    let (language, rest) = path.trim_start_matches('/').split_once('/').unwrap();
    let link = |hreflang: &str| {
        format!("<link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"/{hreflang}/{rest}\">")
    };
    let (dir, words) = match language {
        "ar" => (" dir=\"rtl\"", "مرحبا بكم في موقعنا الذي يمكنكم قراءته دون برامج نصية"),
        _ => ("", "Welcome to our site, which you can read without scripts"),
    };
    format!(
        "<!doctype html><html lang=\"{language}\"{dir}><head><title>{words}{rest}</title>\
         <meta name=\"description\" content=\"{words}: {rest}\">\
         <link rel=\"canonical\" href=\"{origin}{path}\">{}{}\
         <script type=\"module\" src=\"/app.js\"></script></head>\
         <body><div id=\"root\"><h1>{words}</h1><p>{words}</p></div></body></html>",
        link("en"),
        link("ar"),
    )
}

struct ForeignSite {
    url: String,
    handle: ServerHandle,
}

impl ForeignSite {
    fn start(fault: Fault) -> Self {
        let app =
            move || App::new().app_data(web::Data::new(fault)).default_service(web::to(respond));
        let server =
            HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", server.addrs()[0]);
        let server = server.run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self { url, handle }
    }

    /// Checks the site. Returns the exit status, and the output.
    async fn check(&self, options: &'static [&'static str]) -> (Option<i32>, String) {
        let url = self.url.clone();
        // The site is served on this thread's event loop.
        let output = web::block(move || run(&[&[url.as_str()], options].concat())).await.unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors, "");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    }
}

impl Drop for ForeignSite {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

async fn respond(request: HttpRequest, fault: web::Data<Fault>) -> HttpResponse {
    let agent = request.headers().get(USER_AGENT).unwrap().to_str().unwrap();
    let origin = format!("http://{}", request.connection_info().host());
    if request.path() == "/" {
        return HttpResponse::TemporaryRedirect().insert_header(("location", "/en/")).finish();
    }
    let Some((content_type, text)) = document(request.path(), &origin) else {
        return if fault.path == "soft 404" {
            HttpResponse::Ok().content_type("text/html").body(page("/en/", &origin))
        } else {
            HttpResponse::NotFound().body("not found")
        };
    };
    let is_affected = request.path() == fault.path && agent.contains(fault.agent);
    let text = if is_affected { text.replace(fault.pattern, fault.replacement) } else { text };
    HttpResponse::Ok().content_type(content_type).body(text)
}

/// One fault at a time, and a line of the report.
const FAULTS: &[(Fault, &str)] = &[
    (fault("soft 404", "", ""), "/no/such/page: status: is 200 instead of 404"),
    (
        fault("/en/terms", "<head>", "<head><meta name=\"robots\" content=\"noindex\">"),
        "/en/terms: status: has `noindex`",
    ),
    (fault("/ar/", " dir=\"rtl\"", ""), "/ar/: language: <html dir> is [\"\"] instead of \"rtl\""),
    (
        fault("/ar/", "<html lang=\"ar\"", "<html lang=\"en\""),
        "/ar/: language: <html lang> is [\"en\"] instead of \"ar\"",
    ),
    (fault("/en/terms", "/en/terms\">", "/en/\">"), "/en/terms: canonical URL: is ["),
    (
        fault("/ar/", "<link rel=\"alternate\" hreflang=\"en\" href=\"/en/\">", ""),
        "/en/: translations (hreflang): /ar/ lists others",
    ),
    (fault("/en/", "href=\"/ar/\"", "href=\"/gone\""), "/gone: status: is 404 instead of 200"),
    (
        fault(
            "/en/",
            "<h1>",
            "<div><title>Late</title><meta name=\"description\" content=\"x\"></div><h1>",
        ),
        "/en/: metadata outside the head: is in the body: <title>Late</title>",
    ),
    (
        fault("/en/", "<title>", "<div></div><title>"),
        "/en/: metadata outside the head: is in the body: <link ",
    ),
    (
        fault(
            "/en/",
            "<h1>Welcome to our site, which you can read without scripts</h1><p>Welcome to our site, which you can read without scripts</p>",
            "<noscript>Enable JavaScript to see all that this site has to show to you</noscript>",
        ),
        "/en/: content without JavaScript: there are 0 letters without JavaScript",
    ),
    (
        fault("/en/", "<p>", "<div hidden id=\"S:0\"><p>"),
        "/en/: content without JavaScript: 1 segments with 45 of 90 letters are hidden",
    ),
    (
        Fault { agent: "Googlebot", ..fault("/ar/terms", "<h1>", "<h1>Casino ") },
        "/ar/terms: other page for crawlers: Googlebot gets another one",
    ),
    (
        fault("/robots.txt", "/private", "/*/terms$"),
        "/robots.txt: robots.txt: `Disallow: /*/terms$` forbids /ar/terms",
    ),
    (fault("/robots.txt", "Sitemap", "Site-map"), "/robots.txt: robots.txt: names no sitemap"),
    (fault("/pages.xml", "/ar/terms", "/ar/gone"), "/pages.xml: sitemap: names http://127.0.0.1"),
    (fault("/sitemap-index.xml", "pages.xml", "gone.xml"), "/gone.xml: sitemap: is 404"),
    (fault("/pages.xml", "</loc>", "</loc><lastmod>soon</lastmod>"), "is \"soon\""),
    (
        fault(
            "/en/",
            "</head>",
            "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"name\":\"x\"}</script></head>",
        ),
        "/en/: linked data (JSON-LD): a thing has no @type",
    ),
    (fault("/en/", "/app.js", "/gone.js"), "/gone.js: files of pages: is 404"),
    (
        fault("/en/", "/app.js", "http://127.0.0.1:9/app.js"),
        "http://127.0.0.1:9/app.js: files of pages: cannot be fetched: error sending",
    ),
];

#[actix_web::test]
async fn foreign_site_without_faults_has_no_findings() {
    let (status, report) = ForeignSite::start(NO_FAULT).check(&[]).await;
    assert_eq!(status, Some(0), "{report}");
    // Four pages, each with a tracking parameter too, and the missing one.
    assert!(
        report.contains("status                                           9        0"),
        "{report}"
    );
}

#[actix_web::test]
async fn each_fault_of_a_foreign_site_is_found() {
    let mut missed = Vec::new();
    for (fault, expected) in FAULTS {
        let (status, report) = ForeignSite::start(*fault).check(&[]).await;
        if !report.contains(expected) || status != Some(1) {
            missed.push(format!("not found: {expected}\n{report}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[actix_web::test]
async fn reports_are_json_or_junit_for_other_tools() {
    let site = ForeignSite::start(fault("/ar/", " dir=\"rtl\"", ""));
    let (status, text) = site.check(&["--format", "json"]).await;
    assert_eq!(status, Some(1));
    let report: Value = serde_json::from_str(&text).unwrap();
    let rules = report["rules"].as_array().unwrap();
    let language = rules.iter().find(|rule| rule["rule"] == "language").unwrap();
    assert_eq!(language["findings"][0]["place"], "/ar/");

    let (status, text) = site.check(&["--format", "junit"]).await;
    assert_eq!(status, Some(1));
    let report = roxmltree::Document::parse(&text).unwrap();
    let cases = report.descendants().filter(|node| node.has_tag_name("testcase"));
    let failed: Vec<_> = cases
        .clone()
        .filter(|case| case.descendants().any(|node| node.has_tag_name("failure")))
        .filter_map(|case| case.attribute("name"))
        .collect();
    assert_eq!(failed, ["language"], "{text}");
    assert_eq!(cases.count(), rules.len());
}
