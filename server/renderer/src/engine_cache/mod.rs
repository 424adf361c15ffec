//! Data that shortens a cold start, in one folder that a process of the build fills and a
//! server only reads: a snapshot of a runtime without the bundle, and
//! the bytecode of the scripts. Without them a server starts more slowly.

mod bytecode;
mod snapshot;

use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};

pub use bytecode::{BytecodeError, list_bytecode};
pub(crate) use snapshot::snapshot;
pub use snapshot::write_snapshot;

/// How a process uses the engine cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineCache {
    /// Its engines load it.
    Read,
    /// Its engines write it.
    Write,
}

/// Makes every runtime of the process read or write the engine cache in `dir`.
///
/// # Errors
/// [`BytecodeError`]; engines start without bytecode then, more slowly.
///
/// # Safety
/// The caller must be the only thread of the process: this sets an environment
/// variable, which is the only way to give the engine the folder.
#[expect(unsafe_code, reason = "see above")]
pub unsafe fn use_engine_cache(dir: &Path, cache: EngineCache) -> Result<(), BytecodeError> {
    snapshot::load(dir);
    if cfg!(feature = "v8") {
        // It has no bytecode files.
        return Ok(());
    }
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        match cache {
            EngineCache::Read => bytecode::read_from(dir),
            EngineCache::Write => bytecode::write_to(dir),
        }
    }
}

/// Writes a file atomically: a process that starts meanwhile finds it complete or not
/// at all.
fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, contents)?;
    fs::rename(unfinished, path)
}

/// SHA-256, 64 lower-case hexadecimal digits.
fn sha256(contents: &[u8]) -> String {
    let digest = Sha256::digest(contents);
    digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
