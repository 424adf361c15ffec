//! The served HTML of pages, as browsers without JavaScript and crawlers see it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::html::{Page, text_of};
use crate::support::server::{Server, header};
use crate::support::site::{language_codes, messages_of, translated_messages_of};

/// Every language that the site was built with.
static LANGUAGES: LazyLock<Vec<String>> = LazyLock::new(language_codes);

async fn page_for(server: &Server, path: &str, accept_language: &str) -> Page {
    let request = server.request("GET", path).header("Accept-Language", accept_language);
    Page::parse(&request.send().await.unwrap().text().await.unwrap())
}

fn language_of(page: &Page) -> String {
    page.one("html").attr("lang").unwrap().to_owned()
}

#[tokio::test]
async fn language_follows_accept_language_unless_url_names_one() {
    let server = Server::start(&[]);
    for (path, accept_language, expected) in [
        ("/", "ms-MY,ms;q=0.9", "ms"),
        ("/", "zh-TW", "zh"),
        ("/", "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("/", "tlh", "en"),
        ("/", "", "en"),
        ("/?lang=zh", "ms", "zh"),
        ("/?utm_source=x&lang=ms", "zh", "ms"),
        ("/?lang=xx", "ms", "ms"),
        ("/?lang=", "zh", "zh"),
        ("/no-such-page", "zh", "zh"),
        ("/no-such-page?lang=ms", "zh", "ms"),
    ] {
        let request = server.request("GET", path).header("Accept-Language", accept_language);
        let response = request.send().await.unwrap();
        assert_eq!(
            header(&response, "content-language"),
            expected,
            "{path} for {accept_language:?}"
        );
        let names_language = ["lang=zh", "lang=ms"].iter().any(|named| path.contains(named));
        let vary =
            if names_language { "Accept-Encoding" } else { "Accept-Encoding, Accept-Language" };
        assert_eq!(header(&response, "vary"), vary, "{path}: only a negotiated page varies");
        let page = Page::parse(&response.text().await.unwrap());
        assert_eq!(language_of(&page), expected, "{path} for {accept_language:?}");
        assert_eq!(page.state()["currentLanguage"], expected);
    }
}

#[tokio::test]
async fn home_page_has_every_message_without_javascript() {
    // Messages of the other page, names of locales, buttons in their other state, and error
    // messages.
    const EXCLUDED: [&str; 7] = [
        "notFound.",
        "page.notFound.",
        "locale.",
        "announcement.bar.play",
        "offers.carousel.play",
        "transactions.table.play",
        "header.language.failed",
    ];
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let page = page_for(&server, "/", language).await;
        let visible = page.text();
        let attributes: Vec<_> = ["alt", "aria-label", "aria-roledescription", "content"]
            .iter()
            .flat_map(|name| page.attributes(&format!("[{name}]"), name))
            .collect();
        let missing: Vec<_> = messages_of(language)
            .into_iter()
            .filter(|(id, text)| {
                !EXCLUDED.iter().any(|prefix| id.starts_with(prefix))
                    && !text.contains(['{', '<'])
                    && !visible.contains(text.as_str())
                    && !attributes.iter().any(|attribute| attribute.contains(text.as_str()))
                    && text_of(page.one("title")) != *text
            })
            .collect();
        assert!(missing.is_empty(), "{language}: not on the page: {missing:#?}");
    }
}

#[tokio::test]
async fn tables_have_headings_and_five_rows() {
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let page = page_for(&server, "/", language).await;
        let tables = page.all("#app table");
        assert_eq!(tables.len(), 2, "{language}");
        for table in tables {
            let count =
                |selector: &str| table.select(&scraper::Selector::parse(selector).unwrap()).count();
            assert_eq!(count("thead th"), 3, "{language}");
            assert_eq!(count("tbody tr"), 5, "{language}");
            for reference in ["aria-labelledby", "aria-describedby"] {
                page.one(&format!("#{}", table.attr(reference).unwrap()));
            }
        }
        let rows: Vec<_> = page.all("#app tbody tr").into_iter().map(text_of).collect();
        for row in rows {
            let cells: Vec<_> = row.split(' ').collect();
            assert_eq!(cells.len(), 5, "{row}");
            assert!(cells[0].contains('*') && cells[2].contains('*'), "{row}");
            assert!(["KISS918", "RICHGAMING", "JILI"].contains(&cells[4]), "{row}");
            for (amount, limit) in [(cells[1], 50.0), (cells[3], 2000.0)] {
                let value: f64 = amount.strip_prefix("RM").unwrap().parse().unwrap();
                assert!((0.0..limit).contains(&value), "{row}");
                assert_eq!(amount.rsplit_once('.').unwrap().1.len(), 2, "{row}");
            }
        }
    }
}

