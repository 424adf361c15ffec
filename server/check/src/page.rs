//! A page as it was fetched.

use std::collections::BTreeSet;

use scraper::{Html, Selector};
use url::{Position, Url};

use crate::fetch::Response;

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

    /// Its path and query, and its language if the URL does not fix that.
    pub(crate) fn name(&self) -> String {
        let url = relative(&self.url);
        if self.expected.is_negotiated {
            format!("{url} in {}", self.expected.language)
        } else {
            url.to_owned()
        }
    }

    /// Returns `hreflang` and URL of each of its translations, as they are written.
    pub(crate) fn alternates(&self) -> BTreeSet<(String, String)> {
        let link = "head link[rel='alternate'][hreflang]";
        let [names, urls] = ["hreflang", "href"].map(|name| self.attributes(link, name));
        names.into_iter().map(str::to_owned).zip(urls.into_iter().map(str::to_owned)).collect()
    }

    /// An attribute of every element that matches a selector; empty where it is
    /// missing.
    pub(crate) fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        let elements = self.html.select(&parsed(selector)).collect::<Vec<_>>();
        elements.iter().map(|element| element.attr(name).unwrap_or_default()).collect()
    }

    /// The contents of the `<meta>` elements with this `name` or `property`; in the
    /// head, as crawlers ignore others.
    pub(crate) fn meta(&self, name: &str) -> Vec<&str> {
        self.attributes(
            &format!("head meta[name='{name}'], head meta[property='{name}']"),
            "content",
        )
    }

    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        self.html.select(&parsed(selector)).map(|element| element.text().collect()).collect()
    }

    /// The URLs of the files that the page needs, without fragments; a text that is
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
            let mut url = self.url.join(href).map_err(|_| href.to_owned())?;
            url.set_fragment(None);
            Ok(url)
        });
        urls.filter(|url| url.as_ref().map_or(true, |url: &Url| url.scheme() != "data")).collect()
    }
}

pub(crate) fn relative(url: &Url) -> &str {
    &url[Position::BeforePath..Position::AfterQuery]
}

fn parsed(selector: &str) -> Selector {
    match Selector::parse(selector) {
        Ok(selector) => selector,
        Err(error) => unreachable!("`{selector}` is not a selector: {error}"),
    }
}
