//! Any response of the content service: links from it are safe in a page.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::operator::{BaseLink, OperatorLink, text_in};
use url::Url;

fuzz_target!(|body: &[u8]| {
    for field in ["base_url", "blog_url"] {
        let Some(text) = text_in(body, field) else { continue };
        assert_eq!(text, text.trim());
        if let Ok(link) = OperatorLink::parse(&text) {
            is_harmless(link.as_str());
            assert_eq!(
                OperatorLink::parse(link.as_str()).as_ref(),
                Ok(&link),
                "normalisation is idempotent"
            );
        }
        if let Ok(base) = BaseLink::parse(&text) {
            is_harmless(base.as_str());
            is_a_base(base.as_str());
        }
    }
});

/// It cannot end an attribute or element, and is an `http` or `https` URL.
fn is_harmless(link: &str) {
    assert!(link.starts_with("http://") || link.starts_with("https://"), "{link}");
    assert!(link.bytes().all(|byte| byte.is_ascii_graphic()), "{link:?}");
    assert!(!link.contains(['"', '<', '>']), "{link}");
    let url = Url::parse(link).expect("a URL");
    assert!(url.has_host() && url.username().is_empty() && url.password().is_none(), "{link}");
}

/// Appended paths keep the origin.
fn is_a_base(base: &str) {
    let sign_up = Url::parse(&format!("{base}sign-up/")).expect("a URL");
    let base = Url::parse(base).expect("a URL");
    assert_eq!(sign_up.origin(), base.origin());
    assert_eq!(sign_up.path(), format!("{}sign-up/", base.path()));
    assert_eq!((sign_up.query(), sign_up.fragment()), (None, None));
}
