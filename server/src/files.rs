//! Regular files, their digests, and the files of a build, which are verified against those that it
//! recorded.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// Size and digest of a file as the build wrote it (`digests` in `site.json`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Digest {
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the contents, 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// A file of the build that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", .path.display())]
pub struct BuiltFileError {
    /// Where it is, or should be.
    pub path: PathBuf,
    /// Why it cannot be used.
    pub reason: Reason,
}

/// Why a file of the build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A folder, a FIFO, a device or a socket.
    #[error("is not a regular file")]
    NotRegular,
    /// The build recorded no digest of it.
    #[error("is not among the files that `digests` in site.json lists")]
    Unlisted,
    /// An empty file with a hashed name.
    #[error("is empty")]
    Empty,
    /// It was truncated or modified.
    #[error("has {found} bytes, and the build wrote {written}")]
    Size {
        /// Its size in bytes.
        found: u64,
        /// Bytes that the build wrote.
        written: u64,
    },
    /// It was modified.
    #[error("has other contents than the build wrote (SHA-256 {found}, not {written})")]
    Contents {
        /// Its digest.
        found: String,
        /// Digest of what the build wrote.
        written: String,
    },
}

/// The folder of a build, and the recorded digests of its files.
#[derive(Debug)]
pub struct BuiltFiles {
    folder: PathBuf,
    digests: BTreeMap<String, Digest>,
}

impl BuiltFiles {
    /// The files in `folder`, by their paths in it.
    #[must_use]
    pub fn new(folder: &Path, digests: BTreeMap<String, Digest>) -> Self {
        Self { folder: folder.to_path_buf(), digests }
    }

    /// The path of a file.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Iterates over all recorded files and their digests, sorted by name.
    pub fn digests(&self) -> impl Iterator<Item = (&str, &Digest)> {
        self.digests.iter().map(|(name, digest)| (&**name, digest))
    }

    /// The recorded size and digest of a file.
    #[must_use]
    pub fn digest(&self, name: &str) -> Option<&Digest> {
        self.digests.get(name)
    }

    /// Reads a file, and verifies its size and digest.
    ///
    /// # Errors
    /// [`BuiltFileError`], with any [`Reason`] but [`Reason::Empty`].
    pub fn read(&self, name: &str) -> Result<Vec<u8>, BuiltFileError> {
        let path = self.path(name);
        let read = || {
            let written = self.digest(name).ok_or(Reason::Unlisted)?;
            let contents = read_regular(&path)?;
            compare(&contents, written)?;
            Ok(contents)
        };
        read().map_err(|reason| BuiltFileError { path: path.clone(), reason })
    }
}

/// Reads a regular file. Anything else is rejected before it is read: opening a
/// FIFO would wait for a writer that may never come.
///
/// # Errors
/// [`Reason::Unreadable`] or [`Reason::NotRegular`].
pub fn read_regular(path: &Path) -> Result<Vec<u8>, Reason> {
    if !fs::metadata(path)?.is_file() {
        return Err(Reason::NotRegular);
    }
    // It may have been replaced meanwhile; this does not block either.
    let mut file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(Reason::NotRegular);
    }
    // Kept in memory as long as the release is served: allocate no more than needed.
    let mut contents = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    file.read_to_end(&mut contents)?;
    Ok(contents)
}

/// The SHA-256 of the contents, 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256(contents: &[u8]) -> String {
    let digest = Sha256::digest(contents);
    digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn compare(contents: &[u8], written: &Digest) -> Result<(), Reason> {
    let found = contents.len() as u64;
    if found != written.bytes {
        return Err(Reason::Size { found, written: written.bytes });
    }
    let found = sha256(contents);
    if found == written.sha256 {
        Ok(())
    } else {
        Err(Reason::Contents { found, written: written.sha256.clone() })
    }
}
