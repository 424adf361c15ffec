//! Pseudo-locales, for checks of the layout and of where each message stands.

use crate::support::html::Page;
use crate::support::server::Server;
use crate::support::site::language_codes;

const PSEUDO_LOCALES: [(&str, &str); 3] = [("en-XA", "ltr"), ("en-XB", "rtl"), ("en-XK", "ltr")];

#[tokio::test]
async fn lang_parameter_selects_pseudo_locale() {
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
            let menu = page.attributes("[role=menuitemradio]", "lang");
            assert!(menu.contains(&code.to_owned()), "{menu:?}");
        }
    }
}

#[tokio::test]
async fn pseudo_locales_are_not_indexable() {
    let server = Server::start(&[("PSEUDO_LOCALES", "on")]);
    for (code, _) in PSEUDO_LOCALES {
        let page = Page::parse(&server.page(&format!("/?lang={code}")).await);
        assert_eq!(page.attributes("meta[name=robots]", "content"), ["noindex"]);
        assert_eq!(page.count("[rel=canonical], [rel=alternate]"), 0);
    }
    let home = Page::parse(&server.page("/").await);
    let alternates = home.attributes("link[rel=alternate]", "hreflang");
    assert!(alternates.contains(&"en".to_owned()));
    assert!(alternates.iter().all(|code| !code.starts_with("en-X")), "{alternates:?}");
}

#[tokio::test]
async fn accept_language_never_selects_pseudo_locale() {
    let server = Server::start(&[("PSEUDO_LOCALES", "on")]);
    let excluded = language_codes().join(";q=0, ") + ";q=0, *";
    for header in ["en-XA", "en-XB, zh;q=0.5", &excluded] {
        let request = server.request("GET", "/").header("Accept-Language", header);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-language"], "en", "{header}");
    }
}

#[tokio::test]
async fn pseudo_locales_are_not_served_by_default() {
    let server = Server::start(&[]);
    for (code, _) in PSEUDO_LOCALES {
        let page = server.page(&format!("/?lang={code}")).await;
        assert!(!page.contains("en-X"), "an unknown language is ignored");
    }
}
