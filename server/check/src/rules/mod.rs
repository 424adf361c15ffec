//! The rules of the check.

mod body;
mod crawlers;
mod head;
mod urls;
mod words;

use crate::crawl::Crawl;
use crate::page::Page;
use crate::report::{Finding, Report};

/// A rule for single pages: returns what is wrong with one of them.
type PageRule = fn(&Page, &Crawl) -> Vec<String>;

/// A rule for the site as a whole.
type SiteRule = fn(&Crawl) -> Vec<Finding>;

const PAGE_RULES: [(&str, PageRule); 14] = [
    ("status", urls::status),
    ("language", urls::language),
    ("canonical URL", urls::canonical),
    ("translations (hreflang)", urls::alternates),
    ("title", head::title),
    ("description", head::description),
    ("social cards", head::cards),
    ("linked data (JSON-LD)", head::linked_data),
    ("state", head::state),
    ("headings", body::headings),
    ("images", body::images),
    ("links", body::links),
    ("script", words::script),
    ("untranslated text", words::untranslated),
];

const SITE_RULES: [(&str, SiteRule); 4] = [
    ("distinct titles and descriptions", head::distinct),
    ("sitemap", crawlers::sitemap),
    ("robots.txt", crawlers::robots),
    ("files of pages", crawlers::files),
];

/// Applies all rules to a site.
pub(crate) fn apply(crawl: &Crawl) -> Report {
    let mut report = Report::default();
    for (name, rule) in PAGE_RULES {
        let findings = crawl.pages.iter().flat_map(|page| {
            rule(page, crawl).into_iter().map(|what| Finding { place: page.name(), what })
        });
        report.add(name, crawl.pages.len(), findings);
    }
    let hard_coded = crawl.pseudo_pages.iter().flat_map(|page| {
        words::hard_coded(page).into_iter().map(|what| Finding { place: page.name(), what })
    });
    report.add("text outside the locale files", crawl.pseudo_pages.len(), hard_coded);
    for (name, rule) in SITE_RULES {
        report.add(name, 1, rule(crawl).into_iter());
    }
    report
}
