//! The public URL of the site.

use url::Url;

/// Returns the prefix of the site's absolute URLs, without a trailing slash.
#[must_use]
pub fn base(public_url: &Url) -> &str {
    public_url.as_str().trim_end_matches('/')
}
