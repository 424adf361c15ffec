//! The manifest of the built site, and its translations.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::server::dist;

/// The messages of a language by their ids.
pub type Messages = BTreeMap<String, String>;

/// Returns `site.json`.
pub fn built_site() -> Value {
    read(&dist().join("site.json"))
}

/// Returns the code of every locale but the pseudo-locales, in the order of the menu.
pub fn language_codes() -> Vec<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Language {
        code: String,
        is_pseudo: bool,
    }
    let languages: Vec<Language> =
        serde_json::from_value(built_site()["locales"].take()).expect("languages as built");
    assert!(languages.len() > 1);
    languages.into_iter().filter(|it| !it.is_pseudo).map(|it| it.code).collect()
}

/// Returns the messages of a language; the English ones if they are not translated.
pub fn messages_of(code: &str) -> Messages {
    let mut messages = translated_messages_of("en");
    messages.extend(translated_messages_of(code));
    messages
}

/// Returns the translated messages of a language, as plain text.
pub fn translated_messages_of(code: &str) -> Messages {
    let messages: Messages = read(&dist().join(format!("../locales/{code}.json")));
    messages.into_iter().map(|(id, text)| (id, plain(&text))).collect()
}

/// Returns a text without the characters that only control line breaks.
pub fn plain(text: &str) -> String {
    text.replace(['\u{200b}', '\u{2060}'], "").replace('\u{a0}', " ")
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
