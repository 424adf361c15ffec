//! The compiled messages of the site's languages.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::files::{BuiltFileError, BuiltFiles};

/// The messages of a language by their ids.
pub type Messages = Map<String, Value>;

/// Why the messages of a language cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MessagesError {
    /// Their file is not what the build wrote.
    #[error(transparent)]
    File(#[from] BuiltFileError),
    /// It is not an object in JSON.
    #[error("{}: {}", .0.display(), .1)]
    Malformed(PathBuf, #[source] serde_json::Error),
    /// A message is missing: pages would show its id.
    #[error("{}: the message {} is missing", .0.display(), .1)]
    Missing(PathBuf, String),
}

/// Reads the messages in `file`.
///
/// # Errors
/// [`MessagesError::File`] or [`MessagesError::Malformed`].
pub fn read(files: &BuiltFiles, file: &str) -> Result<Messages, MessagesError> {
    serde_json::from_slice(&files.read(file)?)
        .map_err(|error| MessagesError::Malformed(files.path(file), error))
}

/// Checks that every language has all the messages that any of them has: the
/// build puts the English text where a translation is missing. `tables` are the
/// messages in `names`, in the same order.
///
/// # Errors
/// [`MessagesError::Missing`].
pub fn check<'a>(
    files: &BuiltFiles,
    names: impl IntoIterator<Item = &'a str>,
    tables: &[Messages],
) -> Result<(), MessagesError> {
    let ids: BTreeSet<_> = tables.iter().flat_map(Map::keys).collect();
    for (name, table) in names.into_iter().zip(tables) {
        if let Some(missing) = ids.iter().find(|id| !table.contains_key(**id)) {
            return Err(MessagesError::Missing(files.path(name), (*missing).clone()));
        }
    }
    Ok(())
}
