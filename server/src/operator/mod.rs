//! The operator's links: fetched from the content service, and the last known good ones
//! while it fails.

mod client;
mod hosts;
mod link;
mod links;
mod response;
mod token;

pub use client::{ContentApi, ContentService, Field};
pub use hosts::{HostPattern, require_host};
pub use link::{BaseLink, LinkError, OperatorLink, is_placeholder, is_public};
pub use links::{Links, OperatorLinks};
pub use token::{Token, TokenError};
