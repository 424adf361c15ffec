//! The rules of the check.

mod body;
mod head;
mod site;
mod urls;
mod words;

use crate::crawl::Crawl;
use crate::page::Page;
use crate::report::{Finding, Report};

/// A rule for single pages: returns what is wrong with one of them.
type PageRule = fn(&Page, &Crawl) -> Vec<String>;

/// A rule for the site as a whole.
type SiteRule = fn(&Crawl) -> Vec<Finding>;

/// Rules for pages, the not-found page among them.
const PAGE_RULES: [(&str, PageRule); 15] = [
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
    ("sponsored links", body::sponsored),
    ("script", words::script),
    ("untranslated text", words::untranslated),
    ("other page for crawlers", urls::user_agents),
];

/// Rules for the site.
const SITE_RULES: [(&str, SiteRule); 4] = [
    ("distinct titles and descriptions", head::distinct),
    ("sitemap", site::sitemap),
    ("robots.txt", site::robots),
    ("files of pages", site::files),
];

/// Applies all rules to a deployment.
pub(crate) fn apply(crawl: &Crawl) -> Report {
    let mut report = Report::new(crawl.pages.len(), crawl.is_partial);
    let mut check = |name, rule: PageRule, pages: Vec<&Page>| {
        let findings = pages.iter().flat_map(|page| {
            rule(page, crawl).into_iter().map(|what| Finding { place: page.name(), what })
        });
        report.add(name, pages.len(), findings);
    };
    check("status", urls::status, crawl.pages.iter().collect());
    // What responds with another status is another page, and is reported once.
    let is_checked = |page: &&Page| page.status == page.expected_status();
    for (name, rule) in PAGE_RULES {
        check(name, rule, crawl.pages.iter().filter(is_checked).collect());
    }
    check("text outside the locale files", words::hard_coded, crawl.pseudo_pages.iter().collect());
    for (name, rule) in SITE_RULES {
        report.add(name, 1, rule(crawl).into_iter());
    }
    report
}
