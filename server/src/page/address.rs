//! The language of a request and the canonical address of what it asks for.

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT_LANGUAGE;
use url::form_urlencoded;

use crate::locale::Locale;
use crate::site::Site;

/// The page's language and what it was taken from. The difference matters to
/// shared caches: only a negotiated answer varies with `Accept-Language`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// Named by `?lang=`.
    Fixed(Locale),
    /// Chosen from the `Accept-Language` header.
    Negotiated(Locale),
}

impl Language {
    /// `?lang=` wins where it names a language of the site; then the header;
    /// then the default.
    #[must_use]
    pub fn of(request: &HttpRequest, site: &Site) -> Self {
        let named = form_urlencoded::parse(request.query_string().as_bytes())
            .find(|(name, _)| name == "lang")
            .and_then(|(_, code)| site.nameable.get(&code));
        if let Some(locale) = named {
            return Self::Fixed(locale.clone());
        }
        // RFC 9110, section 5.3: repeated fields mean the same as one list. Bytes
        // that are no text spoil only the range that they stand in.
        let accepted: Vec<_> = request
            .headers()
            .get_all(ACCEPT_LANGUAGE)
            .map(|value| String::from_utf8_lossy(value.as_bytes()))
            .collect();
        Self::Negotiated(site.locales.negotiate(&accepted.join(",")).clone())
    }

    /// The language itself.
    #[must_use]
    pub fn locale(&self) -> &Locale {
        match self {
            Self::Fixed(locale) | Self::Negotiated(locale) => locale,
        }
    }
}

/// Where a page stands: its path, and the language if the address fixes it.
/// Everything else a visitor may have put into the address is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address<'a> {
    /// One of the site's own paths.
    pub path: &'a str,
    /// The language to show it in.
    pub language: &'a Language,
}

impl std::fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.language {
            Language::Fixed(locale) => write!(f, "{}?lang={}", self.path, locale.code()),
            Language::Negotiated(_) => f.write_str(self.path),
        }
    }
}
