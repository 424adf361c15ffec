//! `marquee serve`.

use std::net::SocketAddr;

use crate::process::lifecycle::Signals;
use crate::process::service_manager::InheritedSockets;
use crate::server::{Shutdown, SiteServer};
use crate::settings::Settings;

/// Serves the site until one of `signals` stops the process.
pub(super) async fn run(
    settings: &Settings,
    signals: Option<Signals>,
    inherited: InheritedSockets,
) -> anyhow::Result<Shutdown> {
    let signals = signals.map_or_else(Signals::listen, Ok)?;
    let server = SiteServer::build(settings, inherited).await?;
    let list = |addresses: &[SocketAddr]| {
        addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let address = list(server.public_addresses());
    tracing::info!(
        engine = marquee_renderer::ENGINE,
        address,
        admin_address = list(server.admin_addresses()),
        "serving http://{address}/",
    );
    Ok(server.run(signals).await?)
}
