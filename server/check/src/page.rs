//! A page as it was fetched.

use scraper::{ElementRef, Html, Selector};
use url::{Position, Url};

use crate::fetch::Response;

/// The `hreflang` of the URL whose language is negotiated.
pub(crate) const X_DEFAULT: &str = "x-default";

/// The kind of URL that a page was fetched at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Its own, which search engines should index.
    Canonical,
    /// Its own, with a tracking parameter.
    Tracked,
    /// One without a page.
    NotFound,
}

/// Expected properties of a page.
pub(crate) struct Expected {
    /// The language that the request asks for, and the page should be in.
    pub(crate) language: String,
    /// Whether the page's URL does not fix its language.
    pub(crate) is_negotiated: bool,
    /// Without tracking parameters.
    pub(crate) canonical_url: Url,
    pub(crate) kind: Kind,
}

/// A page as it was fetched.
pub(crate) struct Page {
    /// As documents name it.
    url: Url,
    pub(crate) expected: Expected,
    pub(crate) status: u16,
    pub(crate) content_language: String,
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
    pub(crate) fn new(url: Url, expected: Expected, response: &Response) -> Self {
        Self {
            url,
            expected,
            status: response.status,
            content_language: response.content_language.clone(),
            other_for: Vec::new(),
            html: Html::parse_document(&response.text),
        }
    }

    /// Returns its path and query, and its language if the URL does not fix that.
    pub(crate) fn name(&self) -> String {
        let url = relative(&self.url);
        if self.expected.is_negotiated {
            format!("{url} in {}", self.language())
        } else {
            url.to_owned()
        }
    }

    /// Returns the expected language.
    pub(crate) fn language(&self) -> &str {
        &self.expected.language
    }

    /// Returns the expected status.
    pub(crate) fn expected_status(&self) -> u16 {
        if self.expected.kind == Kind::NotFound { 404 } else { 200 }
    }

    /// Resolves a URL that it names.
    pub(crate) fn resolve(&self, href: &str) -> Option<Url> {
        self.url.join(href).ok()
    }

    /// Returns the URLs of its translations by `hreflang`, as they are written and in
    /// their order.
    pub(crate) fn alternates(&self) -> Vec<(String, String)> {
        alternates(&self.html)
    }

    /// Returns the [alternates](Self::alternates) of the page in a response.
    pub(crate) fn alternates_of(response: &Response) -> Vec<(String, String)> {
        alternates(&Html::parse_document(&response.text))
    }

    /// Returns the elements that match a selector.
    pub(crate) fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        all(&self.html, selector)
    }

    /// Returns an attribute of every element that matches a selector; empty where it is
    /// missing.
    pub(crate) fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        self.all(selector).iter().map(|element| element.attr(name).unwrap_or_default()).collect()
    }

    /// Returns the contents of the `<meta>` elements with this `name` or `property`; in the
    /// head, as crawlers ignore others.
    pub(crate) fn meta(&self, name: &str) -> Vec<&str> {
        self.attributes(
            &format!("head meta[name='{name}'], head meta[property='{name}']"),
            "content",
        )
    }

    /// Returns the text of every element that matches a selector.
    pub(crate) fn texts_of(&self, selector: &str) -> Vec<String> {
        self.all(selector).iter().map(|element| element.text().collect()).collect()
    }

    /// Returns the page's title; empty if there is none.
    pub(crate) fn title(&self) -> String {
        self.texts_of("head > title").into_iter().next().unwrap_or_default()
    }

    /// Returns the URLs of the files that the page needs, without fragments; a text that is
    /// no URL as an error.
    pub(crate) fn files(&self) -> Vec<Result<Url, String>> {
        let mut hrefs = self.attributes(
            "link[rel~='stylesheet'], link[rel~='icon'], \
            link[rel='apple-touch-icon'], link[rel='manifest'], use[href]",
            "href",
        );
        hrefs.extend(self.attributes("img[src], script[src], source[src]", "src"));
        hrefs.extend(self.attributes("script[data-app]", "data-app"));
        hrefs.extend(self.meta("og:image"));
        let urls = hrefs.into_iter().map(|href| {
            let mut url = self.resolve(href).ok_or_else(|| href.to_owned())?;
            url.set_fragment(None);
            Ok(url)
        });
        urls.filter(|url| url.as_ref().map_or(true, |url: &Url| url.scheme() != "data")).collect()
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

/// Returns the path and query of a URL.
pub(crate) fn relative(url: &Url) -> &str {
    &url[Position::BeforePath..Position::AfterQuery]
}

fn all<'a>(html: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    match Selector::parse(selector) {
        Ok(selector) => html.select(&selector).collect(),
        Err(error) => unreachable!("`{selector}` is not a selector: {error}"),
    }
}

fn alternates(html: &Html) -> Vec<(String, String)> {
    all(html, "head link[rel='alternate'][hreflang]")
        .into_iter()
        .map(|link| ["hreflang", "href"].map(|name| link.attr(name).unwrap_or_default()))
        .map(|[hreflang, href]| (hreflang.to_owned(), href.to_owned()))
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
