//! Metadata and files for search engines and social networks, which run no JavaScript.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use reqwest::Response;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::support::builds::build;
use crate::support::html::{Page, text_of};
use crate::support::server::{Server, dist, header};
use crate::support::site::{Language, built_site, language_codes, languages};

const ORIGIN: &str = "https://marquee.example";

/// Every language that the site was built with.
static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(languages);

fn public_site() -> Server {
    Server::start(&[("PUBLIC_URL", ORIGIN)])
}

async fn fetch(server: &Server, path: &str, language: &str) -> Response {
    server.request("GET", path).header("Accept-Language", language).send().await.unwrap()
}

async fn page_at(server: &Server, path: &str, language: &str) -> Page {
    Page::parse(&fetch(server, path, language).await.text().await.unwrap())
}

/// Returns the languages of the home page, with its URLs.
fn home_alternates() -> Vec<(String, String)> {
    let fixed = language_codes().into_iter().map(|code| {
        let url = format!("{ORIGIN}/?lang={code}");
        (code, url)
    });
    std::iter::once(("x-default".to_owned(), format!("{ORIGIN}/"))).chain(fixed).collect()
}

fn alternates_in_head(page: &Page) -> Vec<(String, String)> {
    let languages = page.attributes("head link[rel='alternate']", "hreflang");
    languages.into_iter().zip(page.attributes("head link[rel='alternate']", "href")).collect()
}

/// Returns the translations in a `Link` header.
fn alternates_in_header(link: &str) -> Vec<(String, String)> {
    link.split(", ")
        .filter_map(|link| {
            let (url, language) = link.split_once(">; rel=\"alternate\"; hreflang=\"")?;
            Some((language.trim_end_matches('"').to_owned(), url[1..].to_owned()))
        })
        .collect()
}

/// Returns the contents of the `meta` elements with a name or property.
fn meta(page: &Page, name: &str) -> Vec<String> {
    page.attributes(&format!("head meta[name='{name}'], head meta[property='{name}']"), "content")
}

#[tokio::test]
async fn every_url_has_its_canonical_url_and_all_alternates() {
    let server = public_site();
    for Language { code: language, .. } in LANGUAGES.iter() {
        let fixed = format!("/?lang={language}");
        for (path, canonical) in [
            ("/", "/".to_owned()),
            ("/?utm_source=x&gclid=1", "/".to_owned()),
            ("/?lang=xx", "/".to_owned()),
            (&fixed, fixed.clone()),
            (&format!("/?ref=y&lang={language}"), fixed.clone()),
        ] {
            let response = fetch(&server, path, language).await;
            assert_eq!(header(&response, "content-language"), language, "{path}");
            let link = header(&response, "link").to_owned();
            assert!(link.starts_with("</assets/entry-") && link.contains("rel=preload"), "{link}");
            assert_eq!(alternates_in_header(&link), home_alternates(), "{path}");

            let page = Page::parse(&response.text().await.unwrap());
            let canonicals = page.attributes("head link[rel='canonical']", "href");
            assert_eq!(canonicals, [format!("{ORIGIN}{canonical}")], "{path}");
            assert_eq!(alternates_in_head(&page), home_alternates(), "{path}");
            assert!(home_alternates().iter().any(|(_, url)| *url == canonicals[0]));
            assert!(meta(&page, "robots").is_empty(), "{path}");
        }
    }
}

#[tokio::test]
async fn titles_and_descriptions_fit_what_search_engines_show() {
    let server = public_site();
    let mut seen = Vec::new();
    for path in ["/", "/nowhere"] {
        for Language { code: language, missing, .. } in LANGUAGES.iter() {
            let page = page_at(&server, path, language).await;
            let title = text_of(page.one("title"));
            let description = meta(&page, "description").remove(0);
            // In columns; a Chinese character takes two.
            assert!((15..=60).contains(&title.width()), "{language}: {title}");
            assert!((40..=160).contains(&description.width()), "{language}: {description}");
            if !missing.iter().any(|id| id.starts_with("page.")) {
                seen.extend([title, description]);
            }
        }
    }
    let count = seen.len();
    assert!(count >= 4, "English has them all");
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count, "titles and descriptions are distinct");
}

