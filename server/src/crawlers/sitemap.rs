//! `/sitemap.xml` (sitemaps.org, with search engines' `xhtml:link` for
//! translations).

use marquee_renderer::Alternate;
use quick_xml::se::to_string;
use serde::Serialize;
use url::Url;

use crate::page::alternates;
use crate::site::Site;

/// Path of the sitemap.
pub const PATH: &str = "/sitemap.xml";

/// The sitemap could not be serialized.
#[derive(Debug, thiserror::Error)]
#[error("the sitemap cannot be written: {0}")]
pub struct SitemapError(#[from] quick_xml::SeError);

#[derive(Serialize)]
#[serde(rename = "urlset")]
struct Sitemap<'a> {
    #[serde(rename = "@xmlns")]
    namespace: &'static str,
    #[serde(rename = "@xmlns:xhtml")]
    xhtml: &'static str,
    #[serde(rename = "url")]
    urls: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    loc: &'a str,
    lastmod: &'a str,
    #[serde(rename = "xhtml:link")]
    alternates: Vec<Link<'a>>,
}

#[derive(Serialize)]
struct Link<'a> {
    #[serde(rename = "@rel")]
    rel: &'static str,
    #[serde(rename = "@hreflang")]
    hreflang: &'a str,
    #[serde(rename = "@href")]
    href: &'a str,
}

/// Returns a sitemap with every URL of every indexable page. Pages are modified by a
/// build; the generated rows, which change every few seconds, do not count.
pub(super) fn xml(site: &Site, public_url: &Url) -> Result<String, SitemapError> {
    let pages: Vec<_> =
        site.routes.pages().map(|path| alternates(site, public_url, path)).collect();
    let sitemap = Sitemap {
        namespace: "http://www.sitemaps.org/schemas/sitemap/0.9",
        xhtml: "http://www.w3.org/1999/xhtml",
        urls: pages.iter().flat_map(|page| entries(page, &site.built)).collect(),
    };
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", to_string(&sitemap)?))
}

fn entries<'a>(page: &'a [Alternate], built: &'a str) -> impl Iterator<Item = Entry<'a>> {
    page.iter().map(move |Alternate { url, .. }| Entry {
        loc: url,
        lastmod: built,
        alternates: page
            .iter()
            .map(|Alternate { hreflang, url }| Link { rel: "alternate", hreflang, href: url })
            .collect(),
    })
}
