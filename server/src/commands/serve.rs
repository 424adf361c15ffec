//! `marquee serve`.

use marquee::lifecycle::Signals;
use marquee::server::{Shutdown, SiteServer};
use marquee::settings::Settings;

use super::CommandError;

/// Serves the site until one of `signals` stops the process.
pub(crate) async fn run(
    settings: &Settings,
    signals: Option<Signals>,
) -> Result<Shutdown, CommandError> {
    let signals = signals.map_or_else(Signals::listen, Ok)?;
    let server = SiteServer::build(settings).await?;
    tracing::info!(
        engine = marquee_renderer::ENGINE,
        address = %server.public_address(),
        admin_address = %server.admin_address(),
        "serving http://{}/",
        server.public_address(),
    );
    Ok(server.run(signals).await?)
}
