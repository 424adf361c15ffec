//! What social networks show of a link.

use super::crawl::Crawl;
use super::page::{Page, Standing};

/// Sides of a picture that every network shows large, in CSS pixels.
const LEAST_WIDTH: u32 = 600;

/// The cards say what the page says, in its language.
pub(super) fn cards(page: &Page, crawl: &Crawl) -> Vec<String> {
    let only = |name: &str| match page.meta(name)[..] {
        [content] => Ok(content),
        ref all => Err(format!("there are {} {name}", all.len())),
    };
    if page.standing == Standing::NotFound {
        let cards = page.all("meta[property^='og:'], meta[name^='twitter:']").len();
        return if cards == 0 { vec![] } else { vec!["is not there, and has some".into()] };
    }
    let language = crawl.language_of(page);
    let expected = [
        ("og:title", page.title()),
        ("og:description", page.meta("description").concat()),
        ("og:url", crawl.absolute(&page.own_address)),
        ("og:locale", language.map(|known| known.open_graph.clone()).unwrap_or_default()),
        ("og:type", "website".into()),
        ("twitter:card", "summary_large_image".into()),
    ];
    let mut faults: Vec<_> = expected
        .into_iter()
        .filter_map(|(name, expected)| match only(name) {
            Ok(found) if found == expected => None,
            Ok(found) => Some(format!("{name} is {found:?} instead of {expected:?}")),
            Err(fault) => Some(fault),
        })
        .collect();

    let mut others: Vec<_> = crawl
        .site
        .languages
        .iter()
        .filter(|known| known.code != page.code())
        .map(|known| known.open_graph.as_str())
        .collect();
    let mut found = page.meta("og:locale:alternate");
    others.sort_unstable();
    found.sort_unstable();
    if found != others {
        faults.push(format!("og:locale:alternate are {found:?} instead of {others:?}"));
    }
    for name in ["og:site_name", "og:image", "og:image:alt", "og:image:height"] {
        match only(name) {
            Ok("") => faults.push(format!("{name} is empty")),
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    let width = page.meta("og:image:width").concat().parse().unwrap_or(0);
    if width < LEAST_WIDTH {
        faults.push(format!("og:image:width is {width}, at least {LEAST_WIDTH} are wanted"));
    }
    faults
}
