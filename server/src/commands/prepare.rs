//! `marquee prepare`.

use std::path::Path;

use crate::settings::Settings;
use marquee_renderer::Content;

use super::render;

/// Renders one page, so that the engine writes the bundle's bytecode into the
/// engine cache, and lists that.
pub(super) async fn run(settings: &Settings, engine_cache: &Path) -> anyhow::Result<()> {
    render::html(settings, "/", "en", Content::Page).await?;
    Ok(marquee_renderer::list_bytecode(engine_cache)?)
}
