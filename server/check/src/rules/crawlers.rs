//! The files for crawlers, and those that pages need.

use std::collections::BTreeSet;

use url::Url;

use crate::crawl::{Crawl, ROBOTS};
use crate::page::Page;
use crate::report::Finding;
use crate::sitemap::Sitemap;

/// The sitemaps together name every indexable URL once and no other, with the translations
/// that the page itself lists; dates of changes are dates (W3C-DTF).
pub(super) fn sitemap(crawl: &Crawl) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut entries = Vec::new();
    for file in &crawl.sitemaps {
        if file.status != 200 {
            findings.push(finding(&file.url, format!("is {}", file.status)));
            continue;
        }
        match Sitemap::parse(&file.text) {
            Err(error) => findings.push(finding(&file.url, format!("does not parse: {error}"))),
            Ok(sitemap) => entries.extend(sitemap.entries.into_iter().map(|mut entry| {
                // `https://site.example` is `https://site.example/`.
                entry.loc = Url::parse(&entry.loc).map_or(entry.loc, String::from);
                (&file.url, entry)
            })),
        }
    }
    if !findings.is_empty() {
        return findings;
    }
    let named: Vec<_> = entries.iter().map(|(_, entry)| entry.loc.as_str()).collect();
    let expected: BTreeSet<_> = crawl
        .indexable()
        .filter(|page| page.status == 200)
        .map(|page| page.expected.canonical_url.as_str())
        .collect();
    let first = crawl.sitemaps.first().map_or("", |file| &file.url);
    for url in expected.iter().filter(|url| !named.contains(url)) {
        findings.push(finding(first, format!("does not name {url}")));
    }
    for (place, (file, entry)) in entries.iter().enumerate() {
        let url = entry.loc.as_str();
        if !expected.contains(url) && !crawl.is_partial {
            findings.push(finding(file, format!("names {url}, which is no indexable page")));
        }
        if named[..place].contains(&url) {
            findings.push(finding(file, format!("names {url} twice")));
        }
        if let Some(date) = entry.lastmod.as_ref().filter(|date| !is_date(date)) {
            findings.push(finding(file, format!("lastmod of {url} is {date:?}")));
        }
        let listed: BTreeSet<_> = entry.alternates().into_iter().collect();
        // A sitemap may leave translations to the pages.
        let mut pages = crawl.indexable().filter(|page| page.expected.canonical_url == url);
        let differs =
            |page: &Page| page.alternates().into_iter().collect::<BTreeSet<_>>() != listed;
        if (crawl.is_marquee || !listed.is_empty()) && pages.any(differs) {
            findings.push(finding(file, format!("{url} has other translations than its page")));
        }
    }
    findings
}

/// Whether a text begins with a date: `2026-01-31`.
fn is_date(text: &str) -> bool {
    let date = text.split('T').next().unwrap_or_default();
    let numbers: Vec<_> = date.split('-').map(str::parse::<u16>).collect();
    matches!(numbers[..], [Ok(1995..), Ok(1..=12), Ok(1..=31)])
}

/// Every picture, script and style sheet of a page is served.
pub(super) fn files(crawl: &Crawl) -> Vec<Finding> {
    crawl
        .files
        .iter()
        .filter(|file| file.status != 200 || file.content_type.is_empty())
        .map(|file| match file.status {
            0 => finding(&file.url, format!("cannot be fetched: {}", file.text)),
            status => finding(&file.url, format!("is {status} with {:?}", file.content_type)),
        })
        .collect()
}

/// `robots.txt` names a sitemap, and disallows nothing that pages need, nor pages that
/// others name.
pub(super) fn robots(crawl: &Crawl) -> Vec<Finding> {
    let mut findings = Vec::new();
    if crawl.robots.sitemaps.is_empty() {
        findings.push(finding(ROBOTS, "names no sitemap".into()));
    }
    let files = crawl.files.iter().map(|file| file.url.clone());
    let pages = crawl.forbidden.iter().map(|url| crawl.relative(url));
    for url in pages.chain(files.filter(|url| url.starts_with('/'))) {
        if let Some(pattern) = crawl.robots.forbidding(&url) {
            findings.push(finding(ROBOTS, format!("`Disallow: {pattern}` forbids {url}")));
        }
    }
    findings
}

fn finding(file: &str, what: String) -> Finding {
    Finding { place: file.to_owned(), what }
}
