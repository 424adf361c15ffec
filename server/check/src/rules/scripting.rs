//! What a crawler gets that runs no scripts: frequent errors of frameworks for single-page
//! applications.

use scraper::ElementRef;

use crate::crawl::Crawl;
use crate::page::Page;

/// Below so many letters, a page with scripts has its content from them.
const MIN_LETTERS: usize = 50;

/// Metadata that crawlers read in the head only: an element which does not belong there
/// ends the head, and frameworks that stream write metadata where they find it.
const METADATA: &str = "body title, body meta[name], body meta[property], \
    body link[rel='canonical'], body link[rel='alternate'][hreflang]";

/// Content that an inline script moves to its place: the segments of React's streams.
const SEGMENTS: &str = "[hidden][id^='S:']";

/// All metadata is in the head.
pub(super) fn metadata(page: &Page, _: &Crawl) -> Vec<String> {
    let is_picture_title = |element: &ElementRef<'_>| {
        let around = element.ancestors().filter_map(ElementRef::wrap);
        element.value().name() == "title" && around.into_iter().any(|it| it.value().name() == "svg")
    };
    page.all(METADATA)
        .into_iter()
        .filter(|element| !is_picture_title(element))
        .map(|element| format!("is in the body: {}", element.html()))
        .collect()
}

/// The content is in the HTML, and where it belongs.
pub(super) fn content(page: &Page, _: &Crawl) -> Vec<String> {
    let letters = |texts: &mut dyn Iterator<Item = String>| -> usize {
        texts.map(|text| text.chars().filter(|letter| letter.is_alphabetic()).count()).sum()
    };
    let all = letters(&mut page.texts().into_iter().map(|text| text.text));
    let segments = page.texts_of(SEGMENTS);
    let mut errors = Vec::new();
    if all < MIN_LETTERS && !page.all("script[src], script[type='module']").is_empty() {
        errors.push(format!("there are {all} letters without JavaScript"));
    }
    if !segments.is_empty() {
        errors.push(format!(
            "{} segments with {} of {all} letters are hidden until an inline script moves them",
            segments.len(),
            letters(&mut segments.iter().cloned()),
        ));
    }
    errors
}

/// Crawlers get the page that browsers get.
pub(super) fn user_agents(page: &Page, _: &Crawl) -> Vec<String> {
    page.other_for.iter().map(|crawler| format!("{crawler} gets another one")).collect()
}
