//! `marquee healthcheck`, for container engines: the image has no shell and no curl.

use std::time::Duration;

use anyhow::ensure;

use crate::http_client;
use crate::settings::Settings;

/// Longer than any response of a process that works.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Requests `/readyz` of the process that listens on `ADMIN_ADDR`.
///
/// # Errors
/// When there is no response, or the process is not ready.
pub(super) async fn run(settings: &Settings) -> anyhow::Result<()> {
    let client = http_client::builder().timeout(TIMEOUT).build()?;
    let address = settings.admin_addr.addresses()[0];
    let status = client.get(format!("http://{address}/readyz")).send().await?.status();
    ensure!(status.is_success(), "not ready: {status}");
    Ok(())
}
