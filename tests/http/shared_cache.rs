//! Shared caches in front of the site: they serve the matching variant of a page, and stale
//! pages while the origin is down.

use std::fs;
use std::io::Write;
use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use reqwest::{Client, ClientBuilder, Method, redirect};

use crate::support::builds::build;
use crate::support::bundles::{files_below, record_digests};
use crate::support::caches::{Cache, Kind, reserve_port};
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::encoding::decode;
use crate::support::metrics::sample;
use crate::support::server::{self, Server, header, header_if_any, until};
use crate::support::site::{SITE, SiteNames, alias_of, home_urls};
use crate::support::temp_dir::TempDir;

/// Returns a client that follows no redirects.
fn client() -> ClientBuilder {
    // Caches are trusted by their address; their clients have another one.
    let address = IpAddr::from([127, 0, 0, 2]);
    server::client().redirect(redirect::Policy::none()).local_address(address)
}

/// The expected response of a URL.
enum Expected {
    /// A page with this status and language; `None` for the negotiated one.
    Page(u16, Option<&'static str>),
    /// A redirect to the canonical URL, or if the cache normalizes the URL to another
    /// one, the response of that one: never another client's language.
    Redirect(String),
}

static URLS: LazyLock<[(String, Expected); 19]> = LazyLock::new(|| {
    let SiteNames { second, third, .. } = &*SITE;
    let upper = second.to_uppercase();
    let (start, last) = second.split_at(second.len() - 1);
    let encoded = format!("{start}%{:x}", last.as_bytes()[0]);
    let to_second = || Expected::Redirect(format!("/?lang={second}"));
    let in_second = |status| Expected::Page(status, Some(&**second));
    let in_third = |status| Expected::Page(status, Some(&**third));
    [
        ("/".into(), Expected::Page(200, None)),
        ("/?lang=en".into(), Expected::Page(200, Some("en"))),
        (format!("/?lang={second}"), in_second(200)),
        (format!("/?lang={third}"), in_third(200)),
        ("/nowhere".into(), Expected::Page(404, None)),
        (format!("/nowhere?lang={second}"), in_second(404)),
        ("//".into(), Expected::Page(404, None)),
        (format!("//?lang={third}"), in_third(404)),
        (format!("/?utm_source=x&lang={third}"), in_third(200)),
        ("/?utm_source=x".into(), Expected::Page(200, None)),
        ("/?lang=xx".into(), Expected::Page(200, None)),
        ("/?lang=".into(), Expected::Page(200, None)),
        (format!("/?%6cang={second}"), to_second()),
        (format!("/?LANG={second}"), to_second()),
        (format!("/?lang={upper}"), to_second()),
        (format!("/?lang={encoded}"), to_second()),
        (format!("/?lang={second}&lang=en"), to_second()),
        (format!("/?lang=xx&lang={second}"), Expected::Redirect("/".into())),
        (format!("/nowhere?Lang={third}"), Expected::Redirect(format!("?lang={third}"))),
    ]
});

static ACCEPT_LANGUAGES: LazyLock<[(String, &str); 7]> = LazyLock::new(|| {
    let SiteNames { first, second, third, .. } = &*SITE;
    [
        ("en-GB,en;q=0.9".into(), "en"),
        (format!("{second}-MY,{second};q=0.9,en;q=0.1"), second),
        (alias_of(second), second),
        (format!("{third}-MY,en;q=0.5"), third),
        (alias_of(third), third),
        ("xx".into(), first),
        (String::new(), first),
    ]
});

/// Values of `Accept-Encoding` with the allowed encodings of the response, beside identity.
const ENCODINGS: [(Option<&str>, &[&str]); 6] = [
    (Some("br"), &["br"]),
    (Some("gzip, br;q=0.5"), &["gzip", "br"]),
    (Some("zstd, br;q=0"), &["zstd"]),
    (Some("identity"), &[]),
    (Some("gzip"), &["gzip"]),
    (None, &[]),
];

/// Sends one combination through a cache. Returns the length of the body.
async fn fetch(http: &Client, cache: &Cache, number: usize) -> usize {
    // The lengths are coprime, so that all combinations occur.
    let (url, expectation) = &URLS[number % URLS.len()];
    let &(ref accept_language, negotiated) = &ACCEPT_LANGUAGES[number % ACCEPT_LANGUAGES.len()];
    let (encoding, accepted) = ENCODINGS[number % ENCODINGS.len()];
    let mut request = http.get(cache.url(url)).header("X-Request-Id", FORGED_ID);
    request = request.header("traceparent", FORGED_TRACE);
    if let Some(encoding) = encoding {
        request = request.header("Accept-Encoding", encoding);
    }
    if !accept_language.is_empty() {
        request = request.header("Accept-Language", accept_language);
    }
    let response = request.send().await.unwrap();
    let description = format!("{:?}: {url} for {accept_language:?} as {encoding:?}", cache.kind);
    let (status, languages) = match *expectation {
        Expected::Redirect(ref location) if response.status() == 302 => {
            // A cache may make it absolute.
            let absolute = cache.url(if location.starts_with('?') { "/nowhere" } else { "" });
            let sent = header(&response, "location");
            assert_eq!(sent.strip_prefix(&*absolute).unwrap_or(sent), *location, "{description}");
            return 0;
        }
        Expected::Redirect(ref location) => {
            let status = if url.starts_with("/nowhere") { 404 } else { 200 };
            (status, [negotiated, location.rsplit('=').next().unwrap()])
        }
        // These request `/` from the origin for `//`.
        Expected::Page(_, language)
            if matches!(cache.kind, Kind::Apache | Kind::TrafficServer)
                && url.starts_with("//") =>
        {
            (200, [language.unwrap_or(negotiated); 2])
        }
        Expected::Page(status, language) => (status, [language.unwrap_or(negotiated); 2]),
    };
    assert_eq!(response.status(), status, "{description}");
    let language = header(&response, "content-language").to_owned();
    assert!(languages.contains(&&*language), "{description}: {language}");
    let sent_as = header_if_any(&response, "content-encoding").map(str::to_owned);
    assert!(sent_as.iter().all(|sent| accepted.contains(&&**sent)), "{description}: {sent_as:?}");
    let body = response.bytes().await.unwrap();
    let page = String::from_utf8(decode(sent_as.as_deref(), &body)).unwrap();
    assert!(page.contains(&format!("<html lang=\"{language}\"")), "{description}: {page}");
    assert!(page.ends_with("</html>\n"), "{description}");
    body.len()
}

/// What only proxies may send, which these caches replace.
const FORGED_ID: &str = "forged-request-id";
const FORGED_TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async fn serve_the_matching_variant(kind: Kind) {
    /// Each combination three times. An odd spelling of `lang` would poison the other URLs.
    const REQUESTS: usize = 3 * 19 * 7 * 6;
    let settings = [("TRUSTED_PROXIES", "127.0.0.1"), ("ACCESS_LOG", "on"), ("PAGE_TTL", "24h")];
    let server = Server::start(&settings);
    let cache = Cache::start(kind, server.address());
    let http = client().build().unwrap();
    let requests = (0..REQUESTS).map(|number| fetch(&http, &cache, number));
    let lengths: Vec<_> = stream::iter(requests).buffer_unordered(8).collect().await;
    // The cache did store pages.
    let sent: usize = sample(&server.metrics().await, "marquee_sent_body_bytes_total");
    let received: usize = lengths.iter().sum();
    assert!(sent < received / 2, "{kind:?}: the server sent {sent} of {received} bytes");
    server.wait_for_log("a request", |line| line["route"] == "/404");
    let log = format!("{:?}", server.log());
    let is_forged = log.contains(FORGED_ID) || log.contains(&FORGED_TRACE[3..35]);
    assert!(!is_forged || kind == Kind::TrafficServer, "{kind:?}: forged headers are logged");
}

#[tokio::test]
async fn caches_serve_the_matching_variant_and_forward_no_forged_header() {
    join_all(Kind::all().into_iter().map(serve_the_matching_variant)).await;
}

#[tokio::test]
async fn cache_serves_each_route_and_file_in_an_encoding_that_its_client_accepts() {
    let folder = TempDir::new();
    build(folder.path(), "encoded");
    let public = folder.path().join("public");
    // A file with a fixed name of which there is a compressed variant.
    let icon = fs::read(public.join("favicon.ico")).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&icon).unwrap();
    fs::write(public.join("favicon.ico.gz"), gzip.finish().unwrap()).unwrap();
    record_digests(folder.path());
    let server = Server::with_site(folder.path(), &[("PAGE_TTL", "24h")]);
    let cache = Cache::start(Kind::Squid, server.address());
    let http = client().build().unwrap();

