//! Metadata and files for search engines and social networks. `marquee-check` checks of every page
//! what a deployment can make wrong (`tests/check/`).

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Response;
use serde_json::{Value, json};

use crate::support::builds::build;
use crate::support::html::{Page, text_of};
use crate::support::server::{Server, dist, header};
use crate::support::site::{SITE, language_codes};
use crate::support::temp_dir::TempDir;

const ORIGIN: &str = "https://marquee.example";

fn public_site() -> Server {
    Server::start(&[("PUBLIC_URL", ORIGIN)])
}

async fn fetch(server: &Server, path: &str, language: &str) -> Response {
    server.request("GET", path).header("Accept-Language", language).send().await.unwrap()
}

async fn page_at(server: &Server, path: &str, language: &str) -> Page {
    Page::parse(&fetch(server, path, language).await.text().await.unwrap())
}

/// Returns the web app manifest, which has the site's name and color.
fn built_manifest() -> Value {
    let file = dist().join("public/site.webmanifest");
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

/// Returns the contents of the `meta` elements with a name or property.
fn meta(page: &Page, name: &str) -> Vec<String> {
    page.attributes(&format!("head meta[name='{name}'], head meta[property='{name}']"), "content")
}

#[tokio::test]
async fn canonical_url_has_no_parameter_but_a_known_language() {
    let server = public_site();
    for (path, canonical) in [
        ("/?lang=xx", "/"),
        (&*format!("/?ref=y&lang={}&gclid=1", SITE.second), &*SITE.second_home),
    ] {
        let page = page_at(&server, path, "en").await;
        let canonicals = page.attributes("head link[rel='canonical']", "href");
        assert_eq!(canonicals, [format!("{ORIGIN}{canonical}")], "{path}");
    }
}

#[tokio::test]
async fn facebook_gets_each_announced_locale_that_it_requests() {
    let server = public_site();
    for code in language_codes() {
        let url = format!("/?lang={code}");
        let locale = meta(&page_at(&server, &url, "en").await, "og:locale").concat();
        let response = fetch(&server, &format!("/?fb_locale={locale}"), "en").await;
        assert_eq!(response.status(), 302, "{locale}");
        assert_eq!(header(&response, "location"), format!("{url}&fb_locale={locale}"));
        let page = page_at(&server, header(&response, "location"), "en").await;
        assert_eq!(meta(&page, "og:url"), [format!("{ORIGIN}{url}")]);
        assert_eq!(meta(&page, "og:locale"), [locale]);
    }
    for query in [&format!("lang={}&fb_locale=en_US", SITE.second), "fb_locale=xx_XX", "fb_locale"]
    {
        assert_eq!(fetch(&server, &format!("/?{query}"), "en").await.status(), 200, "{query}");
    }
}

#[tokio::test]
async fn search_results_and_social_cards_show_title_and_description_in_the_page_language() {
    let server = public_site();
    let name = built_manifest()["name"].as_str().unwrap().to_owned();
    let mut titles = BTreeSet::new();
    for language in language_codes() {
        let page = page_at(&server, "/", &language).await;
        let title = text_of(page.one("head > title"));
        let [description] = &meta(&page, "description")[..] else { panic!("{}", page.html()) };
        // What Google shows of them on a desktop.
        assert!((10..=60).contains(&columns(&title)), "{title}");
        assert!((50..=160).contains(&columns(description)), "{description}");
        let locale = meta(&page, "og:locale").concat();
        assert!(locale.starts_with(&format!("{language}_")), "{locale}");
        assert_eq!(meta(&page, "og:locale:alternate").len(), language_codes().len() - 1);
        for (name, expected) in [
            ("og:title", title.as_str()),
            ("og:description", description),
            ("og:type", "website"),
            ("og:site_name", &name),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("twitter:card", "summary_large_image"),
        ] {
            assert_eq!(meta(&page, name), [expected], "{language}: {name}");
        }
        assert_ne!(meta(&page, "og:image:alt").concat(), "", "{language}");
        titles.insert(title);
    }
    assert_eq!(titles.len(), language_codes().len(), "{titles:?}");
}

/// Returns the width of a text in columns, of which a Chinese character takes two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
}

#[tokio::test]
async fn linked_data_describes_the_organization_and_the_site_with_its_languages() {
    let page = page_at(&public_site(), "/", "en").await;
    let block: String = page.one("head script[type='application/ld+json']").text().collect();
    let data: Value = serde_json::from_str(&block).unwrap();
    assert_eq!(data["@context"], "https://schema.org");
    let things = data["@graph"].as_array().unwrap();
    let thing = |kind| things.iter().find(|thing| thing["@type"] == kind).unwrap();
    assert_eq!(thing("WebSite")["inLanguage"], json!(language_codes()));
    for kind in ["Organization", "WebSite"] {
        assert_ne!(thing(kind)["name"], Value::Null);
        assert_eq!(thing(kind)["url"], format!("{ORIGIN}/"));
    }
}

