//! Headings, images and links of a page.

use crate::crawl::Crawl;
use crate::page::{Page, accessible_name};

/// A page has one `<h1>`, and no heading skips a level.
pub(super) fn headings(page: &Page, _: &Crawl) -> Vec<String> {
    let mut errors = Vec::new();
    let count = page.all("h1").len();
    if count != 1 {
        errors.push(format!("there are {count} <h1>"));
    }
    let mut level = 0;
    for heading in page.all("h1, h2, h3, h4, h5, h6") {
        let name = heading.value().name();
        let own: usize = name.trim_start_matches('h').parse().unwrap_or_default();
        let text: String = heading.text().collect();
        if own > level + 1 {
            errors.push(format!("<{name}> follows <h{level}>: {text:?}"));
        }
        if text.trim().is_empty() && accessible_name(heading).is_empty() {
            errors.push(format!("an <{name}> is empty"));
        }
        level = own;
    }
    errors
}

/// Every image has a size, so that its loading causes no layout shift, and an alternative
/// text, which may be empty.
pub(super) fn images(page: &Page, _: &Crawl) -> Vec<String> {
    let mut errors = Vec::new();
    for image in page.all("img") {
        let source = image.attr("src").unwrap_or("an image without src");
        let missing: Vec<_> = ["width", "height", "alt"]
            .into_iter()
            .filter(|name| image.attr(name).is_none())
            .collect();
        if !missing.is_empty() {
            errors.push(format!("{source} has no {}", missing.join(", no ")));
        }
    }
    errors
}

/// Every link and button has an accessible name, and every link a URL.
pub(super) fn links(page: &Page, _: &Crawl) -> Vec<String> {
    let mut errors = Vec::new();
    for link in page.all("a, button") {
        let url = link.attr("href").unwrap_or_default();
        if accessible_name(link).is_empty() {
            let what = if url.is_empty() { link.html() } else { url.to_owned() };
            errors.push(format!("has no accessible name: {what}"));
        }
        if url.starts_with("undefined") || url.starts_with("null") {
            errors.push(format!("{url} is no URL"));
        }
    }
    errors
}

/// Links to other sites are marked as sponsored, and pass no reference to the opener where
/// they open a new tab.
pub(super) fn sponsored(page: &Page, crawl: &Crawl) -> Vec<String> {
    let mut errors = Vec::new();
    for link in page.all("a[href]") {
        let Some(url) = link.attr("href").and_then(|href| page.resolve(href)) else { continue };
        if crawl.has(&url) || !matches!(url.scheme(), "http" | "https") {
            continue;
        }
        let rel: Vec<_> = link.attr("rel").unwrap_or_default().split_whitespace().collect();
        let mut expected = vec!["nofollow", "sponsored"];
        if link.attr("target").is_some() {
            expected.push("noopener");
        }
        for expected in expected.into_iter().filter(|expected| !rel.contains(expected)) {
            errors.push(format!("{url} is not rel={expected}"));
        }
    }
    errors
}
