//! Whether the texts of a page are in its language.

use icu_locale::{LanguageIdentifier, LocaleExpander};
use unicode_script::{Script, UnicodeScript};

use crate::crawl::Crawl;
use crate::page::{Page, Text};

/// A sentence of so many words is not the same in two languages by chance.
const WORDS_OF_A_SENTENCE: usize = 3;

/// Every text is in the script of the page's language, the title among them.
/// Latin may stand inside of any other, and alone where it is no word: `RM10`.
pub(super) fn script(page: &Page, _: &Crawl) -> Vec<String> {
    let own = scripts_of(page.language());
    let head = [page.title(), page.meta("description").concat()];
    let body = page.texts().into_iter().map(|Text { text, .. }| text);
    head.into_iter()
        .chain(body)
        .filter_map(|text| {
            let used: Vec<_> = text
                .chars()
                .map(|letter| letter.script())
                .filter(|script| !matches!(script, Script::Common | Script::Inherited))
                .collect();
            let has_own = used.iter().any(|script| own.contains(script));
            let stranger =
                used.iter().find(|script| **script != Script::Latin && !own.contains(script));
            match stranger {
                Some(script) => {
                    Some(format!("there are {} letters in {text:?}", script.full_name()))
                }
                None if !has_own && has_a_latin_word(&text) => {
                    Some(format!("is all Latin: {text:?}"))
                }
                None => None,
            }
        })
        .collect()
}

/// The Unicode scripts that a language is usually written in (likely subtags, UTS 35).
fn scripts_of(language: &str) -> Vec<Script> {
    let Ok(mut language) = language.parse::<LanguageIdentifier>() else {
        return vec![Script::Latin];
    };
    LocaleExpander::new_common().maximize(&mut language);
    match language.script.as_ref().map_or("Latn", |script| script.as_str()) {
        "Hans" | "Hant" => vec![Script::Han],
        "Jpan" => vec![Script::Han, Script::Hiragana, Script::Katakana],
        "Kore" => vec![Script::Hangul, Script::Han],
        code => Script::from_short_name(code).into_iter().collect(),
    }
}

/// Whether there are two small Latin letters side by side.
fn has_a_latin_word(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_lowercase))
}

/// No sentence is that of the same page in the first language.
pub(super) fn untranslated(page: &Page, crawl: &Crawl) -> Vec<String> {
    let Some(default) = crawl.languages.first().filter(|default| *default != page.language())
    else {
        return vec![];
    };
    let path = |page: &Page| page.expected.canonical_url.split('?').next().map(str::to_owned);
    let Some(original) =
        crawl.pages.iter().find(|other| other.language() == default && path(other) == path(page))
    else {
        return vec![];
    };
    let original: Vec<_> = original.texts().into_iter().map(|Text { text, .. }| text).collect();
    page.texts()
        .into_iter()
        .filter(|Text { text, .. }| {
            text.split_whitespace().filter(|word| has_a_latin_word(word)).count()
                >= WORDS_OF_A_SENTENCE
                && original.contains(text)
        })
        .map(|Text { text, .. }| format!("is in {default}: {text:?}"))
        .collect()
}

/// In the pseudo-locale, a word without accents is hard-coded.
pub(super) fn hard_coded(page: &Page) -> Vec<String> {
    page.texts()
        .into_iter()
        .filter(|Text { text, .. }| text.is_ascii() && has_a_latin_word(text))
        .map(|Text { text, element }| format!("in <{}>: {text:?}", element.value().name()))
        .collect()
}