    let files = files_below(&public);
    let files = files.iter().map(|file| file.strip_prefix(&public).unwrap().to_str().unwrap());
    let mut paths: Vec<_> = files
        .filter(|file| ![".br", ".gz"].iter().any(|end| file.ends_with(end)))
        .map(|file| format!("/{file}"))
        .collect();
    let routes = ["/", &SITE.second_home, "/nowhere", "/assets/none.js", &SITE.base_link];
    paths.extend(routes.map(str::to_owned));
    paths.extend(["/robots.txt", "/sitemap.xml"].map(str::to_owned));
    paths.extend(SITE.redirects.first().cloned());
    for path in &paths {
        let plain = server.get(path).await;
        let status = plain.status();
        let plain = plain.bytes().await.unwrap();
        let separator = if path.contains('?') { '&' } else { '?' };
        for first in 0..ENCODINGS.len() {
            // Another URL for the cache, and none for the server but of the links.
            let url = format!("{path}{separator}first={first}");
            let url = cache.url(if *path == SITE.base_link { path } else { &url });
            for number in (first..ENCODINGS.len()).chain(0..first) {
                let (encoding, accepted) = ENCODINGS[number];
                let mut request = http.get(&url);
                if let Some(encoding) = encoding {
                    request = request.header("Accept-Encoding", encoding);
                }
                let response = request.send().await.unwrap();
                let description = format!("{url} as {encoding:?}");
                assert_eq!(response.status(), status, "{description}");
                let sent_as = header_if_any(&response, "content-encoding").map(str::to_owned);
                assert!(
                    sent_as.iter().all(|sent| accepted.contains(&&**sent)),
                    "{description}: {sent_as:?}"
                );
                let body = response.bytes().await.unwrap();
                assert!(decode(sent_as.as_deref(), &body) == plain, "{description}");
            }
        }
    }
}

