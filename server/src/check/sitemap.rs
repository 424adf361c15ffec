//! Whether crawlers are told of the pages that there are.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::crawl::Crawl;
use super::page::Page;
use super::report::Finding;
use crate::crawlers::{ROBOTS, SITEMAP};

#[derive(Deserialize)]
struct Sitemap {
    #[serde(rename = "url", default)]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    loc: String,
    lastmod: String,
    #[serde(rename = "link", default)]
    alternates: Vec<Alternate>,
}

#[derive(Deserialize)]
struct Alternate {
    #[serde(rename = "@hreflang")]
    hreflang: String,
    #[serde(rename = "@href")]
    href: String,
}

/// The map names every address that search engines may keep and no other, each
/// as the page there describes itself.
pub(super) fn sitemap(crawl: &Crawl) -> Vec<Finding> {
    let file = SITEMAP;
    let text = crawl.file(file).map(|file| file.text.as_str()).unwrap_or_default();
    let map: Sitemap = match quick_xml::de::from_str(text) {
        Ok(map) => map,
        Err(error) => return vec![finding(file, format!("does not parse: {error}"))],
    };
    let mut findings = Vec::new();
    let named: Vec<_> = map.entries.iter().map(|entry| crawl.relative(&entry.loc)).collect();
    let expected: BTreeSet<_> =
        crawl.indexable().filter(|page| page.status == 200).map(|page| &page.own_address).collect();
    for address in expected.iter().filter(|address| !named.contains(address)) {
        findings.push(finding(file, format!("does not name {address}")));
    }
    for (place, address) in named.iter().enumerate() {
        if !expected.contains(address) {
            findings.push(finding(file, format!("names {address}, which is no good page")));
        }
        if named[..place].contains(address) {
            findings.push(finding(file, format!("names {address} twice")));
        }
    }
    for entry in &map.entries {
        if entry.lastmod != crawl.site.built {
            let what =
                format!("{} is of {}, not of {}", entry.loc, entry.lastmod, crawl.site.built);
            findings.push(finding(file, what));
        }
        let address = crawl.relative(&entry.loc);
        let drifted = crawl
            .indexable()
            .filter(|page| page.own_address == address)
            .any(|page| !describes(entry, page));
        if drifted {
            findings.push(finding(file, format!("{address} has other translations than its page")));
        }
    }
    findings
}

fn describes(entry: &Entry, page: &Page) -> bool {
    let of_page = page.all("link[rel='alternate'][hreflang]");
    let of_page = of_page.iter().map(|link| (link.attr("hreflang"), link.attr("href")));
    let of_map = entry.alternates.iter();
    of_map.map(|link| (Some(&*link.hreflang), Some(&*link.href))).eq(of_page)
}

/// The rules for crawlers name the map, and forbid nothing that pages need.
pub(super) fn robots(crawl: &Crawl) -> Vec<Finding> {
    let file = ROBOTS;
    let text = crawl.file(file).map(|file| file.text.as_str()).unwrap_or_default();
    let pages = crawl.indexable().map(|page| page.own_address.as_str());
    let needed: Vec<_> = pages.chain(crawl.files.iter().map(|file| &*file.address)).collect();
    robots_faults(text, &crawl.absolute(SITEMAP), &needed)
        .into_iter()
        .map(|what| finding(file, what))
        .collect()
}

/// RFC 9309, as far as rules for everybody go.
fn robots_faults(text: &str, sitemap: &str, needed: &[&str]) -> Vec<String> {
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.split('#').next()?.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim()))
        .collect();
    let mut faults = Vec::new();
    if !lines.iter().any(|(name, value)| name == "sitemap" && *value == sitemap) {
        faults.push(format!("does not name {sitemap}"));
    }
    for (_, rule) in lines.iter().filter(|(name, value)| name == "disallow" && !value.is_empty()) {
        let start = rule.split(['*', '$']).next().unwrap_or_default();
        if let Some(address) = needed.iter().find(|address| address.starts_with(start)) {
            faults.push(format!("`Disallow: {rule}` forbids {address}"));
        }
    }
    faults
}

fn finding(file: &str, what: String) -> Finding {
    Finding { place: file.to_owned(), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_forbid_what_pages_need_are_found() {
        let map = "https://site.example/sitemap.xml";
        let good = format!("User-agent: *\nAllow: /\nDisallow:\nSitemap: {map}\n");
        let needed = ["/", "/?lang=ms", "/assets/a.css", "/sitemap.xml"];
        assert_eq!(robots_faults(&good, map, &needed), Vec::<String>::new());
        for (text, fault) in [
            ("User-agent: *\nAllow: /", "does not name"),
            ("Disallow: /", "`Disallow: /` forbids /"),
            ("disallow: /assets/ # scripts", "forbids /assets/a.css"),
            ("Disallow: /?lang=*", "forbids /?lang=ms"),
        ] {
            let faults = robots_faults(text, map, &needed);
            assert!(faults.iter().any(|found| found.contains(fault)), "{text:?}: {faults:?}");
        }
    }
}
