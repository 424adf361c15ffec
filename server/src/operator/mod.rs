//! The operator's links: read from the content service, and the last good ones while
//! it fails.

mod answer;
mod client;
mod link;
mod links;

pub use client::{ContentService, Field};
pub use link::{BaseLink, LinkError, OperatorLink};
pub use links::{Links, OperatorLinks};
