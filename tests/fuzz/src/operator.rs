//! The server's parsing of the content service's responses.

#[path = "../../../server/src/content/link.rs"]
mod link;
#[path = "../../../server/src/content/response.rs"]
mod response;

pub use link::{BaseLink, OperatorLink};

/// Returns the text of `field` in the body of a response, if it has one.
#[must_use]
pub fn text_in(body: &[u8], field: &str) -> Option<String> {
    response::field_text(&serde_json::from_slice(body).ok()?, field)
}
