//! The files for crawlers, and those that pages need.

use std::collections::BTreeSet;

use crate::crawl::{Crawl, ROBOTS, SITEMAP};
use crate::report::Finding;
use crate::sitemap::Sitemap;

/// The sitemap names every indexable URL once and no other, with the translations that
/// the page itself lists, and the date of its last change (W3C-DTF).
pub(super) fn sitemap(crawl: &Crawl) -> Vec<Finding> {
    let text = crawl.file(SITEMAP).map(|file| file.text.as_str()).unwrap_or_default();
    let sitemap = match Sitemap::parse(text) {
        Ok(sitemap) => sitemap,
        Err(error) => return vec![finding(SITEMAP, format!("does not parse: {error}"))],
    };
    let mut findings = Vec::new();
    let named: Vec<_> = sitemap.entries.iter().map(|entry| entry.loc.as_str()).collect();
    let expected: BTreeSet<_> = crawl
        .indexable()
        .filter(|page| page.status == 200)
        .map(|page| page.expected.canonical_url.as_str())
        .collect();
    for url in expected.iter().filter(|url| !named.contains(url)) {
        findings.push(finding(SITEMAP, format!("does not name {url}")));
    }
    for (place, url) in named.iter().enumerate() {
        if !expected.contains(url) {
            findings.push(finding(SITEMAP, format!("names {url}, which is no indexable page")));
        }
        if named[..place].contains(url) {
            findings.push(finding(SITEMAP, format!("names {url} twice")));
        }
    }
    for entry in &sitemap.entries {
        if !is_date(&entry.lastmod) {
            let what = format!("lastmod of {} is {:?}", entry.loc, entry.lastmod);
            findings.push(finding(SITEMAP, what));
        }
        let mut pages = crawl.indexable().filter(|page| page.expected.canonical_url == entry.loc);
        if pages.any(|page| page.alternates() != entry.alternates()) {
            let what = format!("{} has other translations than its page", entry.loc);
            findings.push(finding(SITEMAP, what));
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
        .map(|file| finding(&file.url, format!("is {} with {:?}", file.status, file.content_type)))
        .collect()
}

/// `robots.txt` names the sitemap, and disallows nothing that pages need.
pub(super) fn robots(crawl: &Crawl) -> Vec<Finding> {
    let text = crawl.file(ROBOTS).map(|file| file.text.as_str()).unwrap_or_default();
    let pages = crawl.indexable().map(|page| crawl.relative(&page.expected.canonical_url));
    let needed: Vec<_> = pages.chain(crawl.files.iter().map(|file| file.url.clone())).collect();
    robots_errors(text, &crawl.absolute(SITEMAP), &needed)
        .into_iter()
        .map(|what| finding(ROBOTS, what))
        .collect()
}

/// RFC 9309, as far as rules for everybody go.
fn robots_errors(text: &str, sitemap: &str, needed: &[String]) -> Vec<String> {
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.split('#').next()?.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim()))
        .collect();
    let mut errors = Vec::new();
    if !lines.iter().any(|(name, value)| name == "sitemap" && *value == sitemap) {
        errors.push(format!("does not name {sitemap}"));
    }
    for (_, rule) in lines.iter().filter(|(name, value)| name == "disallow" && !value.is_empty()) {
        let start = rule.split(['*', '$']).next().unwrap_or_default();
        if let Some(url) = needed.iter().find(|url| url.starts_with(start)) {
            errors.push(format!("`Disallow: {rule}` forbids {url}"));
        }
    }
    errors
}

fn finding(file: &str, what: String) -> Finding {
    Finding { place: file.to_owned(), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_rules_that_forbid_needed_urls_are_found() {
        let sitemap = "https://site.example/sitemap.xml";
        let good = format!("User-agent: *\nAllow: /\nDisallow:\nSitemap: {sitemap}\n");
        let needed = ["/", "/?lang=ms", "/assets/a.css", "/sitemap.xml"].map(str::to_owned);
        assert_eq!(robots_errors(&good, sitemap, &needed), Vec::<String>::new());
        for (text, error) in [
            ("User-agent: *\nAllow: /", "does not name"),
            ("Disallow: /", "`Disallow: /` forbids /"),
            ("disallow: /assets/ # scripts", "forbids /assets/a.css"),
            ("Disallow: /?lang=*", "forbids /?lang=ms"),
        ] {
            let errors = robots_errors(text, sitemap, &needed);
            assert!(errors.iter().any(|found| found.contains(error)), "{text:?}: {errors:?}");
        }
    }
}
