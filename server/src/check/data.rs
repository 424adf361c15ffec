//! The data that a page carries for programs.

use serde_json::Value;

use super::crawl::Crawl;
use super::page::{Page, Standing};
use crate::locale::Locale;

/// The linked data of a page parses, and says who and where as the page does.
pub(super) fn linked_data(page: &Page, crawl: &Crawl) -> Vec<String> {
    let blocks = page.texts_of("script[type='application/ld+json']");
    let is_home = page.standing == Standing::Indexable && page.own_address.starts_with("/?")
        || page.own_address == "/";
    if blocks.len() != usize::from(is_home) {
        return vec![format!("there are {} blocks", blocks.len())];
    }
    blocks.iter().flat_map(|block| linked_data_faults(block, crawl)).collect()
}

fn linked_data_faults(block: &str, crawl: &Crawl) -> Vec<String> {
    let data: Value = match serde_json::from_str(block) {
        Ok(data) => data,
        Err(error) => return vec![format!("is not JSON: {error}")],
    };
    let mut faults = Vec::new();
    if data["@context"] != "https://schema.org" {
        faults.push(format!("@context is {}", data["@context"]));
    }
    let things = data["@graph"].as_array().map_or(std::slice::from_ref(&data), Vec::as_slice);
    for kind in ["Organization", "WebSite"] {
        let Some(thing) = things.iter().find(|thing| thing["@type"] == kind) else {
            faults.push(format!("names no {kind}"));
            continue;
        };
        if thing["name"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("the {kind} has no name"));
        }
        if thing["url"].as_str() != Some(&crawl.absolute("/")) {
            faults.push(format!("the {kind} is at {}", thing["url"]));
        }
    }
    let languages: Vec<_> = crawl.site.locales.iter().map(Locale::code).collect();
    let named = things.iter().filter_map(|thing| thing["inLanguage"].as_array()).flatten();
    if named.filter_map(Value::as_str).collect::<Vec<_>>() != languages {
        faults.push(format!("inLanguage are not {languages:?}"));
    }
    faults
}

/// The state that the client starts from parses, and is that of this page.
pub(super) fn state(page: &Page, crawl: &Crawl) -> Vec<String> {
    let blocks = page.texts_of("script#state[type='application/json']");
    let [block] = &blocks[..] else {
        return vec![format!("there are {} blocks", blocks.len())];
    };
    let state: Value = match serde_json::from_str(block) {
        Ok(state) => state,
        Err(error) => return vec![format!("is not JSON: {error}")],
    };
    [("build", crawl.site.build.as_str()), ("currentLanguage", page.code())]
        .into_iter()
        .filter(|(name, expected)| state[name] != *expected)
        .map(|(name, expected)| format!("{name} is {} instead of {expected:?}", state[name]))
        .collect()
}