#[tokio::test]
async fn precondition_of_one_client_does_not_affect_the_next() {
    let server = Server::start(&[]);
    // nginx closes a connection after its own 412, without announcing it.
    let http = client().pool_max_idle_per_host(0).build().unwrap();
    for cache in Cache::start_all(server.address()) {
        let kind = cache.kind;
        for (url, status) in [("/", 200), (&*SITE.second_home, 200), ("/nowhere", 404)] {
            for (field, value) in [("If-Match", "\"other\""), ("If-None-Match", "*")] {
                let conditional =
                    http.get(cache.url(url)).header(field, value).send().await.unwrap();
                conditional.bytes().await.unwrap();
                let next = http.get(cache.url(url)).send().await.unwrap();
                assert_eq!(next.status(), status, "{kind:?}: {url} after {field}");
                assert!(next.text().await.unwrap().ends_with("</html>\n"), "{kind:?}: {url}");
            }
        }
    }
}

#[tokio::test]
async fn caches_serve_expired_pages_while_the_origin_is_down_unless_links_are_missing() {
    // Pages expire after a second, and Varnish's `stale-while-revalidate` after two.
    const DOWN: Duration = Duration::from_secs(4);
    const NEW_LINK: &str = "https://back.example/";
    let http = client().build().unwrap();
    let load = async |cache: &Cache, page: &str| {
        let request = http.get(cache.url(page)).header("Accept-Encoding", "gzip");
        let response = request.header("Accept-Language", &SITE.third).send().await.unwrap();
        let status = response.status().as_u16();
        let encoding = header_if_any(&response, "content-encoding").map(str::to_owned);
        let body = decode(encoding.as_deref(), &response.bytes().await.unwrap());
        (status, String::from_utf8_lossy(&body).into_owned())
    };
    let content = ContentService::start(Behaviour::Down);
    let without_links = Server::using(&content, &[("PAGE_TTL", "24h")]);
    let (_reserved, port) = reserve_port();
    let address = format!("127.0.0.1:{port}");
    let settings = [("LISTEN_ADDR", &*address), ("PAGE_TTL", "1s")];
    let server = Server::start(&settings);
    let [caches, others] =
        [&server, &without_links].map(|origin| Cache::start_all(origin.address()));
    // Twice, since a response may be stored after it was sent.
    for page in [home_urls(), home_urls()].concat() {
        for cache in &caches {
            assert_eq!(load(cache, page).await.0, 200, "{:?}: {page}", cache.kind);
        }
        for cache in &others {
            let (status, body) = load(cache, page).await;
            assert!(status == 200 && body.contains("aria-disabled"), "{:?}: {page}", cache.kind);
        }
    }

    drop((server, without_links));
    let stopped = Instant::now();
    while stopped.elapsed() < DOWN {
        for cache in &caches {
            for page in home_urls() {
                let (status, body) = load(cache, page).await;
                let after = stopped.elapsed();
                assert_eq!(status, 200, "{:?}: {page} after {after:?}", cache.kind);
                let language =
                    page.split_once("lang=").map_or(&*SITE.third, |(_, language)| language);
                assert!(body.contains(&format!("<html lang=\"{language}\"")), "{:?}", cache.kind);
                assert!(body.ends_with("</html>\n"), "{:?}: {page}", cache.kind);
            }
        }
    }
    for cache in &others {
        assert!(load(cache, "/?lang=en").await.0 >= 500, "{:?}", cache.kind);
    }

    let settings = [&settings[..], &[("OPERATOR_LINK", NEW_LINK)]].concat();
    let _server = Server::start(&settings);
    for cache in &caches {
        let is_fresh = async || load(cache, &SITE.second_home).await.1.contains(NEW_LINK);
        until(&format!("{:?} is fresh", cache.kind), is_fresh).await;
    }
}

