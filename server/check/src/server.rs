//! A server that is started for the check.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};
use tokio::time::timeout;
use url::Url;

/// Longest time until the server serves: it renders every page in every language first.
const START_TIMEOUT: Duration = Duration::from_mins(2);

/// Why no server could be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalServerError {
    #[error("the server does not start: {0}")]
    Io(#[from] io::Error),
    #[error("the server ended before it served:\n{0}")]
    Ended(String),
    #[error("the server does not serve in time:\n{0}")]
    Timeout(String),
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
            // Its log has the address that it serves.
            .env("LOG_FORMAT", "json")
            .env("LOG_LEVEL", "info")
            .env("ACCESS_LOG", "off")
            // The service manager waits for another process.
            .env_remove("NOTIFY_SOCKET")
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut log = String::new();
        let Some(stderr) = process.stderr.take() else {
            return Err(LocalServerError::Ended(log));
        };
        let mut lines = BufReader::new(stderr).lines();
        let address = timeout(START_TIMEOUT, address_in(&mut lines, &mut log)).await;
        match address {
            Ok(Ok(Some(address))) => {
                // Drains the pipe, which would block the server when full.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                let url = Url::parse(&format!("http://{address}/"))?;
                Ok(Self { _process: process, url })
            }
            Ok(Ok(None)) => Err(LocalServerError::Ended(log)),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(LocalServerError::Timeout(log)),
        }
    }
}

/// Returns the address that the log names, and collects the log until then.
async fn address_in(
    lines: &mut Lines<BufReader<ChildStderr>>,
    log: &mut String,
) -> io::Result<Option<String>> {
    while let Some(line) = lines.next_line().await? {
        let event: Value = serde_json::from_str(&line).unwrap_or_default();
        if let Some(address) = event["address"].as_str() {
            return Ok(Some(address.to_owned()));
        }
        log.push_str(&line);
        log.push('\n');
    }
    Ok(None)
}
