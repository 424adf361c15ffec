//! A snapshot of a runtime without the bundle, which halves the time of an engine's start.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::thread;

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, v8};

use crate::child::{SCRIPT, extension, init_platform};

/// The crate that has the engine in it. It does not report its version: what
/// `v8::V8::get_version` returns is that of V8's interface.
const ENGINE_CRATE: (&str, &str) =
    if cfg!(feature = "v8") { ("v8", "150.4.0") } else { ("v8x", "149.4.0-rc.4") };

/// The crate around it.
const DENO_CORE: (&str, &str) = ("deno_core", "0.413.0");

/// Writes what shortens the start of engines ([`RendererOptions::snapshot`]): part of a build, for this
/// build of the program.
///
/// [`RendererOptions::snapshot`]: crate::RendererOptions::snapshot
///
/// # Errors
/// When the file cannot be written.
pub fn write_snapshot(path: &Path) -> io::Result<()> {
    let output = File::options().write(true).open("/dev/null")?;
    let snapshot = thread::spawn(|| {
        init_platform();
        let options = RuntimeOptions { extensions: vec![extension(output)], ..Default::default() };
        JsRuntimeForSnapshot::new(options).snapshot().into_vec()
    });
    let snapshot = snapshot.join().map_err(|_| io::Error::other("the engine panicked"))?;
    fs::write(path, [&digest(&snapshot).to_be_bytes(), &*snapshot].concat())
}

/// Reads a snapshot, if it is that of this program. An engine would trust any other, and crash.
pub(crate) fn read(path: &Path) -> Option<Vec<u8>> {
    let file = fs::read(path).ok()?;
    let known = file.split_first_chunk();
    let snapshot = known.filter(|(known, snapshot)| **known == digest(snapshot).to_be_bytes());
    if snapshot.is_none() {
        tracing::warn!(path = %path.display(), "snapshot of another program not used");
    }
    Some(snapshot?.1.to_vec())
}

/// A digest of a snapshot and of all that it depends on.
fn digest(snapshot: &[u8]) -> u64 {
    let mut digest = DefaultHasher::new();
    [
        env!("CARGO_PKG_VERSION"),
        ENGINE_CRATE.1,
        DENO_CORE.1,
        v8::V8::get_version(),
        SCRIPT,
        include_str!("child/host.rs"),
    ]
    .hash(&mut digest);
    snapshot.hash(&mut digest);
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_depends_on_the_crates_that_are_built_in() {
        // That of the package, or of the workspace.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let locks = ["Cargo.lock", "../../Cargo.lock"].map(|path| folder.join(path));
        let lock = locks.into_iter().find_map(|path| fs::read_to_string(path).ok());
        let lock = lock.expect("a lock file");
        for (name, version) in [ENGINE_CRATE, DENO_CORE] {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "Cargo.lock has another version of {name}");
        }
    }
}