#[tokio::test]
async fn links_to_other_sites_are_sponsored_and_give_them_no_access_to_the_page() {
    let page = page_at(&public_site(), "/", "en").await;
    for link in page.all("a[href^='http']") {
        let rel: Vec<_> = link.attr("rel").unwrap_or_default().split(' ').collect();
        let html = link.html();
        assert!(rel.contains(&"nofollow") && rel.contains(&"sponsored"), "{html}");
        // A link in the same tab gives none.
        assert!(rel.contains(&"noopener") || link.attr("target").is_none(), "{html}");
    }
}

#[tokio::test]
async fn social_card_has_the_picture_of_the_page_language() {
    let server = public_site();
    for language in language_codes() {
        let picture_of = dist().join(format!("../client/site/pictures/share-{language}.jpg"));
        let picture_of = if picture_of.exists() { &language } else { "en" };
        let page = page_at(&server, "/", &language).await;
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

#[tokio::test]
async fn pages_have_theme_color_manifest_and_icons() {
    let server = public_site();
    let color = built_manifest()["theme_color"].as_str().unwrap().to_owned();
    for path in ["/", "/nowhere"] {
        let page = page_at(&server, path, "en").await;
        assert_eq!(meta(&page, "theme-color"), [color.as_str()]);
        for kind in ["icon", "apple-touch-icon", "manifest"] {
            let url = page.attributes(&format!("head link[rel='{kind}']"), "href").remove(0);
            assert_eq!(server.get(&url).await.status(), 200, "{path}: {url}");
        }
    }
}

#[tokio::test]
async fn not_found_page_is_noindex() {
    let server = public_site();
    for path in [
        "/nowhere?lang=en",
        "/404",
        "/index.html",
        "/sitemap.xml/",
        "/api/",
        &format!("{}/", SITE.redirect),
        "/%00",
        "//",
    ] {
        let response = fetch(&server, path, &SITE.second).await;
        assert_eq!(response.status(), 404, "{path}");
        let page = Page::parse(&response.text().await.unwrap());
        assert_eq!(meta(&page, "robots"), ["noindex"], "{path}");
    }
}

#[tokio::test]
async fn api_responses_are_noindex() {
    let server = public_site();
    for path in [&SITE.base_link, &SITE.links] {
        assert_eq!(header(&server.get(path).await, "x-robots-tag"), "noindex", "{path}");
    }
    let report = server.request("POST", "/api/hydration-errors").send().await.unwrap();
    assert_eq!(header(&report, "x-robots-tag"), "noindex");
    for path in ["/", "/robots.txt", "/sitemap.xml"] {
        assert!(!server.get(path).await.headers().contains_key("x-robots-tag"), "{path}");
    }
}

/// Returns the sitemap's URLs with their dates, of a site with these content dates.
async fn dates_in_sitemap(content_dates: Value) -> BTreeMap<String, Option<String>> {
    let folder = TempDir::new();
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
    let dates = dates_in_sitemap(json!({ "en": "2026-01-10", &SITE.second: "2026-04-10" })).await;
    assert_eq!(dates["/?lang=en"].as_deref(), Some("2026-01-10"));
    assert_eq!(dates[&SITE.second_home].as_deref(), Some("2026-04-10"));
    // Nothing is claimed that the build did not know.
    assert_eq!(dates[&SITE.third_home], None);
    // It has pages in every language.
    assert_eq!(dates["/"].as_deref(), Some("2026-04-10"));
    let unknown = dates_in_sitemap(json!({})).await;
    assert!(unknown.len() > 1 && unknown.values().all(Option::is_none), "{unknown:?}");
}

#[tokio::test]
async fn crawler_files_are_stored_for_an_hour() {
    let server = public_site();
    for (path, content_type) in
        [("/robots.txt", "text/plain; charset=utf-8"), ("/sitemap.xml", "application/xml")]
    {
        let response = server.get(path).await;
        assert_eq!(header(&response, "content-type"), content_type, "{path}");
        assert_eq!(header(&response, "cache-control"), "public, max-age=3600", "{path}");
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
        let page = page_at(&server, "/?lang=en", "en").await;
        let canonical = format!("{origin}/?lang=en");
        assert_eq!(page.attributes("link[rel='canonical']", "href"), [canonical.as_str()]);
        assert_eq!(meta(&page, "og:url"), [canonical.as_str()]);
        let robots = server.page("/robots.txt").await;
        assert!(robots.ends_with(&format!("\nSitemap: {origin}/sitemap.xml\n")), "{robots}");
        let sitemap = server.page("/sitemap.xml").await;
        assert!(sitemap.contains(&format!("<loc>{canonical}</loc>")), "{sitemap}");
    }
}
