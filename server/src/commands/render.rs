//! `marquee render`.

use std::io::{self, Write};

use crate::locale::Language;
use crate::page::{Rendition, SitePage};
use crate::settings::{Settings, SettingsError};
use crate::site::routes::Target;
use crate::{release, state};
use clap::Args;
use marquee_renderer::Priority;

/// The page to print.
#[derive(Debug, Clone, Args)]
pub(super) struct Options {
    /// Path of the page
    #[arg(long, default_value = "/")]
    path: String,
    /// Code of the locale to render it in
    #[arg(long, default_value = "en")]
    lang: String,
    /// Prints the app shell instead of the page
    #[arg(long)]
    shell: bool,
}

/// Prints the HTML of one page, in the locale that `?lang=` chooses.
pub(super) async fn run(settings: &Settings, options: &Options) -> anyhow::Result<()> {
    let Options { path, lang, shell } = options;
    let rendition = if *shell { Rendition::Shell } else { Rendition::Page };
    let site = release::load_site(settings).await?;
    let locale = site
        .selectable
        .get(lang)
        .ok_or_else(|| SettingsError::Bad(format!("--lang={lang}: the site has no such locale")))?;
    let language = Language::Fixed(locale.clone());
    let content = state::content(settings, &site).await?;
    let renderer = release::start_engines(&site, settings, content).await?;
    let path = match site.routes.resolve(path) {
        Target::Page(path) | Target::Redirect(path) => path,
        Target::NotFound => Target::NOT_FOUND_PATH,
    };
    let page = SitePage::new(&site, &settings.public_url, path, language);
    let priority = Priority::client(settings.render_timeout);
    let document = renderer.document(&page, rendition, &priority).await;
    renderer.pool.close().await;
    Ok(io::stdout().write_all(&document?.html)?)
}
