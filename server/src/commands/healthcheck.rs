//! `marquee healthcheck`, for container engines: the image has no shell and no curl.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::ensure;
use url::Url;

use crate::http_client;
use crate::settings::AdminAddr;

/// Longer than any response of a process that works.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Requests `/readyz` of the process that listens on `ADMIN_ADDR`, the only setting that it
/// needs.
///
/// # Errors
/// When there is no response from any of its addresses, or the process is not ready.
pub(super) async fn run(AdminAddr { admin_addr }: &AdminAddr) -> anyhow::Result<()> {
    let mut result = Ok(());
    for address in admin_addr.addresses() {
        // A process listens on those of the addresses that its machine has.
        match status(*address).await {
            Ok(status) => {
                ensure!(status.is_success(), "not ready: {status}");
                return Ok(());
            }
            Err(error) => result = result.and(Err(error)),
        }
    }
    result
}

async fn status(address: SocketAddr) -> anyhow::Result<reqwest::StatusCode> {
    let url = Url::parse(&format!("http://{address}/readyz"))?;
    let client = http_client::builder(&url, TIMEOUT).build()?;
    Ok(client.get(url).send().await?.status())
}
