//! A rendered page, ready to send.

use std::sync::Arc;

use super::time_window::TimeWindow;
use crate::http::Representation;
use crate::operator::Links;

/// A rendered page and its metadata.
#[derive(Debug)]
pub struct CachedPage {
    /// What is sent.
    pub representation: Representation,
    /// The time window it was rendered in.
    pub window: TimeWindow,
    /// The links it carries.
    pub links: Arc<Links>,
}
