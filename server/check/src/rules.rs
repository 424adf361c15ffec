//! What must hold for every deployment.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;
use url::Url;

use crate::deployment::{Deployment, ROBOTS, SITEMAP, X_DEFAULT, languages};
use crate::page::{Kind, Page, relative};

/// Something that is wrong.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The URL or file.
    place: String,
    rule: &'static str,
    what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.rule, self.what)
    }
}

/// A rule for single pages: returns what is wrong with one of them.
type PageRule = fn(&Page, &Deployment) -> Vec<String>;

/// Rules for pages, the not-found page among them.
const PAGE_RULES: [(&str, PageRule); 7] = [
    ("language", language),
    ("canonical URL", canonical),
    ("translations (hreflang)", alternates),
    ("social card", card),
    ("linked data (JSON-LD)", linked_data),
    ("state", state),
    ("crawlers", crawlers),
];

/// Applies all rules to a deployment.
pub(crate) fn findings(deployment: &Deployment) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in &deployment.pages {
        let mut add = |rule, found: Vec<String>| {
            let finding = |what| Finding { place: page.name(), rule, what };
            findings.extend(found.into_iter().map(finding));
        };
        add("status", status(page));
        // What responds with another status is another page, and is reported once.
        if page.status == expected_status(page) {
            for (name, rule) in PAGE_RULES {
                add(name, rule(page, deployment));
            }
        }
    }
    findings.extend(sitemap(deployment).into_iter().map(|what| in_file(SITEMAP, "sitemap", what)));
    findings.extend(robots(deployment).into_iter().map(|what| in_file(ROBOTS, "robots.txt", what)));
    findings.extend(files(deployment));
    findings
}

fn in_file(place: &str, rule: &'static str, what: String) -> Finding {
    Finding { place: place.to_owned(), rule, what }
}

fn expected_status(page: &Page) -> u16 {
    if page.expected.kind == Kind::NotFound { 404 } else { 200 }
}

/// A page responds with 200, and a path without one with 404 (no soft 404); only the latter
/// has `noindex`.
fn status(page: &Page) -> Vec<String> {
    if page.status != expected_status(page) {
        return vec![format!("is {} instead of {}", page.status, expected_status(page))];
    }
    let has_noindex = page.meta("robots").iter().any(|rule| rule.contains("noindex"));
    match (page.expected.kind, has_noindex) {
        (Kind::NotFound, false) => vec!["has no `noindex`".into()],
        (Kind::Canonical | Kind::Tracked, true) => vec!["has `noindex`".into()],
        _ => vec![],
    }
}

/// Document and response name exactly the language of the page: a cache that ignores `Vary`
/// mixes them up.
fn language(page: &Page, _: &Deployment) -> Vec<String> {
    let expected = page.expected.language.as_str();
    [
        ("<html lang>", page.attributes("html", "lang")),
        ("Content-Language", vec![page.content_language.as_str()]),
    ]
    .into_iter()
    .filter(|(_, found)| *found != [expected])
    .map(|(what, found)| format!("{what} is {found:?} instead of {expected:?}"))
    .collect()
}

