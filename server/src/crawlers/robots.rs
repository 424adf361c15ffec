//! `/robots.txt` (RFC 9309).

use url::Url;

use super::sitemap;
use crate::public_url;

/// Where it stands.
pub const PATH: &str = "/robots.txt";

/// Everything may be fetched: pages need their scripts, styles and pictures to
/// be judged as visitors see them, and what should not be found says so itself.
pub(super) fn text(public_url: &Url) -> String {
    let base = public_url::base(public_url);
    format!("User-agent: *\nAllow: /\n\nSitemap: {base}{}\n", sitemap::PATH)
}
