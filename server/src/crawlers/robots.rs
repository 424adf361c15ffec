//! `/robots.txt` (RFC 9309).

use url::Url;

use super::sitemap;
use crate::public_url;

/// Path of `robots.txt`.
pub const PATH: &str = "/robots.txt";

/// Returns rules that allow everything: crawlers need scripts, styles and pictures to
/// render a page, and what must not be indexed has `noindex`.
pub(super) fn text(public_url: &Url) -> String {
    let base = public_url::base(public_url);
    format!("User-agent: *\nAllow: /\n\nSitemap: {base}{}\n", sitemap::PATH)
}
