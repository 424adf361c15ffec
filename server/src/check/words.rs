//! Whether a page's words are in its language, as far as that can be seen from
//! outside.

use unicode_script::{Script, UnicodeScript};

use super::crawl::Crawl;
use super::page::{Page, Text};
use super::report::Finding;

/// A sentence of so many words is not the same in two languages by chance.
const WORDS_OF_A_SENTENCE: usize = 3;

/// Every text is in the script of the page's language, the title among them.
/// Latin may stand inside of any other, and alone where it is no word: `RM10`.
pub(super) fn script(page: &Page, crawl: &Crawl) -> Vec<String> {
    let own = scripts_of(script_code(page, crawl));
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

fn script_code<'a>(page: &Page, crawl: &'a Crawl) -> &'a str {
    crawl.language_of(page).map_or("Latn", |language| &language.script)
}

/// The Unicode scripts that a script of ISO 15924 is written with.
fn scripts_of(code: &str) -> Vec<Script> {
    match code {
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

/// No sentence is the one that the English page has.
pub(super) fn untranslated(page: &Page, crawl: &Crawl) -> Vec<String> {
    let default = crawl.site.locales.default().code();
    if page.code() == default {
        return vec![];
    }
    let own_path = |page: &Page| page.own_address.split('?').next().map(str::to_owned);
    let Some(english) = crawl
        .pages
        .iter()
        .find(|other| other.code() == default && own_path(other) == own_path(page))
    else {
        return vec![];
    };
    let original: Vec<_> = english.texts().into_iter().map(|Text { text, .. }| text).collect();
    page.texts()
        .into_iter()
        .filter(|Text { text, .. }| {
            text.split_whitespace().filter(|word| has_a_latin_word(word)).count()
                >= WORDS_OF_A_SENTENCE
                && original.contains(text)
        })
        .map(|Text { text, .. }| format!("is English (locales/{}.json): {text:?}", page.code()))
        .collect()
}

/// In the pseudo-locale with accents, a word without any was written into the
/// code.
pub(super) fn hard_coded(page: &Page) -> Vec<String> {
    page.texts()
        .into_iter()
        .filter(|Text { text, .. }| text.is_ascii() && has_a_latin_word(text))
        .map(|Text { text, element }| {
            format!("in <{}> comes from the code: {text:?}", element.value().name())
        })
        .collect()
}

/// Every message of the English file stands in the others.
pub(super) fn missing(crawl: &Crawl) -> Vec<Finding> {
    let languages = crawl.site.languages.iter();
    languages
        .flat_map(|language| {
            language.missing.iter().map(|id| Finding {
                place: format!("locales/{}.json", language.code),
                what: format!("{id} is missing, and English stands in for it"),
            })
        })
        .collect()
}
