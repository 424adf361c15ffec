//! Metadata of a page for search engines, social networks and the client.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;
use url::Url;

use crate::crawl::Crawl;
use crate::page::{Kind, Page};
use crate::report::Finding;

/// Width of a title that search engines show, in columns; a Chinese character takes
/// two.
const TITLE_WIDTH: usize = 60;

/// Width of a description that they show, in columns.
const DESCRIPTION_WIDTH: usize = 155;

/// Width of a picture that every social network shows large, in CSS pixels.
const MIN_PICTURE_WIDTH: u32 = 600;

/// A page has one title, short enough to be shown whole.
pub(super) fn title(page: &Page, _: &Crawl) -> Vec<String> {
    fits(&page.texts_of("head > title"), TITLE_WIDTH, page)
}

/// A page has one description, short enough to be shown whole.
pub(super) fn description(page: &Page, _: &Crawl) -> Vec<String> {
    let found: Vec<_> = page.meta("description").into_iter().map(str::to_owned).collect();
    fits(&found, DESCRIPTION_WIDTH, page)
}

fn fits(found: &[String], limit: usize, page: &Page) -> Vec<String> {
    let [text] = found else {
        return vec![format!("there are {} of them", found.len())];
    };
    let (width, language) = (text.width(), page.language());
    if text.trim().is_empty() {
        vec![format!("is empty (language {language})")]
    } else if width > limit {
        vec![format!("is {width} columns wide, more than {limit} (language {language}): {text:?}")]
    } else {
        vec![]
    }
}

/// No two pages in one language have the same title or the same description.
pub(super) fn distinct(crawl: &Crawl) -> Vec<Finding> {
    // Each page in each language once.
    let is_first = |page: &&Page| match page.expected.kind {
        Kind::Canonical => page.status == 200 && !page.expected.is_negotiated,
        Kind::Tracked => false,
        Kind::NotFound => true,
    };
    let pages: Vec<_> = crawl.pages.iter().filter(is_first).collect();
    let mut findings = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        for other in pages[..place].iter().filter(|other| other.language() == page.language()) {
            for (what, own, others) in [
                ("title", page.title(), other.title()),
                (
                    "description",
                    page.meta("description").concat(),
                    other.meta("description").concat(),
                ),
            ] {
                if own == others {
                    let what = format!("has the {what} of {}: {own:?}", other.name());
                    findings.push(Finding { place: page.name(), what });
                }
            }
        }
    }
    findings
}

/// The cards have the title, description and URL of the page, in its language.
pub(super) fn cards(page: &Page, crawl: &Crawl) -> Vec<String> {
    let only = |name: &str| match page.meta(name)[..] {
        [content] => Ok(content),
        ref all => Err(format!("there are {} {name}", all.len())),
    };
    if page.expected.kind == Kind::NotFound {
        let cards = page.all("meta[property^='og:'], meta[name^='twitter:']").len();
        return if cards == 0 { vec![] } else { vec!["a missing page has some".into()] };
    }
    let expected = [
        ("og:title", page.title()),
        ("og:description", page.meta("description").concat()),
        ("og:url", page.expected.canonical_url.to_string()),
        ("og:type", "website".into()),
        ("twitter:card", "summary_large_image".into()),
    ];
    let mut errors: Vec<_> = expected
        .into_iter()
        .filter_map(|(name, expected)| match only(name) {
            Ok(found) if found == expected => None,
            Ok(found) => Some(format!("{name} is {found:?} instead of {expected:?}")),
            Err(error) => Some(error),
        })
        .collect();

    let locale = page.meta("og:locale").concat();
    if !is_locale_of(&locale, page.language()) {
        errors.push(format!("og:locale is {locale:?} on a page in {}", page.language()));
    }
    let mut others: Vec<_> = crawl
        .indexable()
        .filter(|other| other.language() != page.language())
        .flat_map(|other| other.meta("og:locale"))
        .collect();
    let mut found = page.meta("og:locale:alternate");
    others.sort_unstable();
    others.dedup();
    found.sort_unstable();
    if found != others {
        errors.push(format!("og:locale:alternate are {found:?} instead of {others:?}"));
    }
    for name in ["og:site_name", "og:image", "og:image:alt", "og:image:height"] {
        match only(name) {
            Ok("") => errors.push(format!("{name} is empty")),
            Ok(_) => {}
            Err(error) => errors.push(error),
        }
    }
    // Social networks ignore relative ones.
    if Url::parse(&page.meta("og:image").concat()).is_err() {
        errors.push("og:image is no absolute URL".into());
    }
    let width = page.meta("og:image:width").concat().parse().unwrap_or(0);
    if width < MIN_PICTURE_WIDTH {
        errors.push(format!("og:image:width is {width}, less than {MIN_PICTURE_WIDTH}"));
    }
    errors
}

