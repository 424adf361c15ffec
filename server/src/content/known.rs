//! What is known of other services.

use serde_json::{Map, Value};

use super::links::Links;

/// What pages show of other services, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// The operator's links.
    pub links: Links,
    /// The values of the site's data sources: an object for each that has responded, by its name.
    pub data: Map<String, Value>,
}
