//! A name for a content, the same wherever and whenever it is made.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Half of the content's SHA-256, 32 hexadecimal digits: for entity tags, which
/// need no more to differ.
#[must_use]
pub fn digest(content: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(content)[..16])
}