#[tokio::test]
async fn social_cards_are_in_the_page_language() {
    let server = public_site();
    for Language { code: language, open_graph, .. } in LANGUAGES.iter() {
        let picture_of = dist().join(format!("../client/assets/share-{language}.jpg"));
        let picture_of = if picture_of.exists() { language } else { "en" };
        for path in ["/".to_owned(), format!("/?lang={language}")] {
            let page = page_at(&server, &path, language).await;
            let title = text_of(page.one("title"));
            let description = meta(&page, "description").remove(0);
            let slogan = text_of(page.one("h1"));
            for (name, expected) in [
                ("og:type", "website"),
                ("og:site_name", "Marquee"),
                ("og:url", &format!("{ORIGIN}{path}")),
                ("og:title", &title),
                ("og:description", &description),
                ("og:locale", open_graph),
                ("og:image:type", "image/jpeg"),
                ("og:image:width", "1200"),
                ("og:image:height", "630"),
                ("og:image:alt", &slogan),
                ("twitter:card", "summary_large_image"),
                ("twitter:title", &title),
                ("twitter:description", &description),
                ("twitter:image:alt", &slogan),
            ] {
                assert_eq!(meta(&page, name), [expected], "{path}: {name}");
            }
            let all = LANGUAGES.iter().map(|language| &*language.open_graph);
            let others: Vec<_> = all.filter(|code| code != open_graph).collect();
            assert_eq!(meta(&page, "og:locale:alternate"), others, "{path}");

            let pictures = meta(&page, "og:image");
            assert_eq!(meta(&page, "twitter:image"), pictures);
            let picture = pictures[0].strip_prefix(ORIGIN).unwrap();
            assert!(picture.starts_with(&format!("/assets/share-{picture_of}-")), "{picture}");
            let picture = server.get(picture).await;
            assert_eq!(header(&picture, "content-type"), "image/jpeg");
            assert!(header(&picture, "cache-control").contains("immutable"));
            assert!(picture.bytes().await.unwrap().starts_with(&[0xff, 0xd8, 0xff]));
        }
    }
}

#[tokio::test]
async fn pages_have_theme_color_manifest_and_icons() {
    let server = public_site();
    for path in ["/", "/nowhere"] {
        let page = page_at(&server, path, "en").await;
        assert_eq!(meta(&page, "theme-color"), ["#0e0c14"]);
        for kind in ["icon", "apple-touch-icon", "manifest"] {
            let url = page.attributes(&format!("head link[rel='{kind}']"), "href").remove(0);
            assert_eq!(server.get(&url).await.status(), 200, "{path}: {url}");
        }
    }
}

#[tokio::test]
async fn home_page_has_structured_data() {
    let server = public_site();
    for language in language_codes() {
        let page = page_at(&server, "/", &language).await;
        let block: String = page.one("script[type='application/ld+json']").text().collect();
        let data: Value = serde_json::from_str(&block).unwrap();
        assert_eq!(data["@context"], "https://schema.org");
        let [organization, website] = data["@graph"].as_array().unwrap().as_slice() else {
            panic!("{data}");
        };
        assert_eq!(organization["@type"], "Organization");
        assert_eq!(website["@type"], "WebSite");
        for thing in [organization, website] {
            assert_eq!(thing["name"], "Marquee");
            assert_eq!(thing["url"], format!("{ORIGIN}/"));
            // The structured data matches the visible page.
            assert!(page.text().contains(thing["name"].as_str().unwrap()));
        }
        assert_eq!(website["publisher"]["@id"], organization["@id"]);
        assert_eq!(website["inLanguage"], json!(language_codes()));
        let logo = organization["logo"].as_str().unwrap().strip_prefix(ORIGIN).unwrap();
        assert_eq!(header(&server.get(logo).await, "content-type"), "image/png");
    }
}

#[tokio::test]
async fn not_found_page_is_noindex() {
    let server = public_site();
    for path in ["/nowhere", "/nowhere?lang=zh", "/404", "/sitemap.xml/", "/api/"] {
        let response = fetch(&server, path, "ms").await;
        assert_eq!(response.status(), 404, "{path}");
        assert!(alternates_in_header(header(&response, "link")).is_empty(), "{path}");
        let page = Page::parse(&response.text().await.unwrap());
        assert_eq!(meta(&page, "robots"), ["noindex"], "{path}");
        for selector in [
            "link[rel='canonical']",
            "link[rel='alternate']",
            "meta[property^='og:']",
            "meta[name^='twitter:']",
            "script[type='application/ld+json']",
        ] {
            assert!(page.all(selector).is_empty(), "{path}: {selector}");
        }
    }
}

