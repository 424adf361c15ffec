//! What the build says of the site, and the words of its translators.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::server::dist;

/// The words of a language by their ids.
pub type Words = BTreeMap<String, String>;

/// A language that the site was built with.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Language {
    pub code: String,
    /// Its code in Open Graph.
    pub open_graph: String,
    /// Ids of the messages that English stands in for.
    pub missing: Vec<String>,
    is_pseudo: bool,
}

/// `site.json`.
pub fn built_site() -> Value {
    read(&dist().join("site.json"))
}

/// Every language that people speak, in the menu's order.
pub fn languages() -> Vec<Language> {
    let languages: Vec<Language> =
        serde_json::from_value(built_site()["locales"].take()).expect("languages as built");
    languages.into_iter().filter(|language| !language.is_pseudo).collect()
}

/// The codes of all of them.
pub fn language_codes() -> Vec<String> {
    languages().into_iter().map(|language| language.code).collect()
}

/// The words of a language, as its translators wrote them, and English where
/// they have written nothing yet.
pub fn words_of(code: &str) -> Words {
    let mut words = own_words_of("en");
    words.extend(own_words_of(code));
    words
}

/// The words that the translators of a language have written, without the
/// characters that only say where a line may end.
pub fn own_words_of(code: &str) -> Words {
    let words: Words = read(&dist().join(format!("../locales/{code}.json")));
    let plain = |text: String| text.replace(['\u{200b}', '\u{2060}'], "");
    words.into_iter().map(|(id, text)| (id, plain(text))).collect()
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
