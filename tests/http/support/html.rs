//! A page as a reader without JavaScript, or a crawler, sees it.

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

    /// Every element that `selector` picks, in order.
    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.document.select(&Selector::parse(selector).unwrap()).collect()
    }

    /// The one element that `selector` picks.
    pub fn one(&self, selector: &str) -> ElementRef<'_> {
        let found = self.all(selector);
        assert_eq!(found.len(), 1, "{selector} in {}", self.html);
        found[0]
    }

    /// An attribute of every element that `selector` picks.
    pub fn attributes(&self, selector: &str, attribute: &str) -> Vec<String> {
        self.all(selector).iter().filter_map(|e| e.attr(attribute)).map(str::to_owned).collect()
    }

    /// Where every link of the page leads.
    pub fn links(&self) -> Vec<String> {
        self.attributes("#app a", "href")
    }

    /// How many links will lead somewhere once their address is known.
    pub fn waiting_anchors(&self) -> usize {
        self.all("#app a[aria-disabled='true']").len()
    }

    /// The visible text, with runs of white space made one space.
    pub fn text(&self) -> String {
        words(self.one("#app"))
    }

    /// The state that the client bundle starts from.
    pub fn state(&self) -> Value {
        let block: String = self.one("script#state").text().collect();
        serde_json::from_str(&block).expect("the state is JSON")
    }
}

/// The text of an element, with runs of white space made one space, without the
/// characters that only say where a line may end.
pub fn words(element: ElementRef<'_>) -> String {
    let text = element.text().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    text.replace(['\u{200b}', '\u{2060}'], "")
}
