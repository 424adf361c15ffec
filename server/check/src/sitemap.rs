//! `sitemap.xml` (sitemaps.org, with search engines' `xhtml:link` for translations).

use serde::Deserialize;

/// The URLs that a sitemap names.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Sitemap {
    #[serde(rename = "url", default)]
    pub(crate) entries: Vec<Entry>,
}

/// One URL of a sitemap.
#[derive(Debug, Deserialize)]
pub(crate) struct Entry {
    pub(crate) loc: String,
    #[serde(default)]
    pub(crate) lastmod: String,
    #[serde(rename = "link", default)]
    alternates: Vec<Link>,
}

#[derive(Debug, Deserialize)]
struct Link {
    #[serde(rename = "@hreflang")]
    hreflang: String,
    #[serde(rename = "@href")]
    href: String,
}

impl Sitemap {
    /// Parses a sitemap.
    ///
    /// # Errors
    /// When it is not XML, or lacks an element.
    pub(crate) fn parse(text: &str) -> Result<Self, quick_xml::DeError> {
        quick_xml::de::from_str(text)
    }

    /// The URLs of all translations by `hreflang`.
    pub(crate) fn alternates(&self) -> impl Iterator<Item = (String, String)> {
        self.entries.iter().flat_map(Entry::alternates)
    }
}

impl Entry {
    /// The URLs of the translations by `hreflang`, in their order.
    pub(crate) fn alternates(&self) -> Vec<(String, String)> {
        self.alternates.iter().map(|link| (link.hreflang.clone(), link.href.clone())).collect()
    }
}
