//! What an engine need not do again at every start: a snapshot of a runtime that
//! has everything but the bundle, and the bundle's bytecode.
//!
//! Both lie in one folder, which the build fills with `marquee prepare` and a
//! server only reads. Without it a server starts all the same, more slowly.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, v8};

use super::bytecode::{self, BytecodeError};
use super::{ENGINE, host};
use crate::VERSION;
use crate::digest::digest;

/// Characters of a digest.
const DIGEST_LENGTH: usize = 32;

/// The snapshot that runtimes of this process start from.
static IN_USE: OnceLock<&'static [u8]> = OnceLock::new();

/// What a process does with the engine's cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineCache {
    /// It starts its engines from what is there.
    Use,
    /// It writes it anew.
    Fill,
}

/// Has all runtimes of the process start from what is in `dir`, or leave there
/// what later ones start from.
///
/// # Errors
/// [`BytecodeError`]; engines start without that file, only more slowly.
///
/// # Safety
/// The caller must be the only thread of the process: it sets a variable of the
/// environment, from which alone the engine takes the folder.
#[expect(unsafe_code, reason = "see above")]
pub unsafe fn use_engine_cache(dir: &Path, cache: EngineCache) -> Result<(), BytecodeError> {
    if let Some(snapshot) = read(&path(dir)) {
        // An engine reads it for as long as the process lives.
        let _ = IN_USE.set(snapshot.leak());
    }
    if cfg!(feature = "v8") {
        // It keeps no bytecode in files.
        return Ok(());
    }
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        match cache {
            EngineCache::Use => bytecode::load_from(dir),
            EngineCache::Fill => bytecode::fill(dir),
        }
    }
}

/// Makes the snapshot in `dir` that this and later processes start from. To be
/// called after [`use_engine_cache`].
///
/// # Errors
/// When the folder cannot be written to.
pub fn write_snapshot(dir: &Path) -> io::Result<()> {
    super::isolate::init_platform();
    let reactor = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let _entered = reactor.enter();
    let runtime = JsRuntimeForSnapshot::new(RuntimeOptions {
        extensions: vec![host::extension()],
        ..RuntimeOptions::default()
    });
    let snapshot = runtime.snapshot();
    fs::create_dir_all(dir)?;
    write_whole(&path(dir), &[digest(&snapshot).as_bytes(), &snapshot].concat())?;
    let _ = IN_USE.set(Box::leak(snapshot));
    Ok(())
}

pub(super) fn in_use() -> Option<&'static [u8]> {
    IN_USE.get().copied()
}

/// Writes a file that a process which starts meanwhile finds whole or not at all.
pub(super) fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, contents)?;
    fs::rename(unfinished, path)
}

/// The library that has the engine in it. It does not give its version: what
/// `v8::V8::get_version` returns is that of V8's interface.
const ENGINE_LIBRARY: (&str, &str) =
    if cfg!(feature = "v8") { ("v8", "150.4.0") } else { ("v8x", "149.4.0-rc.4") };

/// The library around it.
const DENO_CORE: (&str, &str) = ("deno_core", "0.413.0");

/// A snapshot fits the binary that made it and no other: engines do not check
/// that, so its name is a digest of all that it depends on.
fn path(dir: &Path) -> PathBuf {
    let made_by = [
        VERSION,
        ENGINE_LIBRARY.1,
        DENO_CORE.1,
        v8::V8::get_version(),
        include_str!("host.js"),
        include_str!("host.rs"),
    ];
    let name = digest(made_by.join("\0").as_bytes());
    dir.join(format!("{ENGINE}-{name}.snapshot"))
}

/// `None` when there is none, or a damaged one.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = fs::read(path).ok()?;
    let snapshot = (file.len() > DIGEST_LENGTH).then(|| file.split_off(DIGEST_LENGTH))?;
    (digest(&snapshot).as_bytes() == file).then_some(snapshot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshot_key_names_the_libraries_that_are_built_in() {
        let lock = include_str!("../../../Cargo.lock");
        for (name, version) in [ENGINE_LIBRARY, DENO_CORE] {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "Cargo.lock has another version of {name}");
        }
    }
}
