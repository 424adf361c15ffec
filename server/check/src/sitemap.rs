//! Sitemaps (sitemaps.org, with search engines' `xhtml:link` for translations).

use serde::Deserialize;

/// The URLs that a sitemap names, or the sitemaps that an index of them names.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Sitemap {
    #[serde(rename = "url", default)]
    pub(crate) entries: Vec<Entry>,
    #[serde(rename = "sitemap", default)]
    sitemaps: Vec<Nested>,
}

/// One URL of a sitemap.
#[derive(Debug, Deserialize)]
pub(crate) struct Entry {
    pub(crate) loc: String,
    pub(crate) lastmod: Option<String>,
    #[serde(rename = "link", default)]
    alternates: Vec<Link>,
}

#[derive(Debug, Deserialize)]
struct Nested {
    loc: String,
}

#[derive(Debug, Deserialize)]
struct Link {
    #[serde(rename = "@hreflang")]
    hreflang: String,
    #[serde(rename = "@href")]
    href: String,
}

impl Sitemap {
    /// Parses a sitemap or an index of sitemaps.
    ///
    /// # Errors
    /// When it is not XML, or lacks an element.
    pub(crate) fn parse(text: &str) -> Result<Self, quick_xml::DeError> {
        quick_xml::de::from_str(text)
    }

    /// Iterates over the URLs of the sitemaps in an index.
    pub(crate) fn nested(&self) -> impl Iterator<Item = &str> {
        self.sitemaps.iter().map(|sitemap| sitemap.loc.as_str())
    }
}

impl Entry {
    /// The URLs of the translations by `hreflang`, in their order.
    pub(crate) fn alternates(&self) -> Vec<(String, String)> {
        self.alternates.iter().map(|link| (link.hreflang.clone(), link.href.clone())).collect()
    }
}
