//! The rules of the check.

mod body;
mod crawlers;
mod head;
mod scripting;
mod urls;
mod words;

use crate::crawl::Crawl;
use crate::page::{Page, Standing};
use crate::report::{Finding, Report};

/// A rule for single pages: returns what is wrong with one of them.
type PageRule = fn(&Page, &Crawl) -> Vec<String>;

/// A rule for the site as a whole.
type SiteRule = fn(&Crawl) -> Vec<Finding>;

/// Rules for the pages of any site.
const PAGE_RULES: [(&str, PageRule); 14] = [
    ("language", urls::language),
    ("canonical URL", urls::canonical),
    ("translations (hreflang)", urls::alternates),
    ("title", head::title),
    ("description", head::description),
    ("linked data (JSON-LD)", head::linked_data),
    ("headings", body::headings),
    ("images", body::images),
    ("links", body::links),
    ("script", words::script),
    ("untranslated text", words::untranslated),
    ("metadata outside the head", scripting::metadata),
    ("content without JavaScript", scripting::content),
    ("other page for crawlers", scripting::user_agents),
];

/// Rules that pages of Marquee follow as well, its not-found pages among them.
const MARQUEE_RULES: [(&str, PageRule); 6] = [
    ("language of the response", urls::content_language),
    ("translations (Link header)", urls::link_header),
    ("social cards", head::cards),
    ("organization (JSON-LD)", head::organization),
    ("sponsored links", body::sponsored),
    ("state", head::state),
];

/// Rules for any site.
const SITE_RULES: [(&str, SiteRule); 4] = [
    ("distinct titles and descriptions", head::distinct),
    ("sitemap", crawlers::sitemap),
    ("robots.txt", crawlers::robots),
    ("files of pages", crawlers::files),
];

/// Applies all rules to a site.
pub(crate) fn apply(crawl: &Crawl) -> Report {
    let mut report = Report::new(crawl.pages.len(), crawl.is_partial);
    let mut check = |name, rule: PageRule, pages: Vec<&Page>| {
        let findings = pages.iter().flat_map(|page| {
            rule(page, crawl).into_iter().map(|what| Finding { place: page.name(), what })
        });
        report.add(name, pages.len(), findings);
    };
    check("status", urls::status, crawl.pages.iter().collect());
    // What another site shows at a path without a page is its own affair, and a page that
    // could not be fetched is reported once.
    let is_checked = |page: &&Page| {
        crawl.is_marquee || (page.expected.standing == Standing::Indexable && page.status == 200)
    };
    for (name, rule) in PAGE_RULES {
        check(name, rule, crawl.pages.iter().filter(is_checked).collect());
    }
    if crawl.is_marquee {
        for (name, rule) in MARQUEE_RULES {
            check(name, rule, crawl.pages.iter().collect());
        }
        check(
            "text outside the locale files",
            words::hard_coded,
            crawl.pseudo_pages.iter().collect(),
        );
    }
    for (name, rule) in SITE_RULES {
        report.add(name, 1, rule(crawl).into_iter());
    }
    report
}
