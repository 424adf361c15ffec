//! The content service's answers, as the server reads them.

#[path = "../../../server/src/operator/answer.rs"]
mod answer;
#[path = "../../../server/src/operator/link.rs"]
mod link;

pub use link::{BaseLink, OperatorLink};

/// The text of `field` in an answer's body, if it holds one.
#[must_use]
pub fn text_in(body: &[u8], field: &str) -> Option<String> {
    answer::field_text(&serde_json::from_slice(body).ok()?, field)
}
