//! A page as it was fetched.

use scraper::{ElementRef, Html, Selector};
use url::Url;

use crate::crawl::{Response, X_DEFAULT};

/// Whether search engines may index a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Indexable,
    NotFound,
}

/// Expected properties of a page.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// The `hreflang` by which other documents name its URL; empty if none does.
    pub(crate) hreflang: String,
    /// The language that the request asks for, and the page should be in.
    pub(crate) language: Option<String>,
    /// Its own URL, without tracking parameters; absolute.
    pub(crate) canonical_url: String,
    /// Whether its URL has a tracking parameter.
    pub(crate) has_tracking: bool,
    pub(crate) standing: Standing,
}

impl Expected {
    /// An indexable page at its own URL.
    pub(crate) fn page(hreflang: &str, language: Option<&str>, url: &Url) -> Self {
        Self {
            hreflang: hreflang.to_owned(),
            language: language.map(str::to_owned),
            canonical_url: url.to_string(),
            has_tracking: false,
            standing: Standing::Indexable,
        }
    }
}

/// A page as it was fetched.
pub(crate) struct Page {
    /// Relative to the site.
    url: String,
    pub(crate) expected: Expected,
    pub(crate) status: u16,
    pub(crate) content_language: String,
    /// The `Link` header.
    pub(crate) link: String,
    /// Names of the crawlers that get another page.
    pub(crate) other_for: Vec<&'static str>,
    html: Html,
}

/// A text of a page, with the element that contains it.
pub(crate) struct Text<'a> {
    pub(crate) text: String,
    pub(crate) element: ElementRef<'a>,
}

/// Attributes with text that users read or hear.
const TEXT_ATTRIBUTES: [&str; 4] = ["alt", "aria-label", "title", "placeholder"];

impl Page {
    pub(crate) fn new(url: String, expected: Expected, response: &Response) -> Self {
        Self {
            url,
            expected,
            status: response.status,
            content_language: response.content_language.clone(),
            link: response.link.clone(),
            other_for: Vec::new(),
            html: Html::parse_document(&response.text),
        }
    }

    /// Returns its URL, and its language if the URL does not fix that.
    pub(crate) fn name(&self) -> String {
        match &self.expected.language {
            Some(language) if self.expected.hreflang == X_DEFAULT => {
                format!("{} in {language}", self.url)
            }
            _ => self.url.clone(),
        }
    }

    /// Returns the expected language; empty for any.
    pub(crate) fn language(&self) -> &str {
        self.expected.language.as_deref().unwrap_or_default()
    }

    /// Resolves a URL that it names.
    pub(crate) fn join(&self, href: &str) -> Option<Url> {
        Url::parse(&self.expected.canonical_url).ok()?.join(href).ok()
    }

    /// Returns the URLs of its translations by `hreflang`, in their order.
    pub(crate) fn alternates(&self) -> Vec<(String, String)> {
        self.all("link[rel='alternate'][hreflang]")
            .into_iter()
            .map(|link| ["hreflang", "href"].map(|name| link.attr(name).unwrap_or_default()))
            .map(|[hreflang, href]| (hreflang.to_owned(), href.to_owned()))
            .collect()
    }

    /// Returns the elements that match a selector.
    pub(crate) fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        match Selector::parse(selector) {
            Ok(selector) => self.html.select(&selector).collect(),
            Err(error) => unreachable!("`{selector}` is not a selector: {error}"),
        }
    }

    /// Returns an attribute of every element that matches a selector; empty where it is
    /// missing.
    pub(crate) fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        self.all(selector).iter().map(|element| element.attr(name).unwrap_or_default()).collect()
    }

    /// Returns the contents of the `<meta>` elements with this `name` or `property`.
    pub(crate) fn meta(&self, name: &str) -> Vec<&str> {
        self.attributes(&format!("meta[name='{name}'], meta[property='{name}']"), "content")
    }

    /// Returns the text of every element that matches a selector.
    pub(crate) fn texts_of(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text().collect()).collect()
    }

    /// Returns the page's title; empty if there is none.
    pub(crate) fn title(&self) -> String {
        self.texts_of("head > title").into_iter().next().unwrap_or_default()
    }

    /// Returns the URLs of the files that the page needs.
    pub(crate) fn files(&self) -> Vec<String> {
        let links = self.attributes(
            "link[rel~='stylesheet'], link[rel~='icon'], \
            link[rel='apple-touch-icon'], link[rel='manifest']",
            "href",
        );
        let sources = self.attributes("img[src], script[src], source[src]", "src");
        let app = self.attributes("script[data-app]", "data-app");
        let pictures = self.meta("og:image");
        let all = links.into_iter().chain(sources).chain(app).chain(pictures);
        all.filter(|url| !url.starts_with("data:")).map(str::to_owned).collect()
    }

    /// Returns all texts in its language, without those that are marked as in another
    /// language or as not to be translated.
    pub(crate) fn texts(&self) -> Vec<Text<'_>> {
        let mut texts = Vec::new();
        for element in self.all("body, body *") {
            if !is_in_the_pages_language(element) {
                continue;
            }
            let own = element.children().filter_map(|child| child.value().as_text());
            let attributes = TEXT_ATTRIBUTES.into_iter().filter_map(|name| element.attr(name));
            let all = own.map(|text| &**text).chain(attributes).map(without_line_breaks);
            texts.extend(all.filter(|text| !text.is_empty()).map(|text| Text { text, element }));
        }
        texts
    }
}

/// Returns all words of a document, its title included, that are shown.
pub(crate) fn words_of(html: &str) -> Vec<String> {
    let html = Html::parse_document(html);
    html.root_element()
        .descendants()
        .filter(|node| !node.ancestors().filter_map(ElementRef::wrap).any(is_program))
        .filter_map(|node| node.value().as_text())
        .flat_map(|text| text.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// Returns a text without the characters that only control line breaks: zero-width
/// spaces, word joiners, and spaces other than the plain one.
fn without_line_breaks(text: &str) -> String {
    let text = text.replace(['\u{200b}', '\u{2060}'], "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the content of an element is not shown.
fn is_program(element: ElementRef<'_>) -> bool {
    matches!(element.value().name(), "script" | "style" | "template" | "noscript")
}

fn is_in_the_pages_language(element: ElementRef<'_>) -> bool {
    let around = element.ancestors().filter_map(ElementRef::wrap);
    std::iter::once(element).chain(around).all(|element| {
        !is_program(element)
            && (element.attr("lang").is_none() || element.value().name() == "html")
            && element.attr("translate") != Some("no")
    })
}

/// Returns the accessible name of a link, button or image.
pub(crate) fn accessible_name(element: ElementRef<'_>) -> String {
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
