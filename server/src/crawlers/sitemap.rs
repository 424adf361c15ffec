//! `/sitemap.xml` (sitemaps.org, with search engines' `xhtml:link` for
//! translations).

use marquee_renderer::Alternate;
use quick_xml::se::to_string;
use serde::Serialize;
use url::Url;

use crate::page::alternates;
use crate::site::Site;

/// Where it stands.
pub const PATH: &str = "/sitemap.xml";

/// The map cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the site map cannot be written: {0}")]
pub struct SitemapError(#[from] quick_xml::SeError);

#[derive(Serialize)]
#[serde(rename = "urlset")]
struct Sitemap<'a> {
    #[serde(rename = "@xmlns")]
    namespace: &'static str,
    #[serde(rename = "@xmlns:xhtml")]
    xhtml: &'static str,
    #[serde(rename = "url")]
    addresses: Vec<Entry<'a>>,
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

/// Every address of every page that search engines may index. Pages change with
/// the build; the rows that are new every few seconds are no news.
pub(super) fn xml(site: &Site, public_url: &Url) -> Result<String, SitemapError> {
    let pages: Vec<_> =
        site.routes.pages().map(|path| alternates(site, public_url, path)).collect();
    let sitemap = Sitemap {
        namespace: "http://www.sitemaps.org/schemas/sitemap/0.9",
        xhtml: "http://www.w3.org/1999/xhtml",
        addresses: pages.iter().flat_map(|page| entries(page, &site.built)).collect(),
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
