//! The public URL of the site.

use url::Url;

/// What absolute addresses of the site begin with: no slash at its end, since
/// what follows begins with one.
#[must_use]
pub fn base(public_url: &Url) -> &str {
    public_url.as_str().trim_end_matches('/')
}
