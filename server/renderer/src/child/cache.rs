//! What shortens the start of an engine, in one folder: a snapshot of a runtime without the bundle,
//! and the bytecode of scripts, which `QuickJS` reads and writes itself. Neither is verified: an
//! engine that does not start with them is started without.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, v8};

use super::host;
use crate::ENGINE;

/// The crate that has the engine in it. It does not report its version: what
/// `v8::V8::get_version` returns is that of V8's interface.
const ENGINE_CRATE: (&str, &str) =
    if cfg!(feature = "v8") { ("v8", "150.4.0") } else { ("v8x", "149.4.0-rc.4") };

/// The crate around it.
const DENO_CORE: (&str, &str) = ("deno_core", "0.413.0");

/// Writes a snapshot into `dir`, and deletes the bytecode there.
pub(super) fn write(dir: &Path, output: File) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "qbc") {
            fs::remove_file(path)?;
        }
    }
    let runtime = JsRuntimeForSnapshot::new(RuntimeOptions {
        extensions: vec![host::extension(output)],
        ..RuntimeOptions::default()
    });
    // A process that starts meanwhile finds it complete or not at all.
    let path = path(dir);
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, runtime.snapshot())?;
    fs::rename(unfinished, path)
}

/// Returns the snapshot in `dir`, if it has one that was made by the same program.
pub(super) fn snapshot(dir: &Path) -> Option<&'static [u8]> {
    // The engine reads it until the process ends.
    fs::read(path(dir)).ok().map(|snapshot| &*snapshot.leak())
}

/// Returns the path of the snapshot. One is valid only for the program that made it, which engines
/// do not check, so its name is a digest of all that it depends on.
fn path(dir: &Path) -> PathBuf {
    let mut digest = DefaultHasher::new();
    [
        env!("CARGO_PKG_VERSION"),
        ENGINE_CRATE.1,
        DENO_CORE.1,
        v8::V8::get_version(),
        include_str!("globals.js"),
        include_str!("console.js"),
        include_str!("host.js"),
        include_str!("host.rs"),
    ]
    .hash(&mut digest);
    dir.join(format!("{ENGINE}-{:016x}.snapshot", digest.finish()))
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
