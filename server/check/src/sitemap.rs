//! Sitemaps (sitemaps.org, with search engines' `xhtml:link` for translations).

use roxmltree::{Document, Node};

/// The namespace of `xhtml:link`.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// One URL of a sitemap.
pub(crate) struct Entry {
    /// Empty if it is missing.
    pub(crate) loc: String,
    pub(crate) lastmod: Option<String>,
    /// The URLs of the translations by `hreflang`, in their order.
    pub(crate) alternates: Vec<(String, String)>,
}

/// Parses a sitemap.
///
/// # Errors
/// When it is not XML.
pub(crate) fn parse(text: &str) -> Result<Vec<Entry>, roxmltree::Error> {
    let document = Document::parse(text)?;
    Ok(named(document.root_element(), "url").map(entry).collect())
}

fn entry(url: Node<'_, '_>) -> Entry {
    let text = |name| named(url, name).next().and_then(|child| child.text()).map(str::to_owned);
    let attribute = |link: &Node<'_, '_>, name| link.attribute(name).unwrap_or_default().to_owned();
    Entry {
        loc: text("loc").unwrap_or_default(),
        lastmod: text("lastmod"),
        alternates: url
            .children()
            .filter(|child| child.has_tag_name((XHTML, "link")))
            .map(|link| (attribute(&link, "hreflang"), attribute(&link, "href")))
            .collect(),
    }
}

/// Iterates over the children with a name.
fn named<'a, 'input>(
    parent: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    parent.children().filter(move |child| child.tag_name().name() == name)
}
