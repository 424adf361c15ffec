//! The visitor's language: which ones the site speaks, and which of them an
//! `Accept-Language` header asks for.

use std::sync::Arc;

/// A language that the site speaks. Made only by [`Locales`], so it always is
/// one of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Locale(Arc<str>);

impl Locale {
    /// Its code, as in `lang` attributes: `en`, `zh`, `ms`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0
    }
}

/// The languages of the site, the default one first.
#[derive(Debug, Clone)]
pub struct Locales(Vec<Locale>);

/// Codes of the same languages in other parts of the registry: ISO 639-2, and
/// Mandarin, whose written form is what the site calls `zh`.
const ALIASES: [(&str, &str); 8] = [
    ("eng", "en"),
    ("zho", "zh"),
    ("chi", "zh"),
    ("cmn", "zh"),
    ("msa", "ms"),
    ("may", "ms"),
    ("zsm", "ms"),
    ("i-default", "en"),
];

/// Ranges of one header that are looked at. Browsers send fewer than ten; the
/// bound keeps hostile ones cheap.
const MOST_RANGES: usize = 64;

impl Locales {
    /// The language used when no other is asked for.
    const DEFAULT: &str = "en";

    /// The languages with these codes; English must be one of them.
    ///
    /// # Errors
    /// The reason in words.
    pub fn new<'a>(codes: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut locales: Vec<_> = codes.into_iter().map(|code| Locale(code.into())).collect();
        let default = locales
            .iter()
            .position(|locale| locale.code() == Self::DEFAULT)
            .ok_or_else(|| format!("the default language `{}` is missing", Self::DEFAULT))?;
        locales[..=default].rotate_right(1);
        Ok(Self(locales))
    }

    /// The language of last resort.
    #[must_use]
    pub fn default(&self) -> &Locale {
        &self.0[0]
    }

    /// All of them, the default one first.
    pub fn iter(&self) -> impl Iterator<Item = &Locale> {
        self.0.iter()
    }

    /// The language with exactly this code, as `?lang=` names it.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&Locale> {
        self.0.iter().find(|locale| locale.code().eq_ignore_ascii_case(code))
    }

    /// The language that an `Accept-Language` value asks for (RFC 9110, section
    /// 12.5.4), found by lookup (RFC 4647, section 3.4): the range with the
    /// highest quality whose language, shortened subtag by subtag, is spoken
    /// here. Parts that do not parse are passed over.
    #[must_use]
    pub fn negotiate(&self, accept_language: &str) -> &Locale {
        let mut ranges: Vec<_> =
            accept_language.split(',').take(MOST_RANGES).filter_map(Range::parse).collect();
        // Stable: among equals the first named comes first.
        ranges.sort_by_key(|range| std::cmp::Reverse(range.quality));
        let refused = |locale: &Locale| {
            ranges.iter().any(|range| range.quality == 0 && range.tag == locale.code())
        };
        ranges
            .iter()
            .filter(|range| range.quality > 0)
            .find_map(|range| match range.tag {
                "*" => self.0.iter().find(|locale| !refused(locale)),
                tag => self.lookup(tag).filter(|locale| !refused(locale)),
            })
            .unwrap_or_else(|| self.default())
    }

    fn lookup(&self, tag: &str) -> Option<&Locale> {
        let mut tag = tag;
        loop {
            let code = ALIASES
                .iter()
                .find_map(|(alias, code)| alias.eq_ignore_ascii_case(tag).then_some(*code))
                .unwrap_or(tag);
            if let Some(locale) = self.get(code) {
                return Some(locale);
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }
}

/// One language range with its quality in thousandths.
struct Range<'a> {
    tag: &'a str,
    quality: u16,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (tag, weight) = match text.split_once(';') {
            Some((tag, weight)) => (tag.trim(), Some(weight.trim())),
            None => (text.trim(), None),
        };
        let is_tag = tag == "*"
            || tag.split('-').all(|subtag| {
                (1..=8).contains(&subtag.len())
                    && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        if !is_tag {
            return None;
        }
        let quality = match weight {
            None => 1000,
            Some(weight) => parse_quality(weight)?,
        };
        Some(Self { tag, quality })
    }
}

/// `q=0.8` in thousandths (RFC 9110, section 12.4.2).
fn parse_quality(weight: &str) -> Option<u16> {
    let (name, value) = weight.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let value = value.trim();
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = format!("{fraction:0<3}").parse().ok()?;
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_get_the_language_their_browser_asks_for() {
        let locales = Locales::new(["zh", "en", "ms"]).expect("English is there");
        for (header, expected, reason) in [
            ("", "en", "nothing asked for"),
            ("ms-MY,ms;q=0.9", "ms", "a regional form falls back to its language"),
            ("zh-TW", "zh", "Traditional Chinese readers get Chinese"),
            ("zh-CN", "zh", "a region"),
            ("zh-Hans-MY", "zh", "script and region"),
            ("cmn-Hans", "zh", "Mandarin is written Chinese"),
            ("msa", "ms", "the three-letter code"),
            ("fr", "en", "a language nobody translated"),
            ("fr, ms;q=0.3", "ms", "a lower wish that can be met"),
            ("en;q=0.1, zh;q=0.9", "zh", "quality beats order"),
            ("zh;q=0, *", "en", "anything but Chinese"),
            ("en;q=0, *", "zh", "anything but English"),
            ("MS-my", "ms", "case does not matter"),
            ("zh;q=1.5, ms;q=0.2", "ms", "a malformed quality drops its range alone"),
            (";;;,,ms", "ms", "malformed pieces are passed over"),
            ("zhx", "en", "no match on a part of a subtag"),
        ] {
            assert_eq!(locales.negotiate(header).code(), expected, "{header:?}: {reason}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_header_at_all_gives_a_language_of_the_site(header in ".*") {
            let locales = Locales::new(["zh", "en", "ms"]).expect("English is there");
            let locale = locales.negotiate(&header);
            assert!(locales.iter().any(|known| known == locale));
        }

        #[test]
        fn a_header_out_of_the_right_pieces_gives_one_that_it_does_not_refuse(
            pieces in proptest::collection::vec(
                ("en|zh|ms|fr|zh-TW|msa|\\*|x-y", 0..=1000_u16), 0..12,
            ),
        ) {
            let locales = Locales::new(["zh", "en", "ms"]).expect("English is there");
            let header: Vec<_> = pieces
                .iter()
                .map(|(tag, quality)| format!("{tag};q={}.{:03}", quality / 1000, quality % 1000))
                .collect();
            let chosen = locales.negotiate(&header.join(","));
            let is_wanted = |code: &str| {
                pieces.iter().any(|(tag, quality)| tag == code && *quality > 0)
            };
            // English is the answer to everything that cannot be met.
            assert!(
                chosen == locales.default()
                    || is_wanted(chosen.code())
                    || ["zh-TW", "msa", "*"].iter().any(|tag| is_wanted(tag))
            );
        }
    }

    #[test]
    fn a_site_without_english_is_refused() {
        assert!(Locales::new(["zh", "ms"]).is_err());
    }

    #[test]
    fn the_default_language_comes_first_and_the_rest_keep_their_order() {
        let locales = Locales::new(["ms", "zh", "en"]).expect("English is there");
        let codes: Vec<_> = locales.iter().map(Locale::code).collect();
        assert_eq!(codes, ["en", "ms", "zh"]);
    }
}
