//! `marquee prepare`.

use crate::release;
use crate::settings::Settings;

/// Writes the engine cache.
pub(super) async fn run(settings: &Settings) -> anyhow::Result<()> {
    let site = release::load_site(settings).await?;
    let (bundle, options) = release::engine_options(&site, settings)?;
    Ok(marquee_renderer::prepare_engines(bundle, options).await?)
}
