//! Status, language and URLs of a page.

use std::collections::BTreeMap;

use icu_locale::{Direction, LanguageIdentifier, LocaleDirectionality};

use crate::crawl::{Crawl, X_DEFAULT};
use crate::page::{Page, Standing};

/// A page responds with 200, and a path without one with 404 (no soft 404).
pub(super) fn status(page: &Page, _: &Crawl) -> Vec<String> {
    let (expected, noindex) = match page.expected.standing {
        Standing::Indexable => (200, false),
        Standing::NotFound => (404, true),
    };
    let mut errors = Vec::new();
    if page.status != expected {
        errors.push(format!("is {} instead of {expected}", page.status));
    }
    let has_noindex = page.meta("robots").iter().any(|rule| rule.contains("noindex"));
    if has_noindex != noindex {
        errors.push(if noindex { "has no `noindex`" } else { "has `noindex`" }.into());
    }
    errors
}

/// Attributes and headers agree on the language of a page.
pub(super) fn language(page: &Page, _: &Crawl) -> Vec<String> {
    let language = page.language();
    let direction = language
        .parse::<LanguageIdentifier>()
        .ok()
        .and_then(|language| LocaleDirectionality::new_common().get(&language));
    let direction = if direction == Some(Direction::RightToLeft) { "rtl" } else { "ltr" };
    [
        ("<html lang>", page.attributes("html", "lang"), language),
        ("<html dir>", page.attributes("html", "dir"), direction),
        ("Content-Language", vec![page.content_language.as_str()], language),
    ]
    .into_iter()
    .filter(|(_, found, expected)| *found != [*expected])
    .map(|(what, found, expected)| format!("{what} is {found:?} instead of {expected:?}"))
    .collect()
}

/// The canonical URL of a page is its own, without tracking parameters.
pub(super) fn canonical(page: &Page, _: &Crawl) -> Vec<String> {
    let found = page.attributes("link[rel='canonical']", "href");
    let expected = match page.expected.standing {
        Standing::Indexable => vec![page.expected.canonical_url.as_str()],
        Standing::NotFound => vec![],
    };
    if found == expected {
        return vec![];
    }
    vec![format!("is {found:?} instead of {expected:?}")]
}

/// A page lists all its translations once, itself among them, in the document and in
/// the `Link` header, and each translation lists the same.
pub(super) fn alternates(page: &Page, crawl: &Crawl) -> Vec<String> {
    let listed = page.alternates();
    if page.expected.standing == Standing::NotFound {
        let is_empty = listed.is_empty();
        return if is_empty { vec![] } else { vec!["a missing page lists some".into()] };
    }
    let mut errors = Vec::new();
    let mut counts = BTreeMap::<_, u32>::new();
    for (hreflang, _) in &listed {
        *counts.entry(hreflang.as_str()).or_default() += 1;
    }
    for (hreflang, count) in counts.iter().filter(|(_, count)| **count > 1) {
        errors.push(format!("lists {hreflang} {count} times"));
    }
    let languages = crawl.languages.iter().map(String::as_str).chain([X_DEFAULT]);
    for hreflang in languages.filter(|hreflang| !counts.contains_key(hreflang)) {
        errors.push(format!("does not list {hreflang}"));
    }
    let own = (page.expected.hreflang.clone(), page.expected.canonical_url.clone());
    if !listed.contains(&own) {
        errors.push(format!("does not list itself as {} at {}", own.0, own.1));
    }
    for (hreflang, url) in &listed {
        let translations = crawl
            .indexable()
            .filter(|other| other.expected.canonical_url == *url)
            .collect::<Vec<_>>();
        if translations.is_empty() {
            errors.push(format!("lists {hreflang} at {url}, where there is no page"));
        }
        for other in translations.iter().filter(|other| other.alternates() != listed) {
            errors.push(format!("{} lists others", other.name()));
        }
        if !page.link.contains(&format!("<{url}>; rel=\"alternate\"; hreflang=\"{hreflang}\"")) {
            errors.push(format!("the Link header lacks {hreflang}"));
        }
    }
    errors
}
