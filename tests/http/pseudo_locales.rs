//! Pseudo-locales, for checks of the layout and of where each message stands.

use scraper::ElementRef;

use crate::support::html::Page;
use crate::support::server::Server;
use crate::support::site::{SITE, language_codes};

const PSEUDO_LOCALES: [(&str, &str); 3] = [("en-XA", "ltr"), ("en-XB", "rtl"), ("en-XK", "ltr")];

#[tokio::test]
async fn lang_parameter_alone_selects_a_pseudo_locale_which_is_not_indexable() {
    let server = Server::start(&[("PSEUDO_LOCALES", "on")]);
    for (code, direction) in PSEUDO_LOCALES {
        for (path, status) in [("/", 200), ("/no-such-page", 404)] {
            let response = server.get(&format!("{path}?lang={code}")).await;
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()["content-language"], code);
            assert_eq!(response.headers()["vary"], "Accept-Encoding");
            let page = Page::parse(&response.text().await.unwrap());
            assert_eq!(page.one("html").attr("lang"), Some(code));
            assert_eq!(page.one("html").attr("dir"), Some(direction));
            let menu = page.attributes(".language-menu-item", "lang");
            assert!(menu.contains(&code.to_owned()), "{menu:?}");
            assert_eq!(page.attributes("meta[name=robots]", "content"), ["noindex"]);
            assert_eq!(page.count("[rel=canonical], [rel=alternate]"), 0);
        }
    }
    let alternates =
        Page::parse(&server.page("/").await).attributes("link[rel=alternate]", "hreflang");
    assert!(alternates.iter().all(|code| !code.starts_with("en-X")), "{alternates:?}");
    let excluded = language_codes().join(";q=0, ") + ";q=0, *";
    for (header, expected) in
        [("en-XA", "en"), ("en-XB, en;q=0.5", "en"), (&*excluded, &*SITE.first)]
    {
        let request = server.request("GET", "/").header("Accept-Language", header);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-language"], expected, "{header}");
    }
    // Without the setting, an unknown language is ignored.
    let page = Server::start(&[]).page("/?lang=en-XA").await;
    assert!(!page.contains("en-X"), "{page}");
}

/// The pseudo-locale has accents on every letter of a message.
#[tokio::test]
async fn every_text_comes_from_the_locale_files() {
    let server = Server::start(&[("PSEUDO_LOCALES", "on")]);
    for path in ["/", "/no-such-page"] {
        let response = server.get(&format!("{path}?lang=en-XA")).await;
        let page = Page::parse(&response.text().await.unwrap());
        let hard_coded: Vec<_> = page
            .all("body *")
            .into_iter()
            .filter(|element| is_translated(*element))
            .flat_map(texts)
            .filter(|text| text.is_ascii() && has_a_word(text))
            .collect();
        assert!(hard_coded.is_empty(), "{path}: {hard_coded:?}");
    }
}

/// Whether an element shows texts in the page's language. The names of months come from CLDR.
fn is_translated(element: ElementRef<'_>) -> bool {
    std::iter::once(element).chain(element.ancestors().filter_map(ElementRef::wrap)).all(
        |element| {
            let is_other = element.value().name() != "html" && element.attr("lang").is_some()
                || element.attr("translate") == Some("no");
            let name = element.value().name();
            !is_other && !matches!(name, "time" | "script" | "style" | "template" | "noscript")
        },
    )
}

/// Returns an element's own texts, and those of its attributes.
fn texts(element: ElementRef<'_>) -> Vec<String> {
    let own = element.children().filter_map(|child| child.value().as_text());
    let attributes = ["alt", "aria-label", "placeholder", "title"];
    let attributes = attributes.into_iter().filter_map(|name| element.attr(name));
    own.map(|text| &**text).chain(attributes).map(str::to_owned).collect()
}

/// Whether a text has two adjacent lower-case Latin letters: `RM10` is no word.
fn has_a_word(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_lowercase))
}
