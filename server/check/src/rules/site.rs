//! The files for crawlers, and those that pages need.

use std::collections::{BTreeMap, BTreeSet};

use crate::crawl::{Crawl, ROBOTS, SITEMAP};
use crate::page::relative;
use crate::report::Finding;
use crate::sitemap;

/// The sitemap names every indexable URL once and no other, with the translations that the
/// page itself lists; dates of changes are dates (W3C-DTF).
pub(super) fn sitemap(crawl: &Crawl) -> Vec<Finding> {
    sitemap_errors(crawl).into_iter().map(|what| finding(SITEMAP, what)).collect()
}

fn sitemap_errors(crawl: &Crawl) -> Vec<String> {
    if crawl.sitemap.status != 200 {
        return vec![format!("is {}", crawl.sitemap.status)];
    }
    let entries = match sitemap::parse(&crawl.sitemap.text) {
        Ok(entries) => entries,
        Err(error) => return vec![format!("does not parse: {error}")],
    };
    let expected: BTreeMap<_, _> = crawl
        .indexable()
        .filter(|page| page.status == 200)
        .map(|page| (page.expected.canonical_url.as_str(), page))
        .collect();
    let mut errors = Vec::new();
    let mut named = BTreeSet::new();
    for entry in &entries {
        let url = entry.loc.as_str();
        if !named.insert(url) {
            errors.push(format!("names {url} twice"));
        }
        if let Some(date) = entry.lastmod.as_ref().filter(|date| !is_date(date)) {
            errors.push(format!("lastmod of {url} is {date:?}"));
        }
        match expected.get(url) {
            Some(page) => {
                let listed: BTreeSet<_> = entry.alternates.iter().cloned().collect();
                // Their order says nothing.
                if page.alternates().into_iter().collect::<BTreeSet<_>>() != listed {
                    errors.push(format!("{url} has other translations than its page"));
                }
            }
            None if crawl.is_partial => {}
            None => errors.push(format!("names {url}, which is no indexable page")),
        }
    }
    let missing = expected.keys().filter(|url| !named.contains(*url));
    errors.extend(missing.map(|url| format!("does not name {url}")));
    errors
}

/// Whether a text begins with a date: `2026-01-31`.
fn is_date(text: &str) -> bool {
    let date = text.split('T').next().unwrap_or_default();
    let numbers: Vec<_> = date.split('-').map(str::parse::<u16>).collect();
    matches!(numbers[..], [Ok(1995..), Ok(1..=12), Ok(1..=31)])
}

/// Every picture, script and style sheet of a page is served.
pub(super) fn files(crawl: &Crawl) -> Vec<Finding> {
    let errors = crawl.files.iter().filter_map(|file| {
        let what = match &file.response {
            Err(reason) => format!("cannot be fetched: {reason}"),
            Ok(response) if response.status != 200 || response.content_type.is_empty() => {
                format!("is {} with {:?}", response.status, response.content_type)
            }
            Ok(_) => return None,
        };
        let place = match &file.url {
            Ok(url) if crawl.has(url) => relative(url),
            Ok(url) => url.as_str(),
            Err(text) => text,
        };
        Some(finding(place, what))
    });
    errors.collect()
}

/// `robots.txt` names the sitemap, and disallows nothing to any crawler: what must not be
/// indexed has `noindex`.
pub(super) fn robots(crawl: &Crawl) -> Vec<Finding> {
    let mut errors = Vec::new();
    if crawl.robots.status != 200 {
        errors.push(format!("is {}", crawl.robots.status));
    }
    let sitemap = crawl.absolute(SITEMAP);
    let mut names_sitemap = false;
    for line in crawl.robots.text.lines() {
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
    errors.into_iter().map(|what| finding(ROBOTS, what)).collect()
}

fn finding(file: &str, what: String) -> Finding {
    Finding { place: file.to_owned(), what }
}
