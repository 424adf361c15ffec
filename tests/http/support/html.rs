//! A parsed page, as browsers without JavaScript and crawlers see it.

use scraper::{ElementRef, Html, Selector};
use serde_json::Value;

pub struct Page {
    html: String,
    document: Html,
}

impl Page {
    pub fn parse(html: &str) -> Self {
        Self { html: html.into(), document: Html::parse_document(html) }
    }

    pub fn html(&self) -> &str {
        &self.html
    }

    pub fn find(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.document.select(&Selector::parse(selector).unwrap()).collect()
    }

    /// Returns every element that matches `selector`, in order; at least one.
    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        let found = self.find(selector);
        assert!(!found.is_empty(), "no {selector} in {}", self.html);
        found
    }

    pub fn count(&self, selector: &str) -> usize {
        self.find(selector).len()
    }

    pub fn one(&self, selector: &str) -> ElementRef<'_> {
        let found = self.find(selector);
        assert_eq!(found.len(), 1, "{selector} in {}", self.html);
        found[0]
    }

    pub fn attributes(&self, selector: &str, attribute: &str) -> Vec<String> {
        self.find(selector).iter().filter_map(|e| e.attr(attribute)).map(str::to_owned).collect()
    }

    /// Returns the number of anchors that are disabled, since their URL is unknown.
    pub fn disabled_anchors(&self) -> usize {
        self.count("#app a[aria-disabled='true']")
    }

    pub fn state(&self) -> Value {
        let block: String = self.one("script#state").text().collect();
        serde_json::from_str(&block).expect("the state is JSON")
    }
}