#[tokio::test]
async fn api_responses_are_noindex() {
    let server = public_site();
    for path in ["/api/winbox?fields[0]=winbox77_my", "/api/winbox"] {
        assert_eq!(header(&server.get(path).await, "x-robots-tag"), "noindex", "{path}");
    }
    let report = server.request("POST", "/api/hydration-errors").send().await.unwrap();
    assert_eq!(header(&report, "x-robots-tag"), "noindex");
    for path in ["/", "/robots.txt", "/sitemap.xml"] {
        assert_eq!(header(&server.get(path).await, "x-robots-tag"), "", "{path}");
    }
}

#[tokio::test]
async fn robots_txt_allows_everything_and_names_sitemap() {
    let server = public_site();
    let response = server.get("/robots.txt").await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "text/plain; charset=utf-8");
    let text = response.text().await.unwrap();
    assert_eq!(text, format!("User-agent: *\nAllow: /\n\nSitemap: {ORIGIN}/sitemap.xml\n"));
}

#[tokio::test]
async fn sitemap_lists_every_url_with_its_alternates() {
    const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
    const XHTML: &str = "http://www.w3.org/1999/xhtml";
    let server = public_site();
    let response = server.get("/sitemap.xml").await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "application/xml");
    let text = response.text().await.unwrap();
    let sitemap = roxmltree::Document::parse(&text).unwrap();
    assert!(sitemap.root_element().has_tag_name((SITEMAP, "urlset")));

    let site = built_site();
    let mut found = BTreeMap::new();
    for url in sitemap.root_element().children().filter(roxmltree::Node::is_element) {
        assert!(url.has_tag_name((SITEMAP, "url")));
        let child_text = |name: &str| {
            let child = url.children().find(|child| child.has_tag_name((SITEMAP, name)));
            child.and_then(|child| child.text()).unwrap().to_owned()
        };
        let alternates: Vec<_> = url
            .children()
            .filter(|child| child.has_tag_name((XHTML, "link")))
            .map(|link| {
                assert_eq!(link.attribute("rel"), Some("alternate"));
                let [language, url] = ["hreflang", "href"].map(|it| link.attribute(it).unwrap());
                (language.to_owned(), url.to_owned())
            })
            .collect();
        assert!(found.insert(child_text("loc"), alternates).is_none(), "no URL is listed twice");
    }

    let pages: Vec<_> = site["routes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|route| route["redirect"].is_null())
        .map(|route| route["path"].as_str().unwrap())
        .collect();
    assert_eq!(found.len(), pages.len() * (LANGUAGES.len() + 1));
    for (url, alternates) in &found {
        let response = server.get(url.strip_prefix(ORIGIN).unwrap()).await;
        assert_eq!(response.status(), 200, "{url}");
        let page = Page::parse(&response.text().await.unwrap());
        assert_eq!(page.attributes("link[rel='canonical']", "href"), [url.as_str()]);
        assert_eq!(alternates_in_head(&page), *alternates, "{url}");
        assert!(alternates.iter().any(|(_, translation)| translation == url));
    }
}

/// Returns the sitemap's URLs with their dates, of a site with these content dates.
async fn dates_in_sitemap(content_dates: Value) -> BTreeMap<String, Option<String>> {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "dated");
    let file = folder.path().join("site.json");
    let mut site: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    site["contentDates"] = content_dates;
    std::fs::write(&file, site.to_string()).unwrap();
    let server = Server::with_site(folder.path(), &[("PUBLIC_URL", ORIGIN)]);
    let text = server.get("/sitemap.xml").await.text().await.unwrap();
    let sitemap = roxmltree::Document::parse(&text).unwrap();
    let text_of = |url: roxmltree::Node<'_, '_>, name: &str| {
        let child = url.children().find(|child| child.tag_name().name() == name);
        child.and_then(|child| child.text()).map(str::to_owned)
    };
    let urls = sitemap.root_element().children().filter(roxmltree::Node::is_element);
    let path = |url| text_of(url, "loc").unwrap().strip_prefix(ORIGIN).unwrap().to_owned();
    urls.map(|url| (path(url), text_of(url, "lastmod"))).collect()
}

#[tokio::test]
async fn pages_are_modified_when_the_texts_of_their_language_are() {
    let dates = dates_in_sitemap(json!({ "en": "2026-01-10", "zh": "2026-04-10" })).await;
    assert_eq!(dates["/?lang=en"].as_deref(), Some("2026-01-10"));
    assert_eq!(dates["/?lang=zh"].as_deref(), Some("2026-04-10"));
    // Nothing is claimed that the build did not know.
    assert_eq!(dates["/?lang=ms"], None);
    // It has pages in every language.
    assert_eq!(dates["/"].as_deref(), Some("2026-04-10"));
    let unknown = dates_in_sitemap(json!({})).await;
    assert!(unknown.values().all(Option::is_none), "{unknown:?}");
}

