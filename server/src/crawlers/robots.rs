//! `/robots.txt` (RFC 9309).

use url::Url;

use super::sitemap;

/// Where it stands.
pub(super) const PATH: &str = "/robots.txt";

/// Everything may be fetched: pages need their scripts, styles and pictures to
/// be judged as visitors see them, and what should not be found says so itself.
pub(super) fn text(public_url: &Url) -> String {
    let origin = public_url.as_str().trim_end_matches('/');
    format!("User-agent: *\nAllow: /\n\nSitemap: {origin}{}\n", sitemap::PATH)
}
