//! The served HTML of pages, as browsers without JavaScript and crawlers see it.

use std::sync::LazyLock;

use reqwest::header::HeaderValue;
use serde_json::Value;

use crate::support::html::{Page, text_of};
use crate::support::server::{Server, header};
use crate::support::site::{language_codes, messages_of, plain, translated_messages_of};

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
        ("/", "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("/", "", "en"),
        // The build knows the aliases and scripts of languages.
        ("/", "cmn", "zh"),
        ("/", "zh-Hans;q=0, zh, ms;q=0.1", "ms"),
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
async fn accept_language_fields_are_one_list_of_which_invalid_bytes_exclude_their_range() {
    let server = Server::start(&[]);
    let fields: [(&[&[u8]], &str); 5] = [
        (&[], "en"),
        (&[b"fr", b"ms;q=0.5", b"zh;q=0.8"], "zh"),
        (&[b"zh", b"zh;q=0", b"ms;q=0.1"], "ms"),
        (&[b"\xe4\xb8\xad\xe6\x96\x87, ms;q=0.2"], "ms"),
        (&[b"\xff", b"zh"], "zh"),
    ];
    for (fields, expected) in fields {
        let request = fields.iter().fold(server.request("GET", "/"), |request, field| {
            request.header("Accept-Language", HeaderValue::from_bytes(field).unwrap())
        });
        let response = request.send().await.unwrap();
        assert_eq!(header(&response, "content-language"), expected, "{fields:?}");
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
        let mut texts = vec![page.text(), text_of(page.one("title"))];
        for name in ["alt", "aria-label", "aria-roledescription", "content"] {
            texts.extend(page.attributes(&format!("[{name}]"), name));
        }
        let is_there = |part: &str| texts.iter().any(|text| text.contains(part.trim()));
        let missing: Vec<_> = messages_of(language)
            .into_iter()
            .filter(|(id, _)| !EXCLUDED.iter().any(|prefix| id.starts_with(prefix)))
            // What is between tags and variables.
            .filter(|(_, text)| !text.split(['{', '}', '<', '>']).step_by(2).all(is_there))
            .collect();
        assert!(missing.is_empty(), "{language}: not on the page: {missing:#?}");
    }
}

#[tokio::test]
async fn page_has_no_inline_script_style_or_handler() {
    let server = Server::start(&[]);
    for path in ["/", "/?lang=zh", "/no-such-page"] {
        let page = page_for(&server, path, "en").await;
        for script in page.all("script") {
            let is_data = script.attr("type").is_some_and(|kind| kind.ends_with("json"));
            assert!(is_data || script.attr("src").is_some(), "{}", script.html());
        }
        assert_eq!(page.count("style, [style]"), 0, "{path}: inline styles");
        for element in page.all("*") {
            for (name, _) in element.value().attrs() {
                assert!(!name.starts_with("on"), "{path}: {}", element.html());
            }
        }
    }
}

#[tokio::test]
async fn files_of_page_are_immutable() {
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let page = page_for(&server, "/", language).await;
        let mut files = page.attributes("[src]", "src");
        files.extend(page.attributes("link[rel~='stylesheet'], link[rel~='icon']", "href"));
        assert!(files.len() > 20, "{files:?}");
        for file in files {
            let response = server.get(&file).await;
            assert_eq!(response.status(), 200, "{file}");
            let caching = header(&response, "cache-control");
            assert!(caching.contains("immutable"), "{file}: {caching}");
        }
    }
}

#[tokio::test]
async fn page_has_messages_of_active_language_only() {
    let server = Server::start(&[]);
    for language in LANGUAGES.iter() {
        let state = page_for(&server, "/", language).await.state();
        let messages = state["messages"].as_object().unwrap().values();
        let messages = plain(&messages.map(Value::to_string).collect::<String>());
        let own = messages_of(language);
        assert!(messages.contains(&own["menu.tab.liveCasino"]), "{language}: {messages}");
        let own: String = own.into_values().collect();
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
