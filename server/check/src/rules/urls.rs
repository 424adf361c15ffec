//! Status, language and URLs of a page.

use std::collections::{BTreeMap, BTreeSet};

use icu_locale::{Direction, LanguageIdentifier, LocaleDirectionality};
use url::Url;

use crate::crawl::{Crawl, X_DEFAULT};
use crate::page::{Page, Standing};

/// A page responds with 200, and a path without one with 404 (no soft 404).
pub(super) fn status(page: &Page, crawl: &Crawl) -> Vec<String> {
    let expected = match page.expected.standing {
        Standing::Indexable => 200,
        Standing::NotFound => 404,
    };
    let mut errors = Vec::new();
    if page.status != expected {
        errors.push(format!("is {} instead of {expected}", page.status));
    }
    let has_noindex = page.meta("robots").iter().any(|rule| rule.contains("noindex"));
    match page.expected.standing {
        Standing::Indexable if has_noindex => errors.push("has `noindex`".into()),
        // Elsewhere, the status is enough.
        Standing::NotFound if crawl.is_marquee && !has_noindex => {
            errors.push("has no `noindex`".into());
        }
        _ => {}
    }
    errors
}

/// A page is marked as in its language, with the direction of that.
pub(super) fn language(page: &Page, _: &Crawl) -> Vec<String> {
    let expected = page.language();
    let (lang, dir) = (page.attributes("html", "lang"), page.attributes("html", "dir"));
    let found = lang.concat();
    let language = found.parse::<LanguageIdentifier>();
    let mut errors = Vec::new();
    if language.is_err() || (!expected.is_empty() && primary(&found) != primary(expected)) {
        errors.push(format!("<html lang> is {lang:?} instead of {expected:?}"));
    }
    let direction = direction_of(if expected.is_empty() { &found } else { expected });
    // Left to right is the default.
    let is_right = if dir == [""] { direction == "ltr" } else { dir == [direction] };
    if !is_right {
        errors.push(format!("<html dir> is {dir:?} instead of {direction:?}"));
    }
    let header = &page.content_language;
    if !header.is_empty() && !found.is_empty() && primary(header) != primary(&found) {
        errors.push(format!("Content-Language is {header:?} instead of {found:?}"));
    }
    errors
}

/// The response names exactly the language and direction of the page.
pub(super) fn content_language(page: &Page, _: &Crawl) -> Vec<String> {
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

/// Returns the primary subtag of a language tag (RFC 5646), in lower case.
fn primary(tag: &str) -> String {
    tag.trim().split(['-', '_', ',']).next().unwrap_or_default().to_ascii_lowercase()
}

fn direction_of(language: &str) -> &'static str {
    let direction = language
        .parse::<LanguageIdentifier>()
        .ok()
        .and_then(|language| LocaleDirectionality::new_common().get(&language));
    if direction == Some(Direction::RightToLeft) { "rtl" } else { "ltr" }
}

/// The canonical URL of a page is its own, without tracking parameters.
pub(super) fn canonical(page: &Page, _: &Crawl) -> Vec<String> {
    let found = page.attributes("link[rel='canonical']", "href");
    let own = Url::parse(&page.expected.canonical_url).ok();
    let is_right = match (page.expected.standing, &found[..]) {
        (Standing::Indexable, [href]) => own.as_ref().and_then(|own| own.join(href).ok()) == own,
        (Standing::Indexable, _) => false,
        (Standing::NotFound, found) => found.is_empty(),
    };
    if is_right {
        return vec![];
    }
    let expected = match page.expected.standing {
        Standing::Indexable => vec![page.expected.canonical_url.as_str()],
        Standing::NotFound => vec![],
    };
    vec![format!("is {found:?} instead of {expected:?}")]
}

/// A page lists its translations once, itself among them, and each of these lists the same.
pub(super) fn alternates(page: &Page, crawl: &Crawl) -> Vec<String> {
    let listed = page.alternates();
    if page.expected.standing == Standing::NotFound {
        let is_empty = listed.is_empty();
        return if is_empty { vec![] } else { vec!["a missing page lists some".into()] };
    }
    // Other sites may have pages that are not translated.
    if listed.is_empty() && !crawl.is_marquee {
        return vec![];
    }
    let mut errors = Vec::new();
    let mut counts = BTreeMap::<_, u32>::new();
    for (hreflang, _) in &listed {
        *counts.entry(hreflang.as_str()).or_default() += 1;
    }
    for (hreflang, count) in counts.iter().filter(|(_, count)| **count > 1) {
        errors.push(format!("lists {hreflang} {count} times"));
    }
    if crawl.is_marquee {
        let languages = crawl.languages.iter().map(String::as_str).chain([X_DEFAULT]);
        for hreflang in languages.filter(|hreflang| !counts.contains_key(hreflang)) {
            errors.push(format!("does not list {hreflang}"));
        }
    }
    let own = &page.expected.canonical_url;
    let listed: Vec<_> = listed
        .into_iter()
        .filter_map(|(hreflang, href)| Some((hreflang, page.join(&href)?)))
        .collect();
    if !listed.iter().any(|(_, url)| url.as_str() == own) {
        errors.push(format!("does not list itself at {own}"));
    }
    for (hreflang, url) in &listed {
        if url.origin() != crawl.public_url.origin() {
            continue;
        }
        let translations: Vec<_> = crawl
            .indexable()
            .filter(|other| other.expected.canonical_url == url.as_str())
            .collect();
        if translations.is_empty() && !crawl.is_partial {
            errors.push(format!("lists {hreflang} at {url}, where there is no page"));
        }
        for other in translations {
            let others = other.alternates().into_iter();
            let others = others.filter_map(|(hreflang, href)| Some((hreflang, other.join(&href)?)));
            // Their order says nothing.
            if others.collect::<BTreeSet<_>>() != listed.iter().cloned().collect() {
                errors.push(format!("{} lists others", other.name()));
            }
        }
    }
    errors
}

/// The `Link` header lists the translations of the document.
pub(super) fn link_header(page: &Page, _: &Crawl) -> Vec<String> {
    page.alternates()
        .iter()
        .filter(|(hreflang, url)| {
            !page.link.contains(&format!("<{url}>; rel=\"alternate\"; hreflang=\"{hreflang}\""))
        })
        .map(|(hreflang, _)| format!("lacks {hreflang}"))
        .collect()
}