#[tokio::test]
async fn varnish_purges_pages_by_tag() {
    const OLD: &str = "https://old.example/";
    const NEW: &str = "https://new.example/";
    let content = ContentService::with_links(OLD, OLD);
    let server = Server::using(&content, &[("PAGE_TTL", "24h")]);
    let rendered_with = async |link: &str| {
        until(link, async || server.page("/").await.contains(link)).await;
    };
    rendered_with(OLD).await;
    let varnish = Cache::start(Kind::Varnish, server.address());
    // From an address that may purge.
    let http = Client::new();
    let load = async |language: &str| {
        let response = http.get(varnish.url(&format!("/?lang={language}"))).send().await.unwrap();
        assert_eq!(header_if_any(&response, "cache-tag"), None, "tags are for caches alone");
        response.text().await.unwrap()
    };
    let purge = async |tag: &str| {
        let method = Method::from_bytes(b"PURGE").unwrap();
        let request = http.request(method, varnish.url("/")).header("Cache-Tag", tag);
        request.send().await.unwrap().status()
    };
    // The origin may serve the old page once more, but not as a fresh one.
    let is_renewed = async |language: &str| {
        until(language, async || load(language).await.contains(NEW)).await;
    };
    let SiteNames { second, third, .. } = &*SITE;
    for language in [second, third] {
        assert!(load(language).await.contains(OLD), "{language}");
    }

    content.behave(Behaviour::Links(NEW.to_owned(), NEW.to_owned()));
    rendered_with(NEW).await;
    assert!(load(second).await.contains(OLD), "stored until it is purged");
    assert_eq!(purge(&format!("marquee-lang-{second}")).await, 200);
    is_renewed(second).await;
    assert!(load(third).await.contains(OLD), "another language");
    let start = &second[..second.len() - 1];
    assert_eq!(purge(&format!("marquee-lang-{start}")).await, 200);
    assert_eq!(purge(".*").await, 400);
    assert!(load(third).await.contains(OLD), "no tag of the page");
    assert_eq!(purge("marquee-page").await, 200);
    is_renewed(third).await;
}
