//! The locales of the site, and negotiation by `Accept-Language`.

mod range;
mod related;

use std::sync::Arc;

use range::Range;

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
pub struct Locales {
    spoken: Vec<Locale>,
    /// Every tag that names one of them outright, its code among them.
    names: Vec<(Box<str>, Locale)>,
    /// Tags of languages whose readers are best served by one of them: a wish
    /// for such a tag is one for that language, a refusal of it is not.
    related: Vec<(Box<str>, Locale)>,
}

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
        let mut spoken: Vec<_> = codes.into_iter().map(|code| Locale(code.into())).collect();
        let default = spoken
            .iter()
            .position(|locale| locale.code() == Self::DEFAULT)
            .ok_or_else(|| format!("the default language `{}` is missing", Self::DEFAULT))?;
        spoken[..=default].rotate_right(1);
        let names = spoken.iter().map(|locale| (locale.code().into(), locale.clone())).collect();
        let mut locales = Self { spoken, names, related: Vec::new() };
        for (code, tags) in related::RELATED {
            if let Some(locale) = locales.get(code).cloned() {
                locales.related.extend(tags.iter().map(|tag| ((*tag).into(), locale.clone())));
            }
        }
        Ok(locales)
    }

    /// Lets the language with this code be asked for by other tags too; one that
    /// names a language already goes on naming that. A code that is not spoken
    /// gets none.
    pub fn add_names<'a>(&mut self, code: &str, names: impl IntoIterator<Item = &'a str>) {
        if let Some(locale) = self.get(code).cloned() {
            self.names.extend(names.into_iter().map(|name| (name.into(), locale.clone())));
        }
    }

    /// The language of last resort.
    #[must_use]
    pub fn default(&self) -> &Locale {
        &self.spoken[0]
    }

    /// All of them, the default one first.
    pub fn iter(&self) -> impl Iterator<Item = &Locale> {
        self.spoken.iter()
    }

    /// The language with this code, in any case, as `?lang=` names it.
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&Locale> {
        self.spoken.iter().find(|locale| locale.code().eq_ignore_ascii_case(code))
    }

    /// The language that an `Accept-Language` value asks for (RFC 9110, section
    /// 12.5.4), found by lookup (RFC 4647, section 3.4): the range with the
    /// highest quality whose language, truncated subtag by subtag, is a locale of the
    /// site and not excluded with a quality of 0. `*` names no language, so that all
    /// ranges that do come before it. Parts that do not parse are ignored.
    #[must_use]
    pub fn negotiate(&self, accept_language: &str) -> &Locale {
        let mut ranges: Vec<_> =
            accept_language.split(',').take(MOST_RANGES).filter_map(Range::parse).collect();
        // Stable: among equals the first named comes first.
        ranges.sort_by_key(|range| std::cmp::Reverse(range.quality));
        let (wanted, refused) = ranges.split_at(ranges.partition_point(|range| range.quality > 0));
        let is_open = |locale: &&Locale| !refused.iter().any(|range| self.covers(range, locale));
        let takes_any = wanted.iter().any(Range::is_any);
        wanted
            .iter()
            .find_map(|range| self.lookup(range.tag).filter(is_open))
            .or_else(|| self.iter().find(|locale| takes_any && is_open(locale)))
            .unwrap_or_else(|| self.default())
    }

    /// The language that one of the tag's shorter and shorter forms names.
    fn lookup(&self, tag: &str) -> Option<&Locale> {
        let mut tag = tag;
        loop {
            if let Some(locale) = self.named(tag).or_else(|| find(&self.related, tag)) {
                return Some(locale);
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }

    fn named(&self, tag: &str) -> Option<&Locale> {
        find(&self.names, tag)
    }

    /// Whether a range means all of a language (RFC 4647, section 3.3.1): `zh`
    /// does, while `zh-TW` is only a part of it, and `yue` another language.
    fn covers(&self, range: &Range<'_>, locale: &Locale) -> bool {
        let is_beginning = || {
            let (code, tag) = (locale.code().as_bytes(), range.tag.as_bytes());
            code.get(tag.len()) == Some(&b'-') && code[..tag.len()].eq_ignore_ascii_case(tag)
        };
        self.named(range.tag) == Some(locale) || is_beginning()
    }
}

/// The language that `tag` stands for, in any case, among `tags`.
fn find<'a>(tags: &'a [(Box<str>, Locale)], tag: &str) -> Option<&'a Locale> {
    tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(tag)).map(|(_, locale)| locale)
}

#[cfg(test)]
mod negotiation_cases;

#[cfg(test)]
mod tests {
    use super::*;

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
                ("en|zh|ms|fr|zh-TW|yue|\\*|x-y", 0..=1000_u16), 0..12,
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
            let is_refused = |code: &str| {
                pieces.iter().any(|(tag, quality)| tag == code && *quality == 0)
            };
            // English is the answer to everything that cannot be met.
            assert!(chosen == locales.default() || !is_refused(chosen.code()));
            assert!(
                chosen == locales.default()
                    || is_wanted(chosen.code())
                    || ["zh-TW", "yue", "*"].iter().any(|tag| is_wanted(tag))
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

    #[test]
    fn a_language_with_a_script_is_reached_by_its_whole_code_and_refused_by_its_beginning() {
        let locales = Locales::new(["en", "zh", "zh-Hant"]).expect("English is there");
        for (header, expected) in [
            ("zh-hant-HK", "zh-Hant"),
            ("zh-HK", "zh"),
            ("zh;q=0, *;q=0.5, zh-Hant", "en"),
            ("zh-Hant;q=0, zh", "zh"),
            ("z;q=0, zh-Hant", "zh-Hant"),
        ] {
            assert_eq!(locales.negotiate(header).code(), expected, "{header}");
        }
    }
}
