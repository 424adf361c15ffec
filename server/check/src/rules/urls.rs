//! Status, language and URLs of a page.

use std::collections::{BTreeMap, BTreeSet};

use icu_locale::{Direction, LanguageIdentifier, LocaleDirectionality};
use url::Url;

use crate::crawl::Crawl;
use crate::page::{Kind, Page, X_DEFAULT};

/// A page responds with 200, and a path without one with 404 (no soft 404); only the latter
/// has `noindex`.
pub(super) fn status(page: &Page, _: &Crawl) -> Vec<String> {
    if page.status != page.expected_status() {
        return vec![format!("is {} instead of {}", page.status, page.expected_status())];
    }
    let has_noindex = page.meta("robots").iter().any(|rule| rule.contains("noindex"));
    match (page.expected.kind, has_noindex) {
        (Kind::NotFound, false) => vec!["has no `noindex`".into()],
        (Kind::Canonical | Kind::Tracked, true) => vec!["has `noindex`".into()],
        _ => vec![],
    }
}

/// Document and response name exactly the language and direction of the page.
pub(super) fn language(page: &Page, _: &Crawl) -> Vec<String> {
    let language = page.language();
    [
        ("<html lang>", page.attributes("html", "lang"), language),
        ("<html dir>", page.attributes("html", "dir"), direction_of(language)),
        ("Content-Language", vec![page.content_language.as_str()], language),
    ]
    .into_iter()
    .filter(|(_, found, expected)| *found != [*expected])
    .map(|(what, found, expected)| format!("{what} is {found:?} instead of {expected:?}"))
    .collect()
}

fn direction_of(language: &str) -> &'static str {
    let direction = language
        .parse::<LanguageIdentifier>()
        .ok()
        .and_then(|language| LocaleDirectionality::new_common().get(&language));
    if direction == Some(Direction::RightToLeft) { "rtl" } else { "ltr" }
}

/// The canonical URL of a page is its own, absolute and without tracking parameters.
pub(super) fn canonical(page: &Page, _: &Crawl) -> Vec<String> {
    let found = page.attributes("head link[rel='canonical']", "href");
    let expected: Vec<_> = match page.expected.kind {
        Kind::NotFound => vec![],
        Kind::Canonical | Kind::Tracked => vec![page.expected.canonical_url.as_str()],
    };
    if found == expected {
        return vec![];
    }
    vec![format!("is {found:?} instead of {expected:?}")]
}

/// A page lists its translations once, itself among them, and each of these lists the same.
pub(super) fn alternates(page: &Page, crawl: &Crawl) -> Vec<String> {
    let listed = page.alternates();
    if page.expected.kind == Kind::NotFound {
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
    let own = page.expected.canonical_url.as_str();
    let listed: BTreeSet<_> = listed.into_iter().collect();
    if !listed.iter().any(|(_, url)| url == own) {
        errors.push(format!("does not list itself at {own}"));
    }
    for (hreflang, url) in &listed {
        // Search engines ignore relative ones.
        if Url::parse(url).is_err() {
            errors.push(format!("lists {hreflang} at {url}, which is no absolute URL"));
            continue;
        }
        let mut translations = crawl
            .indexable()
            .filter(|other| other.expected.canonical_url.as_str() == url && other.status == 200)
            .peekable();
        if translations.peek().is_none() && !crawl.is_partial {
            errors.push(format!("lists {hreflang} at {url}, where there is no page"));
        }
        for other in translations {
            // Their order says nothing.
            if other.alternates().into_iter().collect::<BTreeSet<_>>() != listed {
                errors.push(format!("{} lists others", other.name()));
            }
        }
    }
    errors
}

/// Crawlers get the page that browsers get.
pub(super) fn user_agents(page: &Page, _: &Crawl) -> Vec<String> {
    page.other_for.iter().map(|crawler| format!("{crawler} gets another one")).collect()
}