#[tokio::test]
async fn operator_links_are_plain_anchors_with_base_url() {
    let server = Server::start(&[("OPERATOR_LINK", "https://play.example/my")]);
    let page = page_for(&server, "/", "en").await;
    let to = |href: &str| page.links().iter().filter(|link| *link == href).count();
    // Footer navigation (4), banner, advert, two carousels of two, three bonus
    // banners, two groups of four buttons, join now, register, two tiles, show more.
    assert!(to("https://play.example/my/winbox-signup/") >= 20, "{:#?}", page.links());
    // Log in in the headline and beside Register, and Bet Now.
    assert!(to("https://play.example/my/winbox-login/") >= 2);
    // Home in the footer navigation, the first promo link, and the notice on terms.
    assert_eq!(to("https://play.example/my/"), 3);
    // The second promo link, and the messaging icon.
    assert!(to("https://operator.example/blog/") >= 1);
    assert!(to("https://messaging.example/marquee") >= 1);
    // The five of the footer navigation open a new tab.
    assert_eq!(page.all(".footer-nav a[target='_blank']").len(), 5);
    assert_eq!(page.all("[target]").len(), 5);
    for link in page.all("#app a[href^='https://']") {
        let expected = match link.attr("target") {
            Some(_) => "nofollow sponsored noopener",
            None => "nofollow sponsored",
        };
        assert_eq!(link.attr("rel"), Some(expected), "{}", link.html());
    }
}

#[tokio::test]
async fn page_has_one_h1_and_landmarks() {
    let server = Server::start(&[]);
    for path in ["/", "/no-such-page"] {
        let page = page_for(&server, path, "en").await;
        for selector in ["h1", "main", "header", "title", "meta[name='description']", "#app"] {
            page.one(selector);
        }
        assert!(!page.all("nav").is_empty());
        assert_eq!(page.all(".menu-tab").len(), if path == "/" { 8 } else { 0 });
    }
}