/// Whether Open Graph's `language_TERRITORY` has this language.
fn is_locale_of(locale: &str, language: &str) -> bool {
    locale.split_once('_').is_some_and(|(own, territory)| {
        language.split('-').next() == Some(own) && territory.len() == 2
    })
}

/// Linked data is JSON in the context of schema.org, in which every thing has a type; that
/// of the home page names the organization and the site, with their URL and languages.
pub(super) fn linked_data(page: &Page, crawl: &Crawl) -> Vec<String> {
    let is_home = page.expected.kind != Kind::NotFound && page.expected.canonical_url.path() == "/";
    let blocks = page.texts_of("script[type='application/ld+json']");
    if is_home && blocks.is_empty() {
        return vec!["there is none".into()];
    }
    let mut errors = Vec::new();
    for block in blocks {
        let data: Value = match serde_json::from_str(&block) {
            Ok(data) => data,
            Err(error) => {
                errors.push(format!("is not JSON: {error}"));
                continue;
            }
        };
        if data["@context"] != "https://schema.org" {
            errors.push(format!("@context is {}", data["@context"]));
        }
        let things = data["@graph"].as_array().map_or(std::slice::from_ref(&data), Vec::as_slice);
        if things.iter().any(|thing| thing["@type"].is_null()) {
            errors.push("a thing has no @type".into());
        }
        if is_home {
            errors.extend(organization_errors(things, crawl));
        }
    }
    errors
}

fn organization_errors(things: &[Value], crawl: &Crawl) -> Vec<String> {
    let mut errors = Vec::new();
    for kind in ["Organization", "WebSite"] {
        let Some(thing) = things.iter().find(|thing| thing["@type"] == kind) else {
            errors.push(format!("names no {kind}"));
            continue;
        };
        if thing["name"].as_str().is_none_or(str::is_empty) {
            errors.push(format!("the {kind} has no name"));
        }
        if thing["url"] != crawl.absolute("/").as_str() {
            errors.push(format!("the {kind} has the URL {}", thing["url"]));
        }
    }
    let named = things.iter().filter_map(|thing| thing["inLanguage"].as_array()).flatten();
    if named.filter_map(Value::as_str).collect::<Vec<_>>() != crawl.languages {
        errors.push(format!("inLanguage are not {:?}", crawl.languages));
    }
    errors
}

/// The data block with the state that the client starts from.
const STATE: &str = "script#state[type='application/json']";

/// A page has the state that the client starts from, in its language, of the same build as
/// all pages.
pub(super) fn state(page: &Page, crawl: &Crawl) -> Vec<String> {
    let blocks = page.texts_of(STATE);
    let [block] = &blocks[..] else {
        return vec![format!("there are {} blocks", blocks.len())];
    };
    let state: Value = match serde_json::from_str(block) {
        Ok(state) => state,
        Err(error) => return vec![format!("is not JSON: {error}")],
    };
    let mut errors = Vec::new();
    let language = &state["currentLanguage"];
    if language != page.language() {
        errors.push(format!("currentLanguage is {language} instead of {:?}", page.language()));
    }
    let first = crawl.pages.iter().find_map(|other| Some((other, build_of(other)?)));
    if let Some((other, build)) = first.filter(|(_, build)| *build != state["build"]) {
        errors.push(format!("build {} is not {build}, that of {}", state["build"], other.name()));
    }
    errors
}

fn build_of(page: &Page) -> Option<Value> {
    let state: Value = serde_json::from_str(page.texts_of(STATE).first()?).ok()?;
    Some(state["build"].clone())
}
