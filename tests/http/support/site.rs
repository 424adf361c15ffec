//! The manifest of the built site, and its translations.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::server::dist;

/// The messages of a language by their ids.
pub type Messages = BTreeMap<String, String>;

/// A locale of the built site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Language {
    pub code: String,
    /// Its code in Open Graph.
    pub open_graph: String,
    /// Ids of untranslated messages.
    pub missing: Vec<String>,
    is_pseudo: bool,
}

/// Returns `site.json`.
pub fn built_site() -> Value {
    read(&dist().join("site.json"))
}

/// Returns every locale but the pseudo-locales, in the order of the menu.
pub fn languages() -> Vec<Language> {
    let languages: Vec<Language> =
        serde_json::from_value(built_site()["locales"].take()).expect("languages as built");
    languages.into_iter().filter(|language| !language.is_pseudo).collect()
}

/// Returns the codes of [`languages`].
pub fn language_codes() -> Vec<String> {
    languages().into_iter().map(|language| language.code).collect()
}

/// Returns the messages of a language; the English ones if they are not translated.
pub fn messages_of(code: &str) -> Messages {
    let mut messages = translated_messages_of("en");
    messages.extend(translated_messages_of(code));
    messages
}

/// Returns the translated messages of a language, without the characters that only
/// control line breaks.
pub fn translated_messages_of(code: &str) -> Messages {
    let messages: Messages = read(&dist().join(format!("../locales/{code}.json")));
    let plain = |text: String| text.replace(['\u{200b}', '\u{2060}'], "");
    messages.into_iter().map(|(id, text)| (id, plain(text))).collect()
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