#[tokio::test]
async fn crawler_files_support_conditional_requests() {
    let server = public_site();
    for path in ["/robots.txt", "/sitemap.xml"] {
        let get = server.get(path).await;
        assert_eq!(header(&get, "cache-control"), "public, max-age=3600", "{path}");
        let etag = header(&get, "etag").to_owned();
        assert!(etag.starts_with('"'), "{path}: {etag}");

        let head = server.request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), 200);
        for name in ["content-type", "content-length", "cache-control", "etag"] {
            assert_eq!(header(&head, name), header(&get, name), "{path}: {name}");
        }
        for (known, status) in
            [(&*etag, 304), (&*format!("\"x\", W/{etag}"), 304), ("*", 304), ("\"x\"", 200)]
        {
            let request = server.request("GET", path).header("If-None-Match", known);
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), status, "{path}: {known}");
            assert_eq!(header(&response, "etag"), etag, "{path}: {known}");
        }
        let post = server.request("POST", path).send().await.unwrap();
        assert_eq!((post.status().as_u16(), header(&post, "allow")), (405, "GET, HEAD"));
    }
}

#[tokio::test]
async fn public_url_is_normalized() {
    for (public_url, origin) in [
        ("https://marquee.example:8443/", "https://marquee.example:8443"),
        ("https://MARQUEE.example", "https://marquee.example"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ] {
        let server = Server::start(&[("PUBLIC_URL", public_url)]);
        let page = page_at(&server, "/?lang=zh", "en").await;
        let canonical = format!("{origin}/?lang=zh");
        assert_eq!(page.attributes("link[rel='canonical']", "href"), [canonical.as_str()]);
        assert_eq!(meta(&page, "og:url"), [canonical.as_str()]);
        let robots = server.page("/robots.txt").await;
        assert!(robots.ends_with(&format!("\nSitemap: {origin}/sitemap.xml\n")), "{robots}");
        let sitemap = server.page("/sitemap.xml").await;
        assert!(sitemap.contains(&format!("<loc>{canonical}</loc>")), "{sitemap}");
        let link = header(&server.get("/").await, "link").to_owned();
        assert!(link.contains(&format!("<{canonical}>; rel=\"alternate\"; hreflang=\"zh\"")));
    }
}

#[tokio::test]
async fn crawlers_get_the_bytes_that_browsers_get() {
    // None of them sends `Accept-Language`.
    const CRAWLERS: [&str; 11] = [
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/141.0.0.0 Safari/537.36",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/141.0.0.0 Safari/537.36",
        "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
        "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
        "WhatsApp/2.23.20.0",
        "Twitterbot/1.0",
    ];
    const BROWSER: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
    // One time window, so that equal pages have equal bytes.
    let server = Server::start(&[("PUBLIC_URL", ORIGIN), ("PAGE_TTL", "24h")]);
    let fixed = language_codes().into_iter().map(|code| (format!("/?lang={code}"), code));
    let urls: Vec<_> = std::iter::once(("/".into(), "en".into())).chain(fixed).collect();
    for (url, language) in &urls {
        let request = server.request("GET", url).header("User-Agent", BROWSER);
        let in_browser = request.send().await.unwrap().text().await.unwrap();
        for crawler in CRAWLERS {
            let request = server.request("GET", url).header("User-Agent", crawler);
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), 200, "{url}");
            assert_eq!(header(&response, "content-language"), language, "{url}");
            assert_eq!(header(&response, "x-robots-tag"), "", "{url}");
            assert!(header(&response, "cache-control").starts_with("public"), "{url}");
            assert!(!header(&response, "cache-status").contains("shell"), "{url}");
            assert_eq!(response.text().await.unwrap(), in_browser, "{url}: {crawler}");
        }
        let page = Page::parse(&in_browser);
        assert_eq!(page.attributes("html", "lang"), [language.as_str()], "{url}");
        assert!(meta(&page, "robots").is_empty(), "{url}");
        assert_eq!(page.all("#app h1").len(), 1, "{url}: no content");
        assert_eq!(page.all("#app table").len(), 2, "{url}");
        assert!(page.links().len() > 20, "{url}");
    }
}
