//! What pages show of other services: the operator's links, from the content service, and the site's own
//! data sources; the last known good values while a service fails.

mod client;
mod current;
mod data_source;
mod hosts;
mod known;
mod link;
mod link_source;
mod links;
mod response;
mod token;

pub use current::{CurrentContent, Source};
pub use data_source::{DataApi, DataSource};
pub use hosts::{HostPattern, require_host};
pub use known::Content;
pub use link::{BaseLink, LinkError, OperatorLink, is_placeholder, is_public};
pub use link_source::{ContentApi, LinkSource};
pub use links::{Field, Links};
pub use token::{Token, TokenError};
