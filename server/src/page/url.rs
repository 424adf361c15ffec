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
    /// Fixed by `?lang=`.
    Fixed(Locale),
    /// Chosen from the `Accept-Language` header.
    Negotiated(Locale),
}

impl Language {
    /// Returns the language of a request: that of the first `lang` parameter, in any
    /// spelling, if it names a language of the site; else the negotiated one; else the
    /// default.
    #[must_use]
    pub fn of(request: &HttpRequest, site: &Site) -> Self {
        let named = form_urlencoded::parse(request.query_string().as_bytes())
            .find(|(name, _)| name.eq_ignore_ascii_case(LANG))
            .and_then(|(_, code)| site.selectable.get(&code));
        if let Some(locale) = named {
            return Self::Fixed(locale.clone());
        }
        // RFC 9110, section 5.3: repeated fields are equivalent to one list. Invalid
        // UTF-8 invalidates only its own range.
        let accepted: Vec<_> = request
            .headers()
            .get_all(ACCEPT_LANGUAGE)
            .map(|value| String::from_utf8_lossy(value.as_bytes()))
            .collect();
        Self::Negotiated(site.locales.negotiate(&accepted.join(",")).clone())
    }

    /// Whether `query`, from which this language was determined, names it in the
    /// canonical spelling, `lang=zh`, or not at all. A cache with `lang` in its key may
    /// parse other spellings differently, and would serve one language to clients that
    /// requested another: such URLs are redirected to the canonical one.
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

    /// Returns `query` with the language in its canonical spelling, and the other
    /// parameters as they were sent.
    #[must_use]
    pub fn canonical_query(&self, query: &str) -> String {
        let lang = match self {
            Self::Fixed(locale) => Some(format!("{LANG}={}", locale.code())),
            Self::Negotiated(_) => None,
        };
        let others = query
            .split('&')
            .filter(|parameter| !parameter.is_empty() && !names_language(parameter))
            .map(str::to_owned);
        lang.into_iter().chain(others).collect::<Vec<_>>().join("&")
    }

    /// Returns the canonical URL of the page at `path` in this language, relative to the site.
    #[must_use]
    pub fn url_of(&self, path: &str) -> String {
        self.redirect_to(path, "")
    }

    /// Returns the URL of the page at `path` in this language, with the parameters of
    /// `query`, in which advertisements count their visits.
    #[must_use]
    pub fn redirect_to(&self, path: &str, query: &str) -> String {
        let query = self.canonical_query(query);
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }

    /// Returns the locale.
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
