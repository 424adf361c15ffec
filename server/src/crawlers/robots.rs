//! `/robots.txt` (RFC 9309).

use url::Url;

use super::sitemap;
use crate::public_url;

/// Where it stands.
pub const PATH: &str = "/robots.txt";

/// Allows everything: crawlers need scripts, styles and pictures to render a page, and
/// what is not for search engines has `noindex`.
pub(super) fn text(public_url: &Url) -> String {
    let base = public_url::base(public_url);
    format!("User-agent: *\nAllow: /\n\nSitemap: {base}{}\n", sitemap::PATH)
}
