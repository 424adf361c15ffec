//! What all responses share: representations and how they are sent, content encodings,
//! preconditions, headers.

mod compression;
mod encodings;
mod headers;
mod parsed_fields;
mod preconditions;
mod rejection;
mod representation;

pub use compression::compress;
pub use encodings::{SUPPORTED, negotiate};
pub use headers::{Headers, value};
pub(crate) use parsed_fields::ParsedFields;
pub use rejection::{rejection_response, respond_or_call};
pub use representation::{NO_STORE, Representation, Variant, etag, respond};
