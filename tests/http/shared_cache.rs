//! Shared caches in front of the site: nobody gets the page of another through
//! one, and it goes on serving while the site does not.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use reqwest::{Client, redirect};

use crate::support::caches::{Cache, Kind};
use crate::support::content_service::{Behaviour, ContentService};
use crate::support::encoding::decode;
use crate::support::metrics::sample;
use crate::support::nginx::{Nginx, free_port};
use crate::support::server::{Server, header};

/// Clients of a cache, which follow no redirects.
fn clients() -> Client {
    Client::builder().redirect(redirect::Policy::none()).build().unwrap()
}

/// What a URL gives.
#[derive(Debug, Clone, Copy)]
enum Gives {
    /// A page with this status, in this language; `None` is the one that the
    /// header asks for.
    Page(u16, Option<&'static str>),
    /// A redirect to the canonical URL, or where the cache takes the URL for
    /// another one, what that one gives: never the language of somebody else.
    Redirect(&'static str),
}

const URLS: [(&str, Gives); 19] = [
    ("/", Gives::Page(200, None)),
    ("/?lang=en", Gives::Page(200, Some("en"))),
    ("/?lang=zh", Gives::Page(200, Some("zh"))),
    ("/?lang=ms", Gives::Page(200, Some("ms"))),
    ("/nowhere", Gives::Page(404, None)),
    ("/nowhere?lang=zh", Gives::Page(404, Some("zh"))),
    ("//", Gives::Page(404, None)),
    ("//?lang=ms", Gives::Page(404, Some("ms"))),
    ("/?utm_source=x&lang=ms", Gives::Page(200, Some("ms"))),
    ("/?utm_source=x", Gives::Page(200, None)),
    ("/?lang=xx", Gives::Page(200, None)),
    ("/?lang=", Gives::Page(200, None)),
    ("/?%6cang=zh", Gives::Redirect("/?lang=zh")),
    ("/?LANG=zh", Gives::Redirect("/?lang=zh")),
    ("/?lang=ZH", Gives::Redirect("/?lang=zh")),
    ("/?lang=z%68", Gives::Redirect("/?lang=zh")),
    ("/?lang=zh&lang=en", Gives::Redirect("/?lang=zh")),
    ("/?lang=xx&lang=zh", Gives::Redirect("/")),
    ("/nowhere?Lang=ms", Gives::Redirect("?lang=ms")),
];

const WISHES: [(&str, &str); 7] = [
    ("en-GB,en;q=0.9", "en"),
    ("zh-TW,zh;q=0.9,en;q=0.1", "zh"),
    ("zh-CN", "zh"),
    ("ms-MY,en;q=0.5", "ms"),
    ("msa", "ms"),
    ("fr", "en"),
    ("", "en"),
];

/// What may be sent in answer to an `Accept-Encoding`, beside no encoding at all.
const ENCODINGS: [(&str, &[&str]); 5] = [
    ("br", &["br"]),
    ("gzip, br;q=0.5", &["gzip", "br"]),
    ("zstd, br;q=0", &["zstd"]),
    ("identity", &[]),
    ("gzip", &["gzip"]),
];

/// Sends one of all combinations through a cache; gives the length of the body.
async fn ask(http: &Client, cache: &Cache, number: usize) -> usize {
    // Lengths that share no divisor, so that every combination comes.
    let (url, gives) = URLS[number % URLS.len()];
    let (wish, negotiated) = WISHES[number % WISHES.len()];
    let (encoding, accepted) = ENCODINGS[number % ENCODINGS.len()];
    let mut request = http.get(cache.url(url)).header("Accept-Encoding", encoding);
    if !wish.is_empty() {
        request = request.header("Accept-Language", wish);
    }
    let response = request.send().await.unwrap();
    let asked = format!("{:?}: {url} for {wish:?} as {encoding:?}", cache.kind);
    let (status, languages) = match gives {
        Gives::Redirect(location) if response.status() == 302 => {
            // A cache may make it absolute.
            let absolute = cache.url(if location.starts_with('?') { "/nowhere" } else { "" });
            let sent = header(&response, "location");
            assert_eq!(sent.strip_prefix(&*absolute).unwrap_or(sent), location, "{asked}");
            return 0;
        }
        Gives::Redirect(location) => {
            let status = if url.starts_with("/nowhere") { 404 } else { 200 };
            (status, [negotiated, location.rsplit('=').next().unwrap()])
        }
        // They ask the origin for `/` when they are asked for `//`.
        Gives::Page(_, language)
            if matches!(cache.kind, Kind::Apache | Kind::TrafficServer)
                && url.starts_with("//") =>
        {
            (200, [language.unwrap_or(negotiated); 2])
        }
        Gives::Page(status, language) => (status, [language.unwrap_or(negotiated); 2]),
    };
    assert_eq!(response.status(), status, "{asked}");
    let language = header(&response, "content-language").to_owned();
    assert!(languages.contains(&&*language), "{asked}: {language}");
    let sent_as = response.headers().get("content-encoding");
    let sent_as = sent_as.map(|encoding| encoding.to_str().unwrap().to_owned());
    assert!(sent_as.iter().all(|sent| accepted.contains(&&**sent)), "{asked}: {sent_as:?}");
    let body = response.bytes().await.unwrap();
    let page = String::from_utf8(decode(sent_as.as_deref(), &body)).unwrap();
    assert!(page.contains(&format!("<html lang=\"{language}\"")), "{asked}: {page}");
    assert!(page.ends_with("</html>\n"), "{asked}");
    body.len()
}

async fn gives_nobody_the_page_of_another(kind: Kind) {
    const REQUESTS: usize = 5000;
    const AT_ONCE: usize = 16;
    let server = Server::start(&[]);
    let cache = Cache::start(kind, server.address());
    let http = clients();
    let requests = (0..REQUESTS).map(|number| ask(&http, &cache, number));
    let mut lengths = stream::iter(requests).buffer_unordered(AT_ONCE);
    let mut received = 0;
    while let Some(length) = lengths.next().await {
        received += length;
    }
    // It did store pages, so that it could have mixed them up.
    let sent: usize = sample(&server.metrics().await, "marquee_sent_body_bytes_total");
    assert!(sent < received / 2, "{kind:?}: the server sent {sent} of {received} bytes");
}

#[tokio::test]
async fn apache_gives_nobody_the_page_of_another() {
    gives_nobody_the_page_of_another(Kind::Apache).await;
}

#[tokio::test]
async fn nginx_gives_nobody_the_page_of_another() {
    gives_nobody_the_page_of_another(Kind::Nginx).await;
}

#[tokio::test]
async fn squid_gives_nobody_the_page_of_another() {
    gives_nobody_the_page_of_another(Kind::Squid).await;
}

#[tokio::test]
async fn traffic_server_gives_nobody_the_page_of_another() {
    if Kind::all().contains(&Kind::TrafficServer) {
        gives_nobody_the_page_of_another(Kind::TrafficServer).await;
    }
}

#[tokio::test]
async fn varnish_gives_nobody_the_page_of_another() {
    gives_nobody_the_page_of_another(Kind::Varnish).await;
}

/// A URL with an odd spelling, and the URL whose key a cache might take it for.
const ATTACKS: [(&str, &str); 7] = [
    ("/?%6cang=zh", "/"),
    ("/?LANG=zh", "/?lang=zh"),
    ("/?LANG=zh", "/"),
    ("/?lang=zh&lang=ms", "/?lang=ms"),
    ("/?lang=ms&%6Cang=zh", "/?lang=zh"),
    ("/?lang=xx&lang=zh", "/?lang=zh"),
    ("//?lang=zh", "/?lang=zh"),
];

#[tokio::test]
async fn an_odd_spelling_of_lang_does_not_poison_a_cache_that_is_keyed_by_lang_alone() {
    let server = Server::start(&[]);
    let http = clients();
    for kind in [Kind::Nginx, Kind::Varnish] {
        let cache = Cache::start(kind, server.address());
        for (number, (attack, victim)) in ATTACKS.into_iter().enumerate() {
            let ask = async |url: &str| {
                // A site of its own for each attack, as the host is in the key, and the
                // same headers, so that `Vary` does not part attacker and victim.
                let request = http.get(cache.url(url)).header("Host", format!("{number}.example"));
                let request = request.header("Accept-Language", "en");
                request.header("Accept-Encoding", "gzip").send().await.unwrap()
            };
            for _ in 0..2 {
                ask(attack).await.bytes().await.unwrap();
            }
            let response = ask(victim).await;
            let expected = victim.split_once("lang=").map_or("en", |(_, language)| language);
            let language = header(&response, "content-language");
            assert_eq!(response.status(), 200, "{kind:?}: {victim} after {attack}");
            assert_eq!(language, expected, "{kind:?}: {victim} after {attack}");
        }
    }
}

#[tokio::test]
async fn a_precondition_of_one_client_is_no_concern_of_the_next() {
    let server = Server::start(&[]);
    // nginx closes a connection after a 412 of its own, without saying so.
    let http = Client::builder().pool_max_idle_per_host(0).build().unwrap();
    for kind in Kind::all() {
        let cache = Cache::start(kind, server.address());
        for (url, status) in [("/", 200), ("/?lang=zh", 200), ("/nowhere", 404)] {
            for (field, value) in [("If-Match", "\"other\""), ("If-None-Match", "*")] {
                let asked = http.get(cache.url(url)).header(field, value).send().await.unwrap();
                asked.bytes().await.unwrap();
                let next = http.get(cache.url(url)).send().await.unwrap();
                assert_eq!(next.status(), status, "{kind:?}: {url} after {field}");
                assert!(next.text().await.unwrap().ends_with("</html>\n"), "{kind:?}: {url}");
            }
        }
    }
}

/// Stops the server at `address` while clients go on loading pages through every
/// cache, for so long; then starts it again.
pub async fn caches_serve_while_the_origin_is_down(lasts: Duration) {
    const PAGES: [&str; 4] = ["/", "/?lang=zh", "/?lang=ms", "/?lang=en"];
    const BACK: &str = "https://back.example/";
    let address = format!("127.0.0.1:{}", free_port());
    let settings = [("LISTEN_ADDR", &*address), ("PAGE_TTL", "1s")];
    let server = Server::start(&settings);
    let caches =
        Kind::all().into_iter().map(|kind| Cache::start(kind, &address)).collect::<Vec<_>>();
    let http = clients();
    let load = async |cache: &Cache, page: &str| {
        let request = http.get(cache.url(page)).header("Accept-Encoding", "gzip");
        let response = request.header("Accept-Language", "ms").send().await.unwrap();
        let (status, encoding) =
            (response.status().as_u16(), header(&response, "content-encoding"));
        let encoding = Some(encoding.to_owned()).filter(|encoding| !encoding.is_empty());
        let body = decode(encoding.as_deref(), &response.bytes().await.unwrap());
        (status, String::from_utf8(body).unwrap())
    };
    // Twice: by the second response the first is stored.
    for page in [PAGES, PAGES].concat() {
        for cache in &caches {
            assert_eq!(load(cache, page).await.0, 200, "{:?}: {page}", cache.kind);
        }
    }

    drop(server);
    let stopped = Instant::now();
    let mut loads = 0;
    while stopped.elapsed() < lasts {
        for cache in &caches {
            for page in PAGES {
                let (status, body) = load(cache, page).await;
                let after = stopped.elapsed();
                assert_eq!(status, 200, "{:?}: {page} after {after:?}", cache.kind);
                let language = page.split_once("lang=").map_or("ms", |(_, language)| language);
                assert!(body.contains(&format!("<html lang=\"{language}\"")), "{:?}", cache.kind);
                assert!(body.ends_with("</html>\n"), "{:?}: {page}", cache.kind);
                loads += 1;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(loads >= 100, "only {loads} loads");

    let settings = [&settings[..], &[("OPERATOR_LINK", BACK)]].concat();
    let _server = Server::start(&settings);
    for cache in &caches {
        let begun = Instant::now();
        while !load(cache, "/?lang=zh").await.1.contains(BACK) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{:?} stays stale", cache.kind);
        }
    }
}

#[tokio::test]
async fn caches_serve_expired_pages_while_the_origin_is_down() {
    // Pages expire after a second, and Varnish's `stale-while-revalidate` after two.
    caches_serve_while_the_origin_is_down(Duration::from_secs(6)).await;
}

#[tokio::test]
async fn no_cache_serves_a_page_without_links_while_the_origin_is_down() {
    let content = ContentService::start(Behaviour::Down);
    let address = format!("127.0.0.1:{}", free_port());
    let server = Server::using(&content, &[("LISTEN_ADDR", &address), ("PAGE_TTL", "24h")]);
    let caches =
        Kind::all().into_iter().map(|kind| Cache::start(kind, &address)).collect::<Vec<_>>();
    let http = clients();
    for cache in &caches {
        for _ in 0..2 {
            let page = http.get(cache.url("/?lang=en")).send().await.unwrap();
            assert_eq!(page.status(), 200, "{:?}", cache.kind);
            let page = page.text().await.unwrap();
            assert!(page.contains("aria-disabled"), "{:?}: a page with links", cache.kind);
        }
    }
    drop(server);
    for cache in &caches {
        let page = http.get(cache.url("/?lang=en")).send().await.unwrap();
        assert!(page.status().is_server_error(), "{:?}: {}", cache.kind, page.status());
    }
}

/// A block of text in a file, below a line that ends with `key: |`: each line of
/// it from where its first begins.
fn block<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let mut lines = text.lines().skip_while(|line| !line.ends_with(&format!("{key}: |"))).skip(1);
    let first = lines.next().unwrap_or_else(|| panic!("no {key}"));
    let begins = &first[..first.len() - first.trim_start_matches(['#', ' ']).len()];
    let rest = lines.map_while(|line| line.strip_prefix(begins));
    std::iter::once(&first[begins.len()..]).chain(rest).collect()
}

#[tokio::test]
async fn the_ingress_cache_stores_pages_and_keeps_them_apart() {
    let folder =
        format!("{}/../deploy/kustomize/components/ingress-cache", env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let http = block(&read("kustomization.yaml"), "http-snippet").join("\n");
    let http = http.replace("/tmp/marquee", &scratch.path().join("cache").display().to_string());
    let location = block(&read("cache.yaml"), "configuration-snippet").join("\n");
    let server = Server::start(&[]);
    let ingress = Nginx::before(&[server.address().to_owned()], &http, &location);
    let client = clients();
    let ask = async |path: &str, language: &str| {
        let request = client.get(format!("http://127.0.0.1:{}{path}", ingress.port));
        request.header("Accept-Language", language).send().await.unwrap()
    };
    let asset = server.page("/").await;
    let asset = asset.split("href=\"/assets/").nth(1).unwrap().split('"').next().unwrap();
    let asset = format!("/assets/{asset}");
    for (path, language, expected) in [
        ("/", "en", "en"),
        ("/", "zh", "zh"),
        ("/?lang=ms", "zh", "ms"),
        ("/nowhere", "ms", "ms"),
        (&asset, "en", ""),
    ] {
        let first = ask(path, language).await;
        let second = ask(path, language).await;
        assert_eq!(header(&first, "x-cache"), "MISS", "{path}");
        assert_eq!(header(&second, "x-cache"), "HIT", "{path}");
        assert_eq!(header(&second, "content-language"), expected, "{path} for {language}");
    }
    for _ in 0..2 {
        let links = ask("/api/winbox?fields[0]=winbox77_my", "en").await;
        assert_eq!(header(&links, "x-cache"), "MISS", "links are not stored");
    }
}
