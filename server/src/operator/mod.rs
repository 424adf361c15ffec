//! The operator's links: read from the content service, kept while it fails,
//! and handed to pages and to browsers that ask.

mod answer;
mod client;
mod link;
mod links;

pub use client::{ContentService, Field};
pub use link::{BaseLink, LinkError, OperatorLink};
pub use links::{Links, OperatorLinks};
