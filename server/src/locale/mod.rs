//! The locales of the site, and the language of a request: that of `?lang=`, else the one
//! negotiated by `Accept-Language`.

mod range;
mod related;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::iter;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT_LANGUAGE;
use url::form_urlencoded;

use crate::http::ParsedFields;
use range::Range;

/// A locale of the site. Created only by [`Locales`], so that it is always one of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Locale(Arc<str>);

impl Locale {
    /// Its code, as in `lang` attributes: `en`, `zh`, `ms`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0
    }
}

/// The locales of the site, the default one first.
#[derive(Debug, Clone)]
pub struct Locales {
    supported: Vec<Locale>,
    /// Every tag that names one of the locales, its code among them.
    names: Vec<(Box<str>, Locale)>,
    /// Tags of related languages, for whose readers a locale is the best choice. A range
    /// with such a tag selects that locale, but does not exclude it.
    related: Vec<(Box<str>, Locale)>,
}

/// Limit of ranges of one header that are parsed. Browsers send fewer than ten; the limit
/// bounds the cost of hostile headers.
const MAX_RANGES: usize = 64;

impl Locales {
    /// Creates the locales with these codes, the default one first.
    ///
    /// # Errors
    /// There is none, as text.
    pub fn new<'a>(codes: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let supported: Vec<_> = codes.into_iter().map(|code| Locale(code.into())).collect();
        if supported.is_empty() {
            return Err("it has no language".into());
        }
        let names = supported.iter().map(|locale| (locale.code().into(), locale.clone())).collect();
        let mut locales = Self { supported, names, related: Vec::new() };
        for (code, tags) in related::RELATED {
            if let Some(locale) = locales.get(code).cloned() {
                locales.related.extend(tags.iter().map(|tag| ((*tag).into(), locale.clone())));
            }
        }
        Ok(locales)
    }

    /// Adds tags that name the locale with this code. A tag that already names a locale
    /// still names that one. An unknown code is ignored.
    pub fn add_names<'a>(&mut self, code: &str, names: impl IntoIterator<Item = &'a str>) {
        if let Some(locale) = self.get(code).cloned() {
            self.names.extend(names.into_iter().map(|name| (name.into(), locale.clone())));
        }
    }

    /// The default locale.
    #[must_use]
    pub fn default(&self) -> &Locale {
        &self.supported[0]
    }

    /// Iterates over the locales, the default one first.
    pub fn iter(&self) -> impl Iterator<Item = &Locale> {
        self.supported.iter()
    }

    /// The locale with this code, in any case.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&Locale> {
        self.supported.iter().find(|locale| locale.code().eq_ignore_ascii_case(code))
    }

    /// Negotiates the locale for the ranges of `Accept-Language` (RFC 9110, section 12.5.4)
    /// by lookup (RFC 4647, section 3.4): the range with the
    /// highest quality whose language, truncated subtag by subtag, is a locale of the
    /// site and not excluded with a quality of 0. `*` names no language, so that all
    /// ranges that do come before it. Those that do not parse are ignored.
    #[must_use]
    pub fn negotiate<'a>(&self, ranges: impl IntoIterator<Item = &'a str>) -> &Locale {
        self.best(&parse(ranges))
    }

    fn best(&self, ranges: &[Range]) -> &Locale {
        let (accepted, excluded) =
            ranges.split_at(ranges.partition_point(|range| range.quality > 0));
        let is_allowed =
            |locale: &&Locale| !excluded.iter().any(|range| self.covers(range, locale));
        let accepts_any = accepted.iter().any(Range::is_any);
        accepted
            .iter()
            .find_map(|range| self.lookup(&range.tag).filter(is_allowed))
            .or_else(|| self.iter().find(|locale| accepts_any && is_allowed(locale)))
            .unwrap_or_else(|| self.default())
    }

    /// Looks up a tag, truncated subtag by subtag.
    fn lookup(&self, tag: &str) -> Option<&Locale> {
        let truncated = || iter::successors(Some(tag), |tag| Some(tag.rsplit_once('-')?.0));
        let named = truncated().find_map(|tag| self.named(tag));
        named.or_else(|| truncated().find_map(|tag| find(&self.related, tag)))
    }

    fn named(&self, tag: &str) -> Option<&Locale> {
        find(&self.names, tag)
    }

    /// Whether a range covers all of a locale (RFC 4647, section 3.3.1): `zh` covers `zh`,
    /// while `zh-TW` is only a part of it, and `yue` another language.
    fn covers(&self, range: &Range, locale: &Locale) -> bool {
        let is_prefix = || {
            let (code, tag) = (locale.code().as_bytes(), range.tag.as_bytes());
            code.get(tag.len()) == Some(&b'-') && code[..tag.len()].eq_ignore_ascii_case(tag)
        };
        self.named(&range.tag) == Some(locale) || is_prefix()
    }
}

/// Parses ranges, the best ones first.
fn parse<'a>(ranges: impl IntoIterator<Item = &'a str>) -> Vec<Range> {
    let mut ranges: Vec<_> = ranges.into_iter().take(MAX_RANGES).filter_map(Range::parse).collect();
    // Stable: among equals the first in the header comes first.
    ranges.sort_by_key(|range| Reverse(range.quality));
    ranges
}

/// The ranges of a request's `Accept-Language`. Repeated fields are equivalent to one list (RFC 9110,
/// section 5.3). Invalid UTF-8 invalidates only its own range.
fn ranges_of(request: &HttpRequest) -> Vec<Range> {
    let fields = request.headers().get_all(ACCEPT_LANGUAGE);
    let ranges = fields.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    parse(ranges.map(|range| str::from_utf8(range).unwrap_or_default()))
}

