//! What makes a start quick, in one folder that the build fills with `marquee
//! prepare` and a server only reads: a snapshot of a runtime without the bundle,
//! and the bytecode of the scripts. Without them a server starts all the same,
//! more slowly.

mod bytecode;
mod snapshot;

use std::path::Path;
use std::{fs, io};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

pub use bytecode::{BytecodeError, check_bytecode, list_bytecode};
pub(crate) use snapshot::snapshot;
pub use snapshot::write_snapshot;

/// What a process does with the engine cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineCache {
    /// Its engines start from what is there.
    Read,
    /// Its engines write it.
    Write,
}

/// Makes every runtime of the process start from what is in `dir`, or write there
/// what later ones start from.
///
/// # Errors
/// [`BytecodeError`]; engines start without that file, only more slowly.
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

/// Writes a file that a process which starts meanwhile finds complete or not at
/// all.
fn write_atomically(path: &Path, contents: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, contents)?;
    fs::rename(unfinished, path)
}

/// SHA-256, 64 lower-case hexadecimal digits.
fn sha256(contents: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(contents))
}
