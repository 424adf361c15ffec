//! One page as it was fetched.

use scraper::{ElementRef, Html, Selector};

use super::crawl::Answer;
use crate::page::Language;

/// Whether search engines may keep a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Indexable,
    NotFound,
}

/// See the module's documentation.
pub(super) struct Page {
    address: String,
    /// The same without what does not belong to it.
    pub(super) own_address: String,
    /// Whether something was there that does not.
    pub(super) has_tracking: bool,
    pub(super) language: Language,
    pub(super) standing: Standing,
    pub(super) status: u16,
    pub(super) content_language: String,
    /// The `Link` header.
    pub(super) link: String,
    html: Html,
}

/// A text of a page, with the element that it stands in.
pub(super) struct Text<'a> {
    pub(super) text: String,
    pub(super) element: ElementRef<'a>,
}

/// Attributes that visitors read or hear.
const SPOKEN: [&str; 4] = ["alt", "aria-label", "title", "placeholder"];

impl Page {
    pub(super) fn new(
        address: String,
        own_address: String,
        has_tracking: bool,
        language: Language,
        standing: Standing,
        answer: &Answer,
    ) -> Self {
        Self {
            address,
            own_address,
            has_tracking,
            language,
            standing,
            status: answer.status,
            content_language: answer.content_language.clone(),
            link: answer.link.clone(),
            html: Html::parse_document(&answer.text),
        }
    }

    /// Its address, and its language where that does not tell.
    pub(super) fn name(&self) -> String {
        match &self.language {
            Language::Fixed(_) => self.address.clone(),
            Language::Negotiated(locale) => format!("{} in {}", self.address, locale.code()),
        }
    }

    /// Code of its language.
    pub(super) fn code(&self) -> &str {
        self.language.locale().code()
    }

    /// Its elements that a selector picks.
    pub(super) fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        match Selector::parse(selector) {
            Ok(selector) => self.html.select(&selector).collect(),
            Err(error) => unreachable!("`{selector}` is no selector: {error}"),
        }
    }

    /// An attribute of every element that a selector picks; empty where it is
    /// not there.
    pub(super) fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        self.all(selector).iter().map(|element| element.attr(name).unwrap_or_default()).collect()
    }

    /// What a `<meta>` of that `name`, or that `property`, says.
    pub(super) fn meta(&self, name: &str) -> Vec<&str> {
        self.attributes(&format!("meta[name='{name}'], meta[property='{name}']"), "content")
    }

    /// The text of all elements that a selector picks.
    pub(super) fn texts_of(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text().collect()).collect()
    }

    /// The page's title; empty if there is none.
    pub(super) fn title(&self) -> String {
        self.texts_of("head > title").into_iter().next().unwrap_or_default()
    }

    /// Files of the site that it cannot do without.
    pub(super) fn files(&self) -> Vec<String> {
        let links = self.attributes(
            "link[rel~='stylesheet'], link[rel~='icon'], \
            link[rel='apple-touch-icon'], link[rel='manifest']",
            "href",
        );
        let sources = self.attributes("img[src], script[src], source[src]", "src");
        let app = self.attributes("script[data-app]", "data-app");
        let pictures = self.meta("og:image");
        let all = links.into_iter().chain(sources).chain(app).chain(pictures);
        all.filter(|address| !address.starts_with("data:")).map(str::to_owned).collect()
    }

    /// All that visitors read or hear in its language: what is marked as being in
    /// another one, or as not to be translated, is not among it.
    pub(super) fn texts(&self) -> Vec<Text<'_>> {
        let mut texts = Vec::new();
        for element in self.all("body, body *") {
            if !is_in_the_pages_language(element) {
                continue;
            }
            let own = element.children().filter_map(|child| child.value().as_text());
            let spoken = SPOKEN.into_iter().filter_map(|name| element.attr(name));
            let all = own.map(|text| &**text).chain(spoken).map(without_line_breaks);
            texts.extend(all.filter(|text| !text.is_empty()).map(|text| Text { text, element }));
        }
        texts
    }
}

/// A text without the characters that only say where its lines may end: word
/// boundaries and joiners, and spaces other than the plain one.
fn without_line_breaks(text: &str) -> String {
    let text = text.replace(['\u{200b}', '\u{2060}'], "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_in_the_pages_language(element: ElementRef<'_>) -> bool {
    let around = element.ancestors().filter_map(ElementRef::wrap);
    std::iter::once(element).chain(around).all(|element| {
        let name = element.value().name();
        !matches!(name, "script" | "style" | "template")
            && (element.attr("lang").is_none() || name == "html")
            && element.attr("translate") != Some("no")
    })
}

/// What a link, button or picture is called by whoever does not see it.
pub(super) fn spoken_name(element: ElementRef<'_>) -> String {
    if let Some(label) = element.attr("aria-label") {
        return label.trim().to_owned();
    }
    let mut name = String::new();
    for descendant in element.descendants() {
        if let Some(text) = descendant.value().as_text() {
            name.push_str(text);
        } else if let Some(inner) = ElementRef::wrap(descendant).filter(|inner| *inner != element) {
            let label = inner.attr("alt").or_else(|| inner.attr("aria-label"));
            name.push_str(label.unwrap_or_default());
        }
    }
    name.trim().to_owned()
}
