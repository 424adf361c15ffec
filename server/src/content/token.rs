//! The token of a service.

use std::path::{Path, PathBuf};
use std::str;

use secrecy::SecretString;

use crate::files::{Reason, read_regular};
use crate::values::parse_token;

/// The token of a service: a fixed one, or the current content of a file.
#[derive(Debug, Clone)]
pub struct Token {
    current: SecretString,
    /// Where it is read from, if it is, and the variable that names the file.
    file: Option<(&'static str, PathBuf)>,
    /// Whether the file was unusable when it was last read.
    is_outdated: bool,
}

/// A file without a usable token. Never contains the token.
#[derive(Debug, thiserror::Error)]
#[error("{variable}={}: {reason}", .file.display())]
pub struct TokenError {
    variable: &'static str,
    file: PathBuf,
    reason: TokenReason,
}

#[derive(Debug, thiserror::Error)]
enum TokenReason {
    #[error(transparent)]
    File(#[from] Reason),
    #[error("its content: {0}")]
    Content(&'static str),
}

impl Token {
    /// A token that does not change.
    #[must_use]
    pub fn fixed(token: SecretString) -> Self {
        Self { current: token, file: None, is_outdated: false }
    }

    /// Reads the token in a file that a variable names, without the newline at its end.
    ///
    /// # Errors
    /// [`TokenError`].
    pub fn read(variable: &'static str, file: &Path) -> Result<Self, TokenError> {
        match read(file) {
            Ok(current) => {
                Ok(Self { current, file: Some((variable, file.into())), is_outdated: false })
            }
            Err(reason) => Err(TokenError { variable, file: file.into(), reason }),
        }
    }

    /// Reads the file again. If that fails, the token stays, and a warning is logged unless
    /// the file failed the last time, too.
    pub(super) fn refreshed(mut self) -> Self {
        let Some((variable, file)) = &self.file else { return self };
        match Self::read(variable, file) {
            Ok(token) => token,
            Err(error) => {
                if !self.is_outdated {
                    tracing::warn!(%error, "token not read, keeping the last known good one");
                }
                self.is_outdated = true;
                self
            }
        }
    }

    pub(super) fn current(&self) -> &SecretString {
        &self.current
    }
}

fn read(file: &Path) -> Result<SecretString, TokenReason> {
    let content = read_regular(file)?;
    let text = str::from_utf8(&content).unwrap_or("\0");
    parse_token(text.trim_end_matches(['\n', '\r'])).map_err(TokenReason::Content)
}
