//! The manifest of the built site, and its translations.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::server::dist;

/// What another site has other names for.
pub struct SiteNames {
    /// Path of the operator's links, and the field of each.
    pub links: String,
    pub base_field: String,
    pub blog_field: String,
    /// URL of the base link.
    pub base_link: String,
    /// The paths that redirect to the home page.
    pub redirects: Vec<String>,
    /// The default language: the first of the menu.
    pub first: String,
    /// Two languages besides English, or English where the site has no other, and URLs of the home page
    /// in them.
    pub second: String,
    pub third: String,
    pub second_home: String,
    pub third_home: String,
}

pub static SITE: LazyLock<SiteNames> = LazyLock::new(|| {
    let site = built_site();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let service = &site["contentService"];
    let [links, base_field, blog_field] =
        [&service["path"], &service["fields"]["link"], &service["fields"]["blogLink"]].map(text);
    let routes = site["routes"].as_array().expect("routes").iter();
    let redirects = routes.filter(|route| route["redirect"] == "/");
    let codes = language_codes();
    let first = codes[0].clone();
    let mut others = codes.into_iter().filter(|code| code != "en");
    let [second, third] = [others.next(), others.next()].map(|code| code.unwrap_or("en".into()));
    SiteNames {
        base_link: format!("{links}?fields[0]={base_field}"),
        links,
        base_field,
        blog_field,
        first,
        redirects: redirects.map(|route| text(&route["path"])).collect(),
        second_home: format!("/?lang={second}"),
        third_home: format!("/?lang={third}"),
        second,
        third,
    }
});

/// Returns the URLs of the home page: the negotiated one, and in up to three languages.
pub fn home_urls() -> [&'static str; 4] {
    ["/", "/?lang=en", &SITE.second_home, &SITE.third_home]
}

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

pub fn alias_of(code: &str) -> String {
    built_locale(code)["aliases"][0].as_str().unwrap_or(code).to_owned()
}

pub fn script_of(code: &str) -> String {
    built_locale(code)["script"].as_str().unwrap().to_owned()
}

fn built_locale(code: &str) -> Value {
    let site = built_site();
    let mut locales = site["locales"].as_array().unwrap().iter();
    locales.find(|locale| locale["code"] == code).unwrap().clone()
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> T {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
