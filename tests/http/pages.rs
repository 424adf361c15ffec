//! The served HTML of pages, as browsers without JavaScript and crawlers see it.

use std::collections::BTreeMap;

use reqwest::header::HeaderValue;

use crate::support::html::Page;
use crate::support::server::{Server, header};
use crate::support::site::{SITE, SiteNames, alias_of, script_of};

#[tokio::test]
async fn accept_language_fields_are_one_list_of_which_invalid_bytes_exclude_their_range() {
    let server = Server::start(&[]);
    let SiteNames { first, second, third, .. } = &*SITE;
    let weighted = |code: &str, weight: &str| format!("{code};q={weight}").into_bytes();
    let fields: [(Vec<Vec<u8>>, &str); 5] = [
        (vec![], first),
        (vec!["xx".into(), weighted(third, "0.5"), weighted(second, "0.8")], second),
        (vec![second.as_str().into(), weighted(second, "0"), weighted(third, "0.1")], third),
        (vec![weighted(&format!("中文, {third}"), "0.2")], third),
        (vec![vec![0xff], second.as_str().into()], second),
    ];
    for (fields, expected) in fields {
        let request = fields.iter().fold(server.request("GET", "/"), |request, field| {
            request.header("Accept-Language", HeaderValue::from_bytes(field).unwrap())
        });
        let response = request.send().await.unwrap();
        assert_eq!(header(&response, "content-language"), expected, "{fields:?}");
    }
    // The build knows the aliases and scripts of languages; only a negotiated page varies with them.
    let ranges = [alias_of(second), format!("{third}-{};q=0, {second}", script_of(third))];
    for (path, vary) in
        [("/", "Accept-Encoding, Accept-Language"), (&*SITE.second_home, "Accept-Encoding")]
    {
        for ranges in &ranges {
            let request = server.request("GET", path).header("Accept-Language", ranges);
            let response = request.send().await.unwrap();
            assert_eq!(header(&response, "content-language"), second, "{path} for {ranges}");
            assert_eq!(header(&response, "vary"), vary, "{path}");
        }
    }
}

#[tokio::test]
async fn former_path_and_odd_spellings_of_lang_redirect_to_the_canonical_url() {
    let server = Server::start(&[]);
    let SiteNames { redirects, second, .. } = &*SITE;
    let mut former = Vec::new();
    for path in redirects {
        former.extend(
            [
                ("", "/"),
                (&*format!("?lang={second}"), &*SITE.second_home),
                ("?lang=xx", "/"),
                ("?utm_source=x&gclid=%22%3E", "/?utm_source=x&gclid=%22%3E"),
                (
                    &format!("?aff=7&lang={second}&next=//evil.example"),
                    &format!("/?lang={second}&aff=7&next=//evil.example"),
                ),
                ("?%6Cang=en", "/?lang=en"),
            ]
            .map(|(query, location)| (format!("{path}{query}"), location.to_owned())),
        );
    }
    let spellings = [
        ("/?%6cang=en", "/?lang=en"),
        ("/?LANG=en", "/?lang=en"),
        ("/?Lang=xx", "/"),
        ("/?lang=EN", "/?lang=en"),
        ("/?lang=%65n", "/?lang=en"),
        (&*format!("/?lang=en&lang={second}"), "/?lang=en"),
        ("/?lang=en&lang=en", "/?lang=en"),
        ("/?lang=xx&lang=en", "/"),
        (&format!("/?a=b&lang=en&LANG={second}&c"), "/?lang=en&a=b&c"),
        ("/nowhere?LANG=en&aff=7", "?lang=en&aff=7"),
        ("/nowhere?LANG=xx", "?"),
        ("//evil.example/?LANG=en", "?lang=en"),
        ("/?lang=en?utm_source=x", "/?lang=en&utm_source=x"),
        ("/?utm_source=x?lang=en", "/?lang=en&utm_source=x"),
        ("/?lang=xx?utm_source=x", "/?utm_source=x"),
    ]
    .map(|(url, location): (&str, &str)| (url.to_owned(), location.to_owned()));
    for (url, location) in former.iter().chain(&spellings) {
        for method in ["GET", "HEAD"] {
            let response = server.request(method, url).send().await.unwrap();
            assert_eq!(response.status(), 302, "{method} {url}");
            assert_eq!(header(&response, "location"), location, "{method} {url}");
            if !former.iter().any(|(it, _)| it == url) {
                assert_eq!(header(&response, "cache-control"), "no-store", "{method} {url}");
            }
        }
    }
    for url in
        ["/?lang", "/?lang=", "/?lang=xx", "/?x=LANG&lang=en&y", "/?language=en", "/?&&", "/?a?b"]
    {
        assert_eq!(server.get(url).await.status(), 200, "{url}");
    }
}

#[tokio::test]
async fn landing_urls_of_advertisements_lead_to_a_page_with_all_parameters() {
    let server = Server::start(&[]);
    let file = include_str!("../landing-urls.json");
    let urls: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(file).unwrap();
    let pairs = |url: &str| {
        let query = url.split('#').next().unwrap().split_once('?').unwrap().1.to_owned();
        let mut pairs: Vec<_> = query.split(['?', '&']).map(str::to_owned).collect();
        pairs.retain(|pair| !pair.is_empty());
        pairs.sort();
        pairs
    };
    for url in urls.values().flat_map(BTreeMap::keys) {
        // In languages of this site, at its former path.
        let url = url.replace("/winbox-login", SITE.redirects.first().map_or("/", |path| path));
        let url = url.replace("lang=zh", &format!("lang={}", SITE.second));
        let url = &url.replace("lang=ms", &format!("lang={}", SITE.third));
        let mut landed = url.clone();
        let mut response = server.get(url).await;
        if response.status() == 302 {
            landed = header(&response, "location").to_owned();
            response = server.get(&landed).await;
        }
        assert_eq!(response.status(), 200, "{url}");
        assert_eq!(pairs(&landed), pairs(url));
    }
}

#[tokio::test]
async fn head_responds_like_get_without_body() {
    let server = Server::start(&[]);
    let script = Page::parse(&server.page("/").await).attributes("script[src]", "src").remove(0);
    for path in
        ["/", "/nowhere", &SITE.base_link, "/favicon.ico", "/robots.txt", "/sitemap.xml", &script]
    {
        let get = server.get(path).await;
        let head = server.request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        assert!(get.headers().contains_key("content-type"), "{path}");
        for name in ["content-type", "cache-control", "content-language", "vary"] {
            assert_eq!(head.headers().get(name), get.headers().get(name), "{path}: {name}");
        }
        assert!(head.bytes().await.unwrap().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn page_lets_browsers_preconnect_unless_the_setting_is_off() {
    let page = Server::start(&[]).page("/").await;
    // The client adds the hint when a visitor is about to follow a link.
    assert!(page.contains(" data-preconnect>") && !page.contains("rel=\"preconnect\""), "{page}");
    let page = Server::start(&[("PRECONNECT", "off")]).page("/").await;
    assert!(!page.contains("preconnect"), "{page}");
}
