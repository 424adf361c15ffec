//! What search engines show of a page: its title and its description.

use unicode_width::UnicodeWidthStr;

use super::crawl::Crawl;
use super::page::Page;
use super::report::Finding;

/// Letters of a title that search engines show; a Chinese one counts as two.
const TITLE_ROOM: usize = 60;

/// Letters of a description that they show.
const DESCRIPTION_ROOM: usize = 155;

/// A page has one title, and it is shown whole.
pub(super) fn title(page: &Page, _: &Crawl) -> Vec<String> {
    shown_whole(&page.texts_of("head > title"), TITLE_ROOM, page)
}

/// A page has one description, and it is shown whole.
pub(super) fn description(page: &Page, _: &Crawl) -> Vec<String> {
    let found: Vec<_> = page.meta("description").into_iter().map(str::to_owned).collect();
    shown_whole(&found, DESCRIPTION_ROOM, page)
}

fn shown_whole(found: &[String], room: usize, page: &Page) -> Vec<String> {
    let [text] = found else {
        return vec![format!("there are {} of them", found.len())];
    };
    let width = text.width();
    if text.trim().is_empty() {
        vec![format!("is empty (locales/{}.json)", page.code())]
    } else if width > room {
        vec![format!(
            "takes the room of {width} letters, and {room} are shown (locales/{}.json): {text:?}",
            page.code()
        )]
    } else {
        vec![]
    }
}

/// No two pages, and no two languages of a page, have the same title or the same
/// description.
pub(super) fn distinct(crawl: &Crawl) -> Vec<Finding> {
    let pages: Vec<_> = crawl.pages.iter().filter(|page| is_the_first(page)).collect();
    let mut findings = Vec::new();
    for (place, page) in pages.iter().enumerate() {
        for other in &pages[..place] {
            for (what, own, others) in [
                ("title", vec![page.title()], vec![other.title()]),
                ("description", owned(page.meta("description")), owned(other.meta("description"))),
            ] {
                if own == others {
                    let what = format!("has the {what} of {}: {:?}", other.name(), own.concat());
                    findings.push(Finding { place: page.name(), what });
                }
            }
        }
    }
    findings
}

/// One address of each page in each language is enough.
fn is_the_first(page: &Page) -> bool {
    page.own_address.contains('?') && !page.has_tracking
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}
