//! A snapshot of a runtime that has everything but the bundle.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, v8};

use super::{sha256, write_atomically};
use crate::host;
use crate::platform::{self, ENGINE};

/// Length of the digest that a snapshot's file begins with, in bytes.
const DIGEST_LENGTH: usize = 64;

/// The snapshot that runtimes of this process start from.
static SNAPSHOT: OnceLock<&'static [u8]> = OnceLock::new();

/// Makes the runtimes of this process start from the snapshot in `dir`, if it has one
/// that was made by the same binary.
pub(super) fn load(dir: &Path) {
    if let Some(snapshot) = read(&path(dir)) {
        // Engines read it until the process ends.
        let _ = SNAPSHOT.set(snapshot.leak());
    }
}

/// Writes into `dir` the snapshot that this and later processes start from. To be
/// called after [`use_engine_cache`](super::use_engine_cache).
///
/// # Errors
/// When the folder cannot be written to.
pub fn write_snapshot(dir: &Path) -> io::Result<()> {
    platform::init();
    let reactor = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let _entered = reactor.enter();
    let runtime = JsRuntimeForSnapshot::new(RuntimeOptions {
        extensions: vec![host::extension()],
        ..RuntimeOptions::default()
    });
    let snapshot = runtime.snapshot();
    fs::create_dir_all(dir)?;
    write_atomically(&path(dir), &[sha256(&snapshot).as_bytes(), &snapshot].concat())?;
    let _ = SNAPSHOT.set(Box::leak(snapshot));
    Ok(())
}

/// Returns the snapshot to start a runtime from.
pub(crate) fn snapshot() -> Option<&'static [u8]> {
    SNAPSHOT.get().copied()
}

/// The crate that has the engine in it. It does not report its version: what
/// `v8::V8::get_version` returns is that of V8's interface.
const ENGINE_CRATE: (&str, &str) =
    if cfg!(feature = "v8") { ("v8", "150.4.0") } else { ("v8x", "149.4.0-rc.4") };

/// The crate around it.
const DENO_CORE: (&str, &str) = ("deno_core", "0.413.0");

/// Returns the path of the snapshot. A snapshot is valid only for the binary that made
/// it. Engines do not check that, so its name is a digest of all that it depends on.
fn path(dir: &Path) -> PathBuf {
    let made_by = [
        env!("CARGO_PKG_VERSION"),
        ENGINE_CRATE.1,
        DENO_CORE.1,
        v8::V8::get_version(),
        include_str!("../host.js"),
        include_str!("../host.rs"),
    ];
    let digest = sha256(made_by.join("\0").as_bytes());
    dir.join(format!("{ENGINE}-{}.snapshot", &digest[..32]))
}

/// Reads a snapshot; `None` if it is missing or damaged.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = fs::read(path).ok()?;
    let snapshot = (file.len() > DIGEST_LENGTH).then(|| file.split_off(DIGEST_LENGTH))?;
    (sha256(&snapshot).as_bytes() == file).then_some(snapshot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshot_name_depends_on_the_crates_that_are_built_in() {
        let lock = include_str!("../../../../Cargo.lock");
        for (name, version) in [ENGINE_CRATE, DENO_CORE] {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "Cargo.lock has another version of {name}");
        }
    }
}