thread_local! {
    static RANGES: ParsedFields<Vec<Range>> = const { ParsedFields::new() };
}

/// The locale for `tag`, in any case, in the list `tags`.
fn find<'a>(tags: &'a [(Box<str>, Locale)], tag: &str) -> Option<&'a Locale> {
    tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(tag)).map(|(_, locale)| locale)
}

/// The query parameter that fixes the language.
pub(crate) const LANG: &str = "lang";

/// The query parameter with the Open Graph locale that Facebook's crawler requests.
const FB_LOCALE: &str = "fb_locale";

/// The page's language and how it was chosen. The difference matters to shared
/// caches: only a negotiated response varies with `Accept-Language`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Language {
    /// Fixed by `?lang=`.
    Fixed(Locale),
    /// Chosen from the `Accept-Language` header.
    Negotiated(Locale),
}

impl Language {
    /// The language of a request: that of the first `lang` parameter, in any
    /// spelling, if it names a language of the site; without one, that of `fb_locale`, by
    /// which Facebook requests the announced `og:locale:alternate`; else the negotiated one;
    /// else the default. `selectable` are the locales that `lang` may name, `locales` those
    /// that may be negotiated.
    #[must_use]
    pub fn of(request: &HttpRequest, selectable: &Locales, locales: &Locales) -> Self {
        let query = request.query_string();
        let named = match parameter(query, LANG) {
            Some(code) => selectable.get(&code),
            None => {
                parameter(query, FB_LOCALE).and_then(|code| locales.lookup(&code.replace('_', "-")))
            }
        };
        if let Some(locale) = named {
            return Self::Fixed(locale.clone());
        }
        RANGES.with(|known| {
            known.read(request, ACCEPT_LANGUAGE, ranges_of, |ranges| {
                Self::Negotiated(locales.best(ranges).clone())
            })
        })
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
        let named: Vec<_> = parameters(query).filter(|one| names(one, LANG)).collect();
        match (self, &*named) {
            (Self::Negotiated(_), []) => true,
            (_, [_]) if query.contains('?') => false,
            (Self::Negotiated(_), [one]) => *one == LANG || one.starts_with("lang="),
            (Self::Fixed(locale), [one]) => one.strip_prefix("lang=") == Some(locale.code()),
            _ => false,
        }
    }

    /// Returns `query` with the language in its canonical spelling, and the other
    /// parameters as they were sent.
    #[must_use]
    pub fn canonical_query(&self, query: &str) -> String {
        let lang = match self {
            Self::Fixed(locale) => Some(format!("{LANG}={}", locale.code())),
            Self::Negotiated(_) => None,
        };
        let others = parameters(query).filter(|one| !names(one, LANG)).map(str::to_owned);
        lang.into_iter().chain(others).collect::<Vec<_>>().join("&")
    }

    /// The canonical URL of the page at `path` in this language, relative to the site,
    /// with the parameters of `query`, in which advertisements count their visits.
    #[must_use]
    pub fn url_of(&self, path: &str, query: &str) -> String {
        let query = self.canonical_query(query);
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }

    /// The locale.
    #[must_use]
    pub fn locale(&self) -> &Locale {
        match self {
            Self::Fixed(locale) | Self::Negotiated(locale) => locale,
        }
    }
}

/// Splits a query into its parameters, as they were sent. A second `?` separates them too:
/// advertisers append `?utm_source=…` to a URL that has a query.
fn parameters(query: &str) -> impl Iterator<Item = &str> {
    query.split(['&', '?']).filter(|one| !one.is_empty())
}

/// The decoded value of the first parameter with this name in any spelling.
fn parameter<'a>(query: &'a str, name: &str) -> Option<Cow<'a, str>> {
    if query.is_empty() {
        return None;
    }
    parameters(query)
        .flat_map(|one| form_urlencoded::parse(one.as_bytes()))
        .find_map(|(found, value)| found.eq_ignore_ascii_case(name).then_some(value))
}

/// Whether one parameter, as it was sent, has this name in any spelling: in other case, or
/// with escaped letters.
fn names(one: &str, name: &str) -> bool {
    parameter(one, name).is_some()
}

#[cfg(test)]
mod negotiation_cases;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn site_without_languages_is_rejected() {
        assert!(Locales::new([]).is_err());
    }

    #[test]
    fn first_locale_is_for_visitors_who_ask_for_none_of_the_site() {
        let locales = Locales::new(["ar", "en", "ur"]).expect("three");
        for (header, expected) in [("fr", "ar"), ("", "ar"), ("fr, en;q=0.1", "en")] {
            assert_eq!(locales.negotiate(header.split(',')).code(), expected, "{header}");
        }
    }

    #[test]
    fn locale_with_script_matches_its_full_tag_and_is_excluded_by_its_prefix() {
        let locales = Locales::new(["en", "zh", "zh-Hant"]).expect("some");
        for (header, expected) in [
            ("zh-hant-HK", "zh-Hant"),
            ("zh-HK", "zh"),
            ("zh;q=0, *;q=0.5, zh-Hant", "en"),
            ("zh-Hant;q=0, zh", "zh"),
            ("z;q=0, zh-Hant", "zh-Hant"),
        ] {
            assert_eq!(locales.negotiate(header.split(',')).code(), expected, "{header}");
        }
    }
}
