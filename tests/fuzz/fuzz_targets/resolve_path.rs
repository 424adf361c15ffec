//! Where any address leads: to one of the site's own, and nothing that a visitor
//! wrote comes along.

#![no_main]

use libfuzzer_sys::fuzz_target;
use marquee_fuzz::language::Language;
use marquee_fuzz::routes::Target;
use marquee_fuzz::visit::{request, routes, site};

fuzz_target!(|target: &str| {
    let Some(asked) = request(target, []) else { return };
    let (site, routes) = (site(), routes());
    let pages: Vec<_> = routes.pages().chain([Target::NOT_FOUND_PATH]).collect();

    let path = match routes.resolve(asked.path()) {
        Target::Page(path) => {
            assert_eq!(path, asked.path(), "a page has one path");
            path
        }
        Target::Redirect(path) => {
            assert_eq!(routes.resolve(path), Target::Page(path), "a redirect ends at a page");
            path
        }
        Target::NotFound => Target::NOT_FOUND_PATH,
    };
    assert!(pages.contains(&path), "{path} is no page");

    let language = Language::of(&asked, &site);
    let address = language.url_of(path);
    let is_own = pages.iter().any(|page| {
        address == *page
            || site.locales.iter().any(|locale| address == format!("{page}?lang={}", locale.code()))
    });
    assert!(is_own, "{address} is not the site's own");
});
