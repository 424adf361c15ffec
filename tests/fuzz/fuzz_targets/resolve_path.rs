//! Any request target resolves to a page of the site, and its canonical URL contains no
//! client input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::page_url::Language;
use marquee_fuzz::request::{request, routes, site};
use marquee_fuzz::routes::Target;

fuzz_target!(|target: &str| {
    let Some(request) = request(target, []) else { return };
    let (site, routes) = (site(), routes());
    let pages: Vec<_> = routes.pages().chain([Target::NOT_FOUND_PATH]).collect();

    let path = match routes.resolve(request.path()) {
        Target::Page(path) => {
            assert_eq!(path, request.path(), "a page has one path");
            path
        }
        Target::Redirect(path) => {
            assert_eq!(routes.resolve(path), Target::Page(path), "a redirect ends at a page");
            path
        }
        Target::NotFound => Target::NOT_FOUND_PATH,
    };
    assert!(pages.contains(&path), "{path} is no page");

    let language = Language::of(&request, &site);
    let url = language.url_of(path);
    let is_own = pages.iter().any(|page| {
        url == *page
            || site.locales.iter().any(|locale| url == format!("{page}?lang={}", locale.code()))
    });
    assert!(is_own, "{url} is not a URL of the site");
});
