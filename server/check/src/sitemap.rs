//! Sitemaps (sitemaps.org, with search engines' `xhtml:link` for translations).

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

/// The namespace of `xhtml:link`.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// One URL of a sitemap.
pub(crate) struct Entry {
    /// As it is written; empty if it is missing.
    pub(crate) loc: String,
    /// `hreflang` and URL of each translation, as they are written.
    pub(crate) alternates: BTreeSet<(String, String)>,
}

/// Parses a sitemap.
pub(crate) fn parse(text: &str) -> Result<Vec<Entry>, roxmltree::Error> {
    let document = Document::parse(text)?;
    let urls = document.root_element().children();
    Ok(urls.filter(|child| child.tag_name().name() == "url").map(entry).collect())
}

fn entry(url: Node<'_, '_>) -> Entry {
    let loc = url.children().find(|child| child.tag_name().name() == "loc");
    let attribute = |link: &Node<'_, '_>, name| link.attribute(name).unwrap_or_default().to_owned();
    Entry {
        loc: loc.and_then(|loc| loc.text()).unwrap_or_default().to_owned(),
        alternates: url
            .children()
            .filter(|child| child.has_tag_name((XHTML, "link")))
            .map(|link| (attribute(&link, "hreflang"), attribute(&link, "href")))
            .collect(),
    }
}
