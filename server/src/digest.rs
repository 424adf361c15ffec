//! Content digests for entity tags.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Returns half of the content's SHA-256, 32 hexadecimal digits, which is enough for an
/// entity tag.
#[must_use]
pub fn digest(content: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(content)[..16])
}
