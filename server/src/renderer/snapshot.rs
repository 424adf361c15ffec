//! What an engine need not do again at every start: a snapshot of a runtime that
//! has everything but the bundle, and the bundle's bytecode.
//!
//! Both lie in one folder, which the build fills with `marquee prepare` and a
//! server only reads. Without it a server starts all the same, more slowly.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, v8};

use super::{ENGINE, host};
use crate::VERSION;
use crate::digest::digest;

/// Characters of a digest.
const DIGEST_LENGTH: usize = 32;

/// The snapshot that runtimes of this process start from.
static IN_USE: OnceLock<&'static [u8]> = OnceLock::new();

/// Has all runtimes of the process start from what lies in `dir`, and keep
/// bytecode there; for that an operator's own choice in the environment wins.
///
/// # Safety
/// The caller must be the only thread of the process: it sets a variable of the
/// environment, from which alone the engine takes the folder.
#[expect(unsafe_code, reason = "see above")]
pub unsafe fn use_engine_cache(dir: &Path) {
    const VARIABLE: &str = "V82JSC_BC_CACHE_DIR";
    if std::env::var_os(VARIABLE).is_none() {
        // SAFETY: the caller is the only thread of the process.
        unsafe {
            std::env::set_var(VARIABLE, dir);
        }
    }
    if let Some(snapshot) = read(&path(dir)) {
        // An engine reads it for as long as the process lives.
        let _ = IN_USE.set(snapshot.leak());
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
    let path = path(dir);
    // A process that starts meanwhile finds a whole one or none.
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, [digest(&snapshot).as_bytes(), &snapshot].concat())?;
    fs::rename(unfinished, path)?;
    let _ = IN_USE.set(Box::leak(snapshot));
    Ok(())
}

pub(super) fn in_use() -> Option<&'static [u8]> {
    IN_USE.get().copied()
}

/// A snapshot fits the binary that made it and no other: engines do not check
/// that, so its name tells all that it depends on.
fn path(dir: &Path) -> PathBuf {
    let made_by =
        [VERSION, v8::V8::get_version(), include_str!("host.js"), include_str!("host.rs")];
    let name = digest(made_by.concat().as_bytes());
    dir.join(format!("{ENGINE}-{name}.snapshot"))
}

/// `None` when there is none, or a damaged one.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = fs::read(path).ok()?;
    let snapshot = (file.len() > DIGEST_LENGTH).then(|| file.split_off(DIGEST_LENGTH))?;
    (digest(&snapshot).as_bytes() == file).then_some(snapshot)
}
