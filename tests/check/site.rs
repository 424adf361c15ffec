//! The real `marquee` process, and the checker's.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The URL that the site's documents name.
const PUBLIC_URL: &str = "http://127.0.0.1:8080/";

const CHECKER: &str = env!("CARGO_BIN_EXE_marquee-check");

/// A running server, killed when this is dropped.
pub(crate) struct Site {
    process: Child,
    url: String,
}

impl Site {
    /// Starts the `marquee` binary that was built beside the checker.
    pub(crate) fn start() -> Self {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
        let mut process = Command::new(Path::new(CHECKER).with_file_name("marquee"))
            .env_clear()
            .env("DIST_DIR", dist)
            .env("LISTEN_ADDR", "127.0.0.1:0")
            .env("ADMIN_ADDR", "127.0.0.1:0")
            .env("ACCESS_LOG", "off")
            .env("RENDER_TIMEOUT", "20s")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = log
            .map_while(Result::ok)
            .find_map(|line| {
                let event: serde_json::Value = serde_json::from_str(&line).ok()?;
                Some(event["address"].as_str()?.to_owned())
            })
            .unwrap();
        Self { process, url: format!("http://{address}/") }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the checker on the deployment at `url`.
pub(crate) fn check(url: &str) -> Output {
    let mut command = Command::new(CHECKER);
    command.args([url, "--public-url", PUBLIC_URL]).env_clear().output().unwrap()
}