#[tokio::test]
async fn page_complies_with_strict_csp() {
    let server = Server::start(&[]);
    for path in ["/", "/?lang=zh", "/no-such-page"] {
        let response = server.get(path).await;
        let policy = header(&response, "content-security-policy").to_owned();
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        let page = Page::parse(&response.text().await.unwrap());
        for script in page.all("script") {
            let is_data = script.attr("type").is_some_and(|kind| kind.ends_with("json"));
            assert!(is_data || script.attr("src").is_some(), "{}", script.html());
        }
        assert!(page.all("style, [style]").is_empty(), "{path}: inline styles");
        for element in page.all("*") {
            for (name, _) in element.value().attrs() {
                assert!(!name.starts_with("on"), "{path}: {}", element.html());
            }
        }
        // No dialog is open before the client bundle runs.
        assert!(page.all("dialog[open]").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn files_of_page_are_immutable() {
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let page = page_for(&server, "/", language).await;
        let mut files = page.attributes("[src]", "src");
        files.extend(page.attributes("link[rel~='stylesheet'], link[rel~='icon']", "href"));
        files.extend(page.attributes("use", "href"));
        assert!(files.len() > 20, "{files:?}");
        for file in files {
            let file = file.split('#').next().unwrap();
            let response = server.get(file).await;
            assert_eq!(response.status(), 200, "{file}");
            let caching = header(&response, "cache-control");
            assert!(caching.contains("immutable"), "{file}: {caching}");
        }
        for picture in page.all("img") {
            for size in ["width", "height"] {
                assert!(picture.attr(size).is_some_and(|it| it.parse::<u32>().is_ok()));
            }
            assert!(picture.attr("alt").is_some(), "{}", picture.html());
        }
    }
    for file in ["/favicon.ico", "/site.webmanifest"] {
        assert_eq!(server.get(file).await.status(), 200, "{file}");
    }
    assert_eq!(server.get("/assets/no-such-file.js").await.status(), 404);
}

#[tokio::test]
async fn page_has_messages_of_active_language_only() {
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let state = page_for(&server, "/", language).await.state();
        let messages = state["messages"].as_object().unwrap().values();
        let messages: String = messages.map(Value::to_string).collect();
        let own: String = messages_of(language).into_values().collect();
        for other in LANGUAGES.iter().filter(|other| *other != language) {
            // Without messages that both languages share, or that are compiled.
            let theirs = translated_messages_of(other).into_values().filter(|text| {
                text.chars().count() > 5 && !own.contains(text) && !text.contains(['{', '<', '"'])
            });
            for text in theirs {
                assert!(!messages.contains(&text), "{language} has a message of {other}: {text}");
            }
        }
        assert_eq!(state["locales"].as_array().unwrap().len(), LANGUAGES.len());
    }
}

#[tokio::test]
async fn unknown_path_is_not_found_page_in_negotiated_language() {
    let server = Server::start(&[]);
    for path in
        ["/nowhere", "/index.html", "/winbox-login/", "/WINBOX-LOGIN", "/%00", "//", "/a/b/c"]
    {
        for language in LANGUAGES.iter() {
            let request = server.request("GET", path).header("Accept-Language", language);
            let response = request.send().await.unwrap();
            assert_eq!(response.status(), 404, "{path}");
            let page = Page::parse(&response.text().await.unwrap());
            let own = messages_of(language);
            assert_eq!(text_of(page.one("h1")), own["notFound.page.title"], "{path}");
            assert!(page.text().contains(&own["notFound.page.text"]), "{path}");
            assert!(
                page.all("a[href^='/']")
                    .iter()
                    .any(|link| text_of(*link) == own["notFound.page.home"])
            );
            assert_eq!(page.attributes("meta[name='robots']", "content"), ["noindex"]);
            assert!(page.all("link[rel='canonical']").is_empty());
        }
    }
    let page = page_for(&server, "/nowhere", "en").await;
    assert_eq!(text_of(page.one("h1")), "404 - Page Not Found");
    assert!(page.text().contains("The page you are looking for doesn't exist."));
}

#[tokio::test]
async fn old_login_path_redirects_home_and_keeps_language() {
    let server = Server::start(&[]);
    for (path, location) in [
        ("/winbox-login", "/"),
        ("/winbox-login?lang=zh", "/?lang=zh"),
        ("/winbox-login?lang=xx", "/"),
        ("/winbox-login?utm_source=x&gclid=%22%3E", "/?utm_source=x&gclid=%22%3E"),
        ("/winbox-login?aff=7&lang=ms&next=//evil.example", "/?lang=ms&aff=7&next=//evil.example"),
    ] {
        for method in ["GET", "HEAD"] {
            let response = server.request(method, path).send().await.unwrap();
            assert_eq!(response.status(), 302, "{method} {path}");
            assert_eq!(header(&response, "location"), location, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn odd_lang_spelling_redirects_to_canonical_url() {
    let server = Server::start(&[]);
    for (url, location) in [
        ("/?%6cang=zh", "/?lang=zh"),
        ("/?LANG=zh", "/?lang=zh"),
        ("/?Lang=xx", "/"),
        ("/?lang=ZH", "/?lang=zh"),
        ("/?lang=%7ah", "/?lang=zh"),
        ("/?lang=zh&lang=en", "/?lang=zh"),
        ("/?lang=zh&lang=zh", "/?lang=zh"),
        ("/?lang=xx&lang=zh", "/"),
        ("/?a=b&lang=zh&LANG=en&c", "/?lang=zh&a=b&c"),
        ("/nowhere?LANG=ms&aff=7", "?lang=ms&aff=7"),
        ("/nowhere?LANG=xx", "?"),
        ("//evil.example/?LANG=ms", "?lang=ms"),
        ("/winbox-login?%6Cang=zh", "/?lang=zh"),
    ] {
        for method in ["GET", "HEAD"] {
            let response = server.request(method, url).send().await.unwrap();
            assert_eq!(response.status(), 302, "{method} {url}");
            assert_eq!(header(&response, "location"), location, "{method} {url}");
            assert_eq!(header(&response, "cache-control"), "no-store", "{method} {url}");
        }
    }
    for url in ["/?lang", "/?lang=", "/?lang=xx", "/?x=LANG&lang=zh&y", "/?language=zh", "/?&&"] {
        assert_eq!(server.get(url).await.status(), 200, "{url}");
    }
}

#[tokio::test]
async fn head_responds_like_get_without_body() {
    let server = Server::start(&[]);
    let script = Page::parse(&server.page("/").await).attributes("script[src]", "src").remove(0);
    let api = "/api/winbox?fields[0]=winbox77_my";
    for path in ["/", "/nowhere", api, "/favicon.ico", "/robots.txt", "/sitemap.xml", &script] {
        let get = server.get(path).await;
        let head = server.request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        for name in ["content-type", "cache-control", "content-language", "vary"] {
            assert_eq!(header(&head, name), header(&get, name), "{path}: {name}");
        }
        assert!(head.bytes().await.unwrap().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn other_methods_get_405_with_allow_header() {
    let server = Server::start(&[]);
    for path in ["/", "/nowhere", "/winbox-login", "/api/winbox", "/assets/x.js", "/favicon.ico"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            let response = server.request(method, path).send().await.unwrap();
            assert_eq!(response.status(), 405, "{method} {path}");
            assert_eq!(header(&response, "allow"), "GET, HEAD", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn messages_load_from_hashed_files() {
    let server = Server::start(&[]);
    let state = page_for(&server, "/", "en").await.state();
    for locale in state["locales"].as_array().unwrap() {
        let response = server.get(locale["messages"].as_str().unwrap()).await;
        assert_eq!(response.status(), 200);
        assert!(header(&response, "content-type").contains("json"));
        let messages: BTreeMap<String, Value> = response.json().await.unwrap();
        assert!(messages.contains_key("page.home.title"), "{locale}");
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
