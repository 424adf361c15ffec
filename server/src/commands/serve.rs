//! `marquee serve`.

use std::net::SocketAddr;

use marquee::process::lifecycle::Signals;
use marquee::process::service_manager::InheritedSockets;
use marquee::server::{Shutdown, SiteServer};
use marquee::settings::Settings;

use super::CommandError;

/// Serves the site until one of `signals` stops the process.
pub(crate) async fn run(
    settings: &Settings,
    signals: Option<Signals>,
    inherited: InheritedSockets,
) -> Result<Shutdown, CommandError> {
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
