//! `/sitemap.xml` (sitemaps.org, with search engines' `xhtml:link` for
//! translations).

use marquee_renderer::Alternate;
use quick_xml::se::to_string;
use serde::Serialize;
use url::Url;

use crate::locale::Locale;
use crate::page::{X_DEFAULT, alternates};
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
    #[serde(skip_serializing_if = "Option::is_none")]
    lastmod: Option<&'a str>,
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

/// Returns a sitemap with every URL of every indexable page. A page is modified when the
/// texts of its language are; the generated rows, which change every few seconds, do not
/// count, nor does a build. Search engines ignore the dates of a site where they are wrong.
pub(super) fn xml(site: &Site, public_url: &Url) -> Result<String, SitemapError> {
    let pages: Vec<_> =
        site.routes.pages().map(|path| alternates(site, public_url, path)).collect();
    let sitemap = Sitemap {
        namespace: "http://www.sitemaps.org/schemas/sitemap/0.9",
        xhtml: "http://www.w3.org/1999/xhtml",
        urls: pages.iter().flat_map(|page| entries(page, site)).collect(),
    };
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", to_string(&sitemap)?))
}

fn entries<'a>(page: &'a [Alternate], site: &'a Site) -> impl Iterator<Item = Entry<'a>> {
    page.iter().map(move |Alternate { hreflang, url }| Entry {
        loc: url,
        lastmod: content_date(site, hreflang),
        alternates: page
            .iter()
            .map(|Alternate { hreflang, url }| Link { rel: "alternate", hreflang, href: url })
            .collect(),
    })
}

/// Returns when the texts of a language last changed; without a language, those of any that
/// is offered, since the URL has pages in all of them.
fn content_date<'a>(site: &'a Site, hreflang: &str) -> Option<&'a str> {
    let offered = site.locales.iter().map(Locale::code);
    let codes = offered.filter(|code| hreflang == X_DEFAULT || *code == hreflang);
    // ISO 8601 sorts by time.
    codes.filter_map(|code| site.content_dates.get(code)).map(String::as_str).max()
}
