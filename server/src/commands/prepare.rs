//! `marquee prepare`.

use std::fs;

use anyhow::Context;

use crate::release;
use crate::settings::Settings;

/// Writes the snapshot of engines.
pub(super) async fn run(settings: &Settings) -> anyhow::Result<()> {
    let path = release::load_site(settings).await?.snapshot();
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| marquee_renderer::write_snapshot(&path));
    written.with_context(|| path.display().to_string())
}
