//! A server that is started for the check.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use url::Url;

/// Why no server could be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalServerError {
    #[error("the server does not start: {0}")]
    Io(#[from] std::io::Error),
    #[error("the server ended before it served:\n{0}")]
    Ended(String),
    #[error("the server has no valid URL: {0}")]
    Url(#[from] url::ParseError),
}

/// A running server, killed when this is dropped.
pub(crate) struct LocalServer {
    _process: Child,
    /// The URL of its public listener.
    pub(crate) url: Url,
}

impl LocalServer {
    /// Starts `binary` on free ports and waits until it serves. Its other settings are
    /// those of the environment.
    ///
    /// # Errors
    /// [`LocalServerError`].
    pub(crate) async fn start(binary: &Path, public_url: &Url) -> Result<Self, LocalServerError> {
        let mut process = Command::new(binary)
            .env("LISTEN_ADDR", "127.0.0.1:0")
            .env("ADMIN_ADDR", "127.0.0.1:0")
            .env("PSEUDO_LOCALES", "on")
            .env("PUBLIC_URL", public_url.as_str())
            .env("LOG_LEVEL", "info")
            .env("ACCESS_LOG", "off")
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut log = String::new();
        if let Some(stderr) = process.stderr.take() {
            let mut lines = BufReader::new(stderr).lines();
            while let Some(line) = lines.next_line().await? {
                let event: Value = serde_json::from_str(&line).unwrap_or_default();
                if let Some(address) = event["address"].as_str() {
                    // Drains the pipe, which would block the server when full.
                    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                    return Ok(Self {
                        _process: process,
                        url: Url::parse(&format!("http://{address}/"))?,
                    });
                }
                log.push_str(&line);
                log.push('\n');
            }
        }
        Err(LocalServerError::Ended(log))
    }
}
