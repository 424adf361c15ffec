//! Whether the texts of a page are in its language.

use icu_locale::{LanguageIdentifier, LocaleExpander};
use unicode_script::{Script, UnicodeScript};

use crate::crawl::Crawl;
use crate::page::{Page, Text};

/// Number of words from which a text is not the same in two languages by chance.
const MIN_SENTENCE_WORDS: usize = 3;

/// Every text, the title included, is in the script of the page's language. Latin is
/// allowed within other scripts, and alone if it is not a word: `RM10`.
pub(super) fn script(page: &Page, _: &Crawl) -> Vec<String> {
    let own = scripts_of(page.language());
    texts(page)
        .filter_map(|text| {
            let used: Vec<_> = text
                .chars()
                .map(|letter| letter.script())
                .filter(|script| !matches!(script, Script::Common | Script::Inherited))
                .collect();
            let has_own = used.iter().any(|script| own.contains(script));
            let foreign =
                used.iter().find(|script| **script != Script::Latin && !own.contains(script));
            match foreign {
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

/// Returns the texts of a page, with its title and description.
fn texts(page: &Page) -> impl Iterator<Item = String> {
    let head = [page.title(), page.meta("description").concat()];
    head.into_iter().chain(page.texts().into_iter().map(|Text { text, .. }| text))
}

/// Returns the Unicode scripts that a language is usually written in (likely subtags, UTS 35).
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

/// Whether a text has two adjacent lower-case Latin letters.
fn has_a_latin_word(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_lowercase))
}

/// No sentence is the same as on this page in the first language.
pub(super) fn untranslated(page: &Page, crawl: &Crawl) -> Vec<String> {
    let Some(default) = crawl.languages.first().filter(|default| *default != page.language())
    else {
        return vec![];
    };
    // Not-found pages in all languages have the same URL.
    let alternates = page.alternates();
    let url = match alternates.iter().find(|(hreflang, _)| hreflang == default) {
        Some((_, url)) => url.as_str(),
        None => page.expected.canonical_url.as_str(),
    };
    let is_original =
        |other: &&Page| other.language() == default && other.expected.canonical_url.as_str() == url;
    let Some(original) = crawl.pages.iter().find(is_original) else {
        return vec![];
    };
    let original: Vec<_> = texts(original).collect();
    let is_sentence = |text: &String| {
        text.split_whitespace().filter(|word| has_a_latin_word(word)).count() >= MIN_SENTENCE_WORDS
    };
    texts(page)
        .filter(|text| is_sentence(text) && original.contains(text))
        .map(|text| format!("is in {default}: {text:?}"))
        .collect()
}

/// In the pseudo-locale, a word without accents is hard-coded, unless it is a date's: the
/// names of months come from CLDR.
pub(super) fn hard_coded(page: &Page, _: &Crawl) -> Vec<String> {
    page.texts()
        .into_iter()
        .filter(|Text { element, .. }| element.value().name() != "time")
        .filter(|Text { text, .. }| text.is_ascii() && has_a_latin_word(text))
        .map(|Text { text, element }| format!("in <{}>: {text:?}", element.value().name()))
        .collect()
}
