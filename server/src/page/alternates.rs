//! The addresses of one page: where its language is negotiated, and where it is
//! fixed.

use std::iter;

use url::Url;

use super::{Language, PageUrl};
use crate::public_url;
use crate::site::Site;

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternate {
    /// A language tag, or `x-default` for the negotiated page.
    pub hreflang: String,
    /// Absolute URL.
    pub address: String,
}

/// All addresses of the page at `path`: the same list for every one of them.
#[must_use]
pub fn alternates(site: &Site, public_url: &Url, path: &str) -> Vec<Alternate> {
    let base = public_url::base(public_url);
    let negotiated = ("x-default", Language::Negotiated(site.locales.default().clone()));
    let fixed = site.locales.iter().map(|locale| (locale.code(), Language::Fixed(locale.clone())));
    iter::once(negotiated)
        .chain(fixed)
        .map(|(hreflang, language)| Alternate {
            hreflang: hreflang.to_owned(),
            address: format!("{base}{}", PageUrl { path, language: &language }),
        })
        .collect()
}
