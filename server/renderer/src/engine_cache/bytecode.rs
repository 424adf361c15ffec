//! The bytecode that `QuickJS` compiles scripts to and caches in files. It loads
//! them without verification, and a damaged one crashes it. So the process that writes the
//! files lists them with their digests, and a process whose folder has a file that is not
//! as listed uses no bytecode.
//!
//! Only a process that writes deletes files: several processes may read the folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{sha256, write_atomically};
use crate::platform::ENGINE;

/// The engine's variable for the folder of bytecode files.
const FOLDER_VARIABLE: &str = "V82JSC_BC_CACHE_DIR";

/// The engine's variable that switches bytecode files off.
const OFF_VARIABLE: &str = "V82JSC_NO_BC_CACHE";

/// The extension of bytecode files.
const EXTENSION: &str = "qbc";

/// Why a bytecode file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BytecodeError {
    /// It is not as [`list_bytecode`] listed it.
    #[error("{}: it is not as it was listed when it was written", .0.display())]
    Unlisted(PathBuf),
    /// It cannot be deleted.
    #[error("{}: it cannot be deleted: {error}", .path.display())]
    NotDeleted {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// Makes engines load the bytecode in `dir`, if it is as listed. The
/// engine's own variables take precedence, and their files are not verified.
///
/// # Errors
/// [`BytecodeError::Unlisted`]; engines compile scripts themselves then.
///
/// # Safety
/// The caller must be the only thread of the process: this sets an environment
/// variable.
#[expect(unsafe_code, reason = "see above")]
pub(super) unsafe fn read_from(dir: &Path) -> Result<(), BytecodeError> {
    if is_configured() {
        return Ok(());
    }
    let verified = read_list(dir).map(|list| verify(dir, &list));
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        if let Some(Ok(())) = verified {
            std::env::set_var(FOLDER_VARIABLE, dir);
        } else {
            std::env::set_var(OFF_VARIABLE, "1");
        }
    }
    verified.unwrap_or(Ok(()))
}

/// Makes engines write bytecode into `dir`, after deleting what it contains.
///
/// # Errors
/// [`BytecodeError::NotDeleted`].
///
/// # Safety
/// That of [`read_from`].
#[expect(unsafe_code, reason = "see above")]
pub(super) unsafe fn write_to(dir: &Path) -> Result<(), BytecodeError> {
    if is_configured() {
        return Ok(());
    }
    for path in files(dir).unwrap_or_default().into_iter().chain([list_path(dir)]) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(BytecodeError::NotDeleted { path, error });
            }
            _ => {}
        }
    }
    // SAFETY: the caller is the only thread of the process.
    unsafe {
        std::env::set_var(FOLDER_VARIABLE, dir);
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
    write_atomically(&list_path(dir), lines.join("\n").as_bytes())
}

fn is_configured() -> bool {
    [FOLDER_VARIABLE, OFF_VARIABLE].iter().any(|variable| std::env::var_os(variable).is_some())
}

/// Checks that each file in `dir` is as listed.
fn verify(dir: &Path, list: &BTreeMap<String, String>) -> Result<(), BytecodeError> {
    for path in files(dir).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Reading a FIFO would wait for a writer.
        let contents = path.is_file().then(|| fs::read(&path).ok()).flatten();
        let digest = contents.map(|contents| sha256(&contents));
        if digest.is_none() || digest.as_ref() != list.get(&*name) {
            return Err(BytecodeError::Unlisted(path));
        }
    }
    Ok(())
}

/// Returns the digests of the files by name, as they were listed. The engine
/// makes its version a part of each name.
fn read_list(dir: &Path) -> Option<BTreeMap<String, String>> {
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
