//! Metadata and files for search engines and social networks. `marquee-check` checks of every page
//! what a deployment can make wrong (`tests/check/`), `tests/specification.json` has the texts, `make locales`
//! checks their lengths.

use serde_json::{Value, json};

use crate::support::builds::{build, edit_site};
use crate::support::html::Page;
use crate::support::server::{Server, dist, header, header_if_any};
use crate::support::site::{SITE, home_urls, language_codes};
use crate::support::temp_dir::TempDir;

const ORIGIN: &str = "https://marquee.example";

fn public_site() -> Server {
    Server::start(&[("PUBLIC_URL", ORIGIN)])
}

async fn page_at(server: &Server, path: &str) -> Page {
    Page::parse(&server.get(path).await.text().await.unwrap())
}

/// Returns the contents of the `meta` elements with a name or property.
fn meta(page: &Page, name: &str) -> Vec<String> {
    page.attributes(&format!("head meta[name='{name}'], head meta[property='{name}']"), "content")
}

#[tokio::test]
async fn canonical_url_is_normalized_and_has_no_parameter_but_a_known_language() {
    for (public_url, path, origin, canonical) in [
        ("https://marquee.example:8443/", "/?lang=en", "https://marquee.example:8443", "/?lang=en"),
        ("https://MARQUEE.example", "/?lang=xx", "https://marquee.example", "/"),
        (
            "https://bücher.example",
            &*format!("/?ref=y&lang={}&gclid=1", SITE.second),
            "https://xn--bcher-kva.example",
            &*SITE.second_home,
        ),
    ] {
        let server = Server::start(&[("PUBLIC_URL", public_url)]);
        let page = page_at(&server, path).await;
        let canonical = format!("{origin}{canonical}");
        assert_eq!(page.attributes("head link[rel='canonical']", "href"), [canonical.as_str()]);
        assert_eq!(meta(&page, "og:url"), [canonical.as_str()]);
        let robots = server.page("/robots.txt").await;
        assert!(robots.ends_with(&format!("\nSitemap: {origin}/sitemap.xml\n")), "{robots}");
        let sitemap = server.page("/sitemap.xml").await;
        assert!(sitemap.contains(&format!("<loc>{canonical}</loc>")), "{sitemap}");
    }
}

#[tokio::test]
async fn facebook_gets_each_announced_locale_that_it_requests() {
    let server = public_site();
    for code in language_codes() {
        let url = format!("/?lang={code}");
        let locale = meta(&page_at(&server, &url).await, "og:locale").concat();
        let response = server.get(&format!("/?fb_locale={locale}")).await;
        assert_eq!(response.status(), 302, "{locale}");
        assert_eq!(header(&response, "location"), format!("{url}&fb_locale={locale}"));
        let page = page_at(&server, header(&response, "location")).await;
        assert_eq!(meta(&page, "og:url"), [format!("{ORIGIN}{url}")]);
        assert_eq!(meta(&page, "og:locale"), [locale]);
    }
    for query in [&format!("lang={}&fb_locale=en_US", SITE.second), "fb_locale=xx_XX", "fb_locale"]
    {
        assert_eq!(server.get(&format!("/?{query}")).await.status(), 200, "{query}");
    }
}

#[tokio::test]
async fn social_cards_and_linked_data_are_in_the_page_language() {
    let server = public_site();
    let manifest: Value = server.get("/site.webmanifest").await.json().await.unwrap();
    for language in language_codes() {
        let page = page_at(&server, &format!("/?lang={language}")).await;
        let locale = meta(&page, "og:locale").concat();
        assert!(locale.starts_with(&format!("{language}_")), "{locale}");
        assert_eq!(meta(&page, "og:locale:alternate").len(), language_codes().len() - 1);
        let pictures = meta(&page, "og:image");
        assert_eq!(meta(&page, "theme-color"), [manifest["theme_color"].as_str().unwrap()]);
        let picture_of = dist().join(format!("../client/site/pictures/share-{language}.jpg"));
        let picture_of = if picture_of.exists() { &language } else { "en" };
        let picture = pictures[0].strip_prefix(ORIGIN).unwrap();
        assert!(picture.starts_with(&format!("/assets/share-{picture_of}-")), "{picture}");
        let picture = server.get(picture).await;
        assert_eq!(header(&picture, "content-type"), "image/jpeg");

        let block: String = page.one("script[type='application/ld+json']").text().collect();
        let data: Value = serde_json::from_str(&block).unwrap();
        let things = data["@graph"].as_array().unwrap();
        let thing = |kind| things.iter().find(|thing| thing["@type"] == kind).unwrap();
        assert_eq!(thing("WebSite")["inLanguage"], json!(language_codes()));
        assert!(thing("Organization")["name"].is_string() && thing("WebSite")["name"].is_string());
    }
}

#[tokio::test]
async fn paths_without_a_page_are_not_indexed() {
    let server = public_site();
    let paths = ["/404", "/index.html", "/sitemap.xml/", "/api/", "/%00", "//", "/assets"];
    let redirects = SITE.redirects.iter().map(|path| format!("{path}/"));
    for path in paths.map(String::from).into_iter().chain(redirects) {
        let response = server.get(&path).await;
        assert_eq!(response.status(), 404, "{path}");
        let page = Page::parse(&response.text().await.unwrap());
        assert_eq!(meta(&page, "robots"), ["noindex"], "{path}");
    }
}

#[tokio::test]
async fn crawler_files_are_stored_for_an_hour_and_api_responses_are_not_indexed() {
    let server = public_site();
    for (path, kind, caching, robots) in [
        ("/robots.txt", "text/plain; charset=utf-8", "public, max-age=3600", None),
        ("/sitemap.xml", "application/xml", "public, max-age=3600", None),
        (&SITE.base_link, "application/json", "no-store", Some("noindex")),
        (&SITE.links, "application/json", "no-store", Some("noindex")),
    ] {
        let response = server.get(path).await;
        assert_eq!(header(&response, "content-type"), kind, "{path}");
        assert_eq!(header(&response, "cache-control"), caching, "{path}");
        assert_eq!(header_if_any(&response, "x-robots-tag"), robots, "{path}");
    }
    let request = server.request("GET", "/sitemap.xml").header("accept-encoding", "br");
    assert_eq!(header(&request.send().await.unwrap(), "content-encoding"), "br");
}

#[tokio::test]
async fn pages_are_modified_when_the_texts_of_their_language_are() {
    for (content_dates, dates) in [
        // Nothing is claimed that the build did not know; `/` has pages in every language.
        (
            json!({ "en": "2026-01-10", &SITE.second: "2026-04-10" }),
            [Some("2026-04-10"), Some("2026-01-10"), Some("2026-04-10"), None],
        ),
        (json!({}), [None; 4]),
    ] {
        let folder = TempDir::new();
        build(folder.path(), "dated");
        edit_site(folder.path(), |site| site["contentDates"] = content_dates);
        let server = Server::with_site(folder.path(), &[("PUBLIC_URL", ORIGIN)]);
        let sitemap = server.page("/sitemap.xml").await;
        for (path, date) in home_urls().iter().zip(dates).take(1 + language_codes().len()) {
            let (_, after) = sitemap.split_once(&format!("<loc>{ORIGIN}{path}</loc>")).unwrap();
            let found = after.strip_prefix("<lastmod>").map(|date| &date[..10]);
            assert_eq!(found, date, "{path}: {sitemap}");
        }
    }
}
