//! What a page is made of.

use super::crawl::Crawl;
use super::page::{Page, spoken_name};

/// A page has one first heading, and none that skips a level.
pub(super) fn headings(page: &Page, _: &Crawl) -> Vec<String> {
    let mut faults = Vec::new();
    let firsts = page.all("h1").len();
    if firsts != 1 {
        faults.push(format!("there are {firsts} <h1>"));
    }
    let mut level = 0;
    for heading in page.all("h1, h2, h3, h4, h5, h6") {
        let name = heading.value().name();
        let own: usize = name.trim_start_matches('h').parse().unwrap_or_default();
        let text: String = heading.text().collect();
        if own > level + 1 {
            faults.push(format!("<{name}> follows <h{level}>: {text:?}"));
        }
        if text.trim().is_empty() && spoken_name(heading).is_empty() {
            faults.push(format!("an <{name}> is empty"));
        }
        level = own;
    }
    faults
}

/// Every picture has its size, so that nothing moves when it comes, and a text in
/// its place, if only an empty one.
pub(super) fn images(page: &Page, _: &Crawl) -> Vec<String> {
    let mut faults = Vec::new();
    for image in page.all("img") {
        let source = image.attr("src").unwrap_or("without an address");
        let missing: Vec<_> = ["width", "height", "alt"]
            .into_iter()
            .filter(|name| image.attr(name).is_none())
            .collect();
        if !missing.is_empty() {
            faults.push(format!("{source} has no {}", missing.join(", no ")));
        }
    }
    faults
}

/// Every link says where it leads, and one that leads out has what the design
/// asks of it: a tab of its own, no reference back, and no vote for its target.
pub(super) fn links(page: &Page, crawl: &Crawl) -> Vec<String> {
    let mut faults = Vec::new();
    for link in page.all("a, button") {
        let address = link.attr("href").unwrap_or_default();
        if spoken_name(link).is_empty() {
            let what = if address.is_empty() { link.html() } else { address.to_owned() };
            faults.push(format!("nobody can tell what this is: {what}"));
        }
        if address.starts_with("undefined") || address.starts_with("null") {
            faults.push(format!("{address} leads nowhere"));
        }
        let leads_out = address.contains("://") && crawl.relative(address) == address;
        if !leads_out {
            continue;
        }
        let rel: Vec<_> = link.attr("rel").unwrap_or_default().split_whitespace().collect();
        for wanted in ["nofollow", "sponsored", "noopener"] {
            if !rel.contains(&wanted) {
                faults.push(format!("{address} is not rel={wanted}"));
            }
        }
        if link.attr("target") != Some("_blank") {
            faults.push(format!("{address} does not open in a tab of its own"));
        }
    }
    faults
}
