//! `/sitemap.xml` (sitemaps.org, with search engines' `xhtml:link` for
//! translations).

use url::Url;

use crate::locale::Locale;
use crate::page::{Alternate, X_DEFAULT, alternates};
use crate::site::Site;

/// Path of the sitemap.
pub(super) const PATH: &str = "/sitemap.xml";

/// A sitemap with every URL of every indexable page. A page is modified when the
/// texts of its language are; the generated rows, which change every few seconds, do not
/// count, nor does a build. Search engines ignore the dates of a site where they are wrong.
pub(super) fn xml(site: &Site, public_url: &Url) -> String {
    let pages = site.routes.pages().map(|path| alternates(site, public_url, path));
    let urls: String = pages.map(|page| entries(&page, site)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">{urls}</urlset>\n"
    )
}

fn entries(page: &[Alternate], site: &Site) -> String {
    let link = |Alternate { hreflang, url }: &Alternate| {
        let url = escaped(url);
        format!("<xhtml:link rel=\"alternate\" hreflang=\"{hreflang}\" href=\"{url}\"/>")
    };
    let links: String = page.iter().map(link).collect();
    let entry = |Alternate { hreflang, url }: &Alternate| {
        let date = content_date(site, hreflang);
        let modified = date.map(|date| format!("<lastmod>{date}</lastmod>")).unwrap_or_default();
        format!("<url><loc>{}</loc>{modified}{links}</url>", escaped(url))
    };
    page.iter().map(entry).collect()
}

/// Escapes a URL, which has no other characters of markup.
fn escaped(url: &str) -> String {
    url.replace('&', "&amp;").replace('\'', "&apos;")
}

/// Returns when the texts of a language last changed; without a language, those of any that
/// is offered, since the URL has pages in all of them.
fn content_date<'a>(site: &'a Site, hreflang: &str) -> Option<&'a str> {
    let offered = site.locales.iter().map(Locale::code);
    let codes = offered.filter(|code| hreflang == X_DEFAULT || *code == hreflang);
    // ISO 8601 sorts by time.
    codes.filter_map(|code| site.content_dates.get(code)).map(String::as_str).max()
}
