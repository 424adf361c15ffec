//! Whether a page answers as what it is, and says where else it stands.

use std::collections::BTreeMap;

use super::crawl::Crawl;
use super::page::{Page, Standing};
use crate::page;

/// A page that is there is found, and one that is not is not (no soft 404).
pub(super) fn status(page: &Page, _: &Crawl) -> Vec<String> {
    let (expected, hidden) = match page.standing {
        Standing::Indexable => (200, 0),
        Standing::NotFound => (404, 1),
    };
    let mut faults = Vec::new();
    if page.status != expected {
        faults.push(format!("answers {} instead of {expected}", page.status));
    }
    let hides = page.meta("robots").iter().filter(|rule| rule.contains("noindex")).count();
    if hides != hidden {
        faults.push(match hidden {
            0 => "is hidden from search engines by `noindex`".into(),
            _ => "is not there, and not `noindex`".into(),
        });
    }
    faults
}

/// The language of a page is told everywhere, and the same.
pub(super) fn language(page: &Page, crawl: &Crawl) -> Vec<String> {
    let Some(expected) = crawl.language_of(page) else {
        return vec!["is in a language that the site does not speak".into()];
    };
    [
        ("<html lang>", page.attributes("html", "lang"), &expected.code),
        ("<html dir>", page.attributes("html", "dir"), &expected.dir),
        ("Content-Language", vec![page.content_language.as_str()], &expected.code),
    ]
    .into_iter()
    .filter(|(_, found, expected)| *found != [expected.as_str()])
    .map(|(what, found, expected)| format!("{what} is {found:?} instead of {expected:?}"))
    .collect()
}

/// A page names its own address, without what others have added to it.
pub(super) fn canonical(page: &Page, crawl: &Crawl) -> Vec<String> {
    let found = page.attributes("link[rel='canonical']", "href");
    let expected = match page.standing {
        Standing::Indexable => vec![crawl.absolute(&page.own_address)],
        Standing::NotFound => vec![],
    };
    if found == expected {
        return vec![];
    }
    vec![format!("is {found:?} instead of {expected:?}")]
}

/// A page lists all its translations, each once and itself among them, and every
/// one of them lists the same, in the document and in the `Link` header.
pub(super) fn alternates(page: &Page, crawl: &Crawl) -> Vec<String> {
    let listed = listed(page);
    if page.standing == Standing::NotFound {
        return if listed.is_empty() {
            vec![]
        } else {
            vec!["is not there, and lists some".into()]
        };
    }
    let path = page.own_address.split('?').next().unwrap_or_default();
    let expected: Vec<_> = page::alternates(&crawl.site, &crawl.public_url, path)
        .into_iter()
        .map(|alternate| (alternate.hreflang, alternate.url))
        .collect();

    let mut faults = Vec::new();
    let mut times = BTreeMap::<_, u32>::new();
    for (hreflang, _) in &listed {
        *times.entry(hreflang).or_default() += 1;
    }
    faults.extend(
        times
            .into_iter()
            .filter(|(_, times)| *times > 1)
            .map(|(hreflang, times)| format!("lists {hreflang} {times} times")),
    );
    faults.extend(
        expected
            .iter()
            .filter(|alternate| !listed.contains(alternate))
            .map(|(hreflang, address)| format!("does not list {hreflang} at {address}")),
    );
    for (hreflang, address) in listed.iter().filter(|alternate| !expected.contains(alternate)) {
        faults.push(format!("lists {hreflang} at {address}, where it is not"));
    }
    for (hreflang, address) in &expected {
        let own = crawl.relative(address);
        let replies = crawl.indexable().filter(|other| other.own_address == own);
        for other in replies.filter(|other| self::listed(other) != listed) {
            faults
                .push(format!("{} does not list {hreflang} back as this page does", other.name()));
        }
        let header = format!("<{address}>; rel=\"alternate\"; hreflang=\"{hreflang}\"");
        if !page.link.contains(&header) {
            faults.push(format!("the Link header does not name {hreflang}"));
        }
    }
    faults
}

fn listed(page: &Page) -> Vec<(String, String)> {
    page.all("link[rel='alternate'][hreflang]")
        .into_iter()
        .map(|link| ["hreflang", "href"].map(|name| link.attr(name).unwrap_or_default().to_owned()))
        .map(|[hreflang, address]| (hreflang, address))
        .collect()
}
