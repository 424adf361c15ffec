//! The locale of a request, and the canonical URL of the page it is for.

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT_LANGUAGE;
use url::form_urlencoded;

use crate::locale::Locale;
use crate::site::Site;

/// The query parameter that fixes the language.
const LANG: &str = "lang";

/// The page's language and how it was chosen. The difference matters to shared
/// caches: only a negotiated response varies with `Accept-Language`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// Named by `?lang=`.
    Fixed(Locale),
    /// Chosen from the `Accept-Language` header.
    Negotiated(Locale),
}

impl Language {
    /// `?lang=`, in any spelling, wins where it names a language of the site;
    /// then the header; then the default. Of several the first counts.
    #[must_use]
    pub fn of(request: &HttpRequest, site: &Site) -> Self {
        let named = form_urlencoded::parse(request.query_string().as_bytes())
            .find(|(name, _)| name.eq_ignore_ascii_case(LANG))
            .and_then(|(_, code)| site.selectable.get(&code));
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

    /// Whether `query`, which this is the language of, names it in the one
    /// canonical way, `lang=zh`, or does not name it at all. A cache with
    /// `lang` in its key may parse any other spelling in another way than this
    /// server, and would serve one language to clients that asked for another: such
    /// URLs are redirected to the canonical one.
    ///
    /// A single `lang=` with an unknown value is canonical, since it is ignored
    /// like any other parameter.
    #[must_use]
    pub fn is_canonical_in(&self, query: &str) -> bool {
        let mut named = query.split('&').filter(|parameter| names_language(parameter));
        let (Some(parameter), others) = (named.next(), named.next()) else {
            return true;
        };
        let value = match parameter.split_once('=') {
            Some((LANG, value)) => Some(value),
            Some(_) => None,
            None => (parameter == LANG).then_some(""),
        };
        let is_canonical = match self {
            Self::Fixed(locale) => value == Some(locale.code()),
            Self::Negotiated(_) => value.is_some(),
        };
        is_canonical && others.is_none()
    }

    /// The canonical query, without its question mark.
    #[must_use]
    pub fn canonical_query(&self) -> String {
        match self {
            Self::Fixed(locale) => format!("{LANG}={}", locale.code()),
            Self::Negotiated(_) => String::new(),
        }
    }

    /// The canonical URL of the page at `path` in this language, relative to the site.
    #[must_use]
    pub fn url_of(&self, path: &str) -> String {
        match self {
            Self::Fixed(_) => format!("{path}?{}", self.canonical_query()),
            Self::Negotiated(_) => path.to_owned(),
        }
    }

    /// The language itself.
    #[must_use]
    pub fn locale(&self) -> &Locale {
        match self {
            Self::Fixed(locale) | Self::Negotiated(locale) => locale,
        }
    }
}

/// Whether one parameter of a query, as it was sent, has the name `lang` in any
/// spelling: in other case, or with escaped letters.
fn names_language(parameter: &str) -> bool {
    form_urlencoded::parse(parameter.as_bytes()).any(|(name, _)| name.eq_ignore_ascii_case(LANG))
}