/// The canonical URL of a page is its own, absolute and without tracking parameters.
fn canonical(page: &Page, _: &Deployment) -> Vec<String> {
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

/// A page lists its translations as the sitemap does.
fn alternates(page: &Page, deployment: &Deployment) -> Vec<String> {
    let own = page.expected.canonical_url.as_str();
    let expected = deployment.sitemap.iter().find(|entry| entry.loc == own);
    let expected = expected.map(|entry| entry.alternates.clone()).unwrap_or_default();
    let found = page.alternates();
    let list = |names: &BTreeSet<(String, String)>, others, what: &str| {
        let difference = names.difference(others);
        let text = |(name, url): &(String, String)| format!("{what} {name} at {url}");
        difference.map(text).collect::<Vec<_>>()
    };
    [list(&found, &expected, "lists"), list(&expected, &found, "does not list")].concat()
}

/// The card of a page names the page's URL, and a picture by an absolute one: social networks
/// ignore others. A missing page has no card.
fn card(page: &Page, _: &Deployment) -> Vec<String> {
    let (url, pictures) = (page.meta("og:url"), page.meta("og:image"));
    if page.expected.kind == Kind::NotFound {
        let is_empty = url.is_empty() && pictures.is_empty();
        return if is_empty { vec![] } else { vec!["a missing page has one".into()] };
    }
    let mut errors = Vec::new();
    let expected = page.expected.canonical_url.as_str();
    if url != [expected] {
        errors.push(format!("og:url is {url:?} instead of {expected:?}"));
    }
    if pictures.len() != 1 || pictures.iter().any(|picture| Url::parse(picture).is_err()) {
        errors.push(format!("og:image is {pictures:?}, no absolute URL"));
    }
    errors
}

/// Linked data is JSON, and what has a URL in it has one of the site.
fn linked_data(page: &Page, deployment: &Deployment) -> Vec<String> {
    let mut errors = Vec::new();
    for block in page.texts("script[type='application/ld+json']") {
        let data: Value = match serde_json::from_str(&block) {
            Ok(data) => data,
            Err(error) => {
                errors.push(format!("is not JSON: {error}"));
                continue;
            }
        };
        let things = data["@graph"].as_array().map_or(std::slice::from_ref(&data), Vec::as_slice);
        for url in things.iter().filter_map(|thing| thing["url"].as_str()) {
            if !Url::parse(url).is_ok_and(|url| deployment.has(&url)) {
                errors.push(format!("has the URL {url}"));
            }
        }
    }
    errors
}

/// The data block with the state that the client starts from.
const STATE: &str = "script#state[type='application/json']";

/// A page has the state that the client starts from, in its language, of the same build as
/// all pages.
fn state(page: &Page, deployment: &Deployment) -> Vec<String> {
    let blocks = page.texts(STATE);
    let [block] = &blocks[..] else {
        return vec![format!("there are {} blocks", blocks.len())];
    };
    let state: Value = match serde_json::from_str(block) {
        Ok(state) => state,
        Err(error) => return vec![format!("is not JSON: {error}")],
    };
    let mut errors = Vec::new();
    let (found, expected) = (&state["currentLanguage"], page.expected.language.as_str());
    if found != expected {
        errors.push(format!("currentLanguage is {found} instead of {expected:?}"));
    }
    let first = deployment.pages.iter().find_map(|other| Some((other, build_of(other)?)));
    if let Some((other, build)) = first.filter(|(_, build)| *build != state["build"]) {
        errors.push(format!("build {} is not {build}, that of {}", state["build"], other.name()));
    }
    errors
}

fn build_of(page: &Page) -> Option<Value> {
    let state: Value = serde_json::from_str(page.texts(STATE).first()?).ok()?;
    Some(state["build"].clone())
}

/// Crawlers get the page that browsers get.
fn crawlers(page: &Page, _: &Deployment) -> Vec<String> {
    page.other_for.iter().map(|crawler| format!("{crawler} gets another page")).collect()
}

/// The sitemap names URLs of this site alone, each once, each among its own translations; and
/// every translation is in the sitemap.
fn sitemap(deployment: &Deployment) -> Vec<String> {
    let mut errors = Vec::new();
    let mut named = BTreeSet::new();
    for entry in &deployment.sitemap {
        let url = entry.loc.as_str();
        if !named.insert(url) {
            errors.push(format!("names {url} twice"));
        }
        if !Url::parse(url).is_ok_and(|url| deployment.has(&url)) {
            errors.push(format!("names {url}, which is no URL of the site"));
        }
        if !entry.alternates.iter().any(|(_, alternate)| alternate == url) {
            errors.push(format!("{url} is not among its own translations"));
        }
        let listed: Vec<_> = entry.alternates.iter().map(|(hreflang, _)| hreflang).collect();
        let expected =
            languages(&deployment.sitemap).into_iter().map(String::as_str).chain([X_DEFAULT]);
        for hreflang in expected {
            match listed.iter().filter(|listed| **listed == hreflang).count() {
                1 => {}
                count => errors.push(format!("{url} lists {hreflang} {count} times")),
            }
        }
    }
    let home = deployment.absolute("/");
    let needed =
        deployment.sitemap.iter().flat_map(|entry| &entry.alternates).map(|(_, url)| &**url);
    let needed: BTreeSet<_> = needed.chain([home.as_str()]).collect();
    errors.extend(needed.difference(&named).map(|url| format!("does not name {url}")));
    errors
}

/// `robots.txt` names the sitemap, and disallows nothing to any crawler: what must not be
/// indexed has `noindex`.
fn robots(deployment: &Deployment) -> Vec<String> {
    let mut errors = Vec::new();
    if deployment.robots.status != 200 {
        errors.push(format!("is {}", deployment.robots.status));
    }
    let sitemap = deployment.absolute(SITEMAP);
    let mut names_sitemap = false;
    for line in deployment.robots.text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "disallow" if !value.is_empty() => errors.push(format!("has `Disallow: {value}`")),
            "sitemap" => names_sitemap |= value == sitemap.as_str(),
            _ => {}
        }
    }
    if !names_sitemap {
        errors.push(format!("does not name {sitemap}"));
    }
    errors
}

/// Every picture, script and style sheet of a page is served.
fn files(deployment: &Deployment) -> Vec<Finding> {
    let findings = deployment.files.iter().filter_map(|file| {
        let what = match &file.response {
            Err(reason) => format!("cannot be fetched: {reason}"),
            Ok(response) if response.status != 200 || response.content_type.is_empty() => {
                format!("is {} with {:?}", response.status, response.content_type)
            }
            Ok(_) => return None,
        };
        let place = match &file.url {
            Ok(url) if deployment.has(url) => relative(url),
            Ok(url) => url.as_str(),
            Err(text) => text,
        };
        Some(in_file(place, "files of pages", what))
    });
    findings.collect()
}
