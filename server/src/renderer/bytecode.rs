//! The bytecode that `QuickJS` compiled scripts to, kept in files that it loads
//! without a look at them, and a damaged one makes it crash. So `marquee prepare`
//! lists the files that it leaves with their digests, and a file that is not as
//! listed is removed before any engine is started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, io};

use super::{ENGINE, snapshot};
use crate::built_files::{read_regular, sha256};

/// The folder that engines of this process load bytecode from.
const FOLDER: &str = "V82JSC_BC_CACHE_DIR";

/// Has engines neither load bytecode nor write it.
const NONE: &str = "V82JSC_NO_BC_CACHE";

/// The end of the names of bytecode files.
const EXTENSION: &str = "qbc";

/// The folder whose files are checked before engines are started.
static CHECKED: OnceLock<PathBuf> = OnceLock::new();

/// A file of bytecode that must not be loaded and cannot be removed.
#[derive(Debug, thiserror::Error)]
#[error("{}: it is not as `marquee prepare` left it, and cannot be removed: {error}", .path.display())]
pub struct BytecodeError {
    path: PathBuf,
    error: io::Error,
}

/// Has engines load the bytecode in `dir`, as far as it is what `marquee prepare`
/// left there. An operator's own choice in the environment wins, and is not
/// looked at.
///
/// # Errors
/// [`BytecodeError`]; engines compile scripts themselves then.
///
/// # Safety
/// The caller must be the only thread of the process: this sets a variable of the
/// environment.
#[expect(unsafe_code, reason = "see above")]
pub(super) unsafe fn load_from(dir: &Path) -> Result<(), BytecodeError> {
    if is_chosen() {
        return Ok(());
    }
    let prepared = list(dir).is_some().then(|| remove_unlisted(dir));
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        if let Some(Ok(())) = prepared {
            let _ = CHECKED.set(dir.to_path_buf());
            std::env::set_var(FOLDER, dir);
        } else {
            std::env::set_var(NONE, "1");
        }
    }
    prepared.unwrap_or(Ok(()))
}

/// Has engines write bytecode into `dir`, where none is left of others.
///
/// # Errors
/// [`BytecodeError`].
///
/// # Safety
/// That of [`load_from`].
#[expect(unsafe_code, reason = "see above")]
pub(super) unsafe fn fill(dir: &Path) -> Result<(), BytecodeError> {
    if is_chosen() {
        return Ok(());
    }
    let _ = fs::remove_file(list_path(dir));
    remove_unlisted(dir)?;
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        std::env::set_var(FOLDER, dir);
    }
    Ok(())
}

/// Lists the files that engines of this process have written into `dir`.
///
/// # Errors
/// When the folder cannot be read or written to.
pub fn list_bytecode(dir: &Path) -> io::Result<()> {
    let lines: Vec<_> = files(dir)?
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Ok(format!("{}  {name}", sha256(&fs::read(path)?)))
        })
        .collect::<io::Result<_>>()?;
    snapshot::write_whole(&list_path(dir), lines.join("\n").as_bytes())
}

/// Looks at the bytecode again, before further engines are started.
///
/// # Errors
/// [`BytecodeError`].
pub fn check_bytecode() -> Result<(), BytecodeError> {
    CHECKED.get().map_or(Ok(()), |dir| remove_unlisted(dir))
}

fn is_chosen() -> bool {
    [FOLDER, NONE].iter().any(|variable| std::env::var_os(variable).is_some())
}

/// Removes the files in `dir` that are not as its list has them, all of them
/// where there is no list.
fn remove_unlisted(dir: &Path) -> Result<(), BytecodeError> {
    let list = list(dir).unwrap_or_default();
    for path in files(dir).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let contents = read_regular(&path).ok();
        let digest = contents.map(|contents| sha256(&contents));
        if digest.is_none() || digest.as_ref() != list.get(&*name) {
            fs::remove_file(&path).map_err(|error| BytecodeError { path, error })?;
        }
    }
    Ok(())
}

/// Digests of the files by their names, as `marquee prepare` has listed them.
/// Which version of the engine wrote a file is a part of its name.
fn list(dir: &Path) -> Option<BTreeMap<String, String>> {
    let text = fs::read_to_string(list_path(dir)).ok()?;
    let pairs = text.lines().filter_map(|line| line.split_once("  "));
    Some(pairs.map(|(digest, name)| (name.to_owned(), digest.to_owned())).collect())
}

fn list_path(dir: &Path) -> PathBuf {
    dir.join(format!("{ENGINE}.bytecode"))
}

fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
