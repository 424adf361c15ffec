//! A built site with everything that is made from it, and the change from one to
//! the next while visitors come.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::VERSION;
use crate::crawlers::Crawlers;
use crate::metrics::{BuildLabels, RenderMetrics};
use crate::operator::OperatorLinks;
use crate::page::{PageRenderer, Pages, TimeBuckets};
use crate::renderer::{self, Renderer, RendererOptions};
use crate::settings::Settings;
use crate::site::{Site, SiteError};
use crate::start_error::StartError;

/// See the module's documentation.
pub struct Release {
    /// Pages, languages and files as they were built.
    pub site: Site,
    /// The site's pages, rendered or to be rendered.
    pub pages: Arc<Pages>,
    /// What crawlers are told.
    pub crawlers: Crawlers,
    /// This build and the one before it: those whose pages are open in browsers.
    pub builds: Vec<String>,
    /// Folders with the files of this release and of the one before it, which
    /// pages that are open in browsers still ask for.
    pub public: Vec<PathBuf>,
}

impl Release {
    /// Opens the built site and starts its engines; nothing is rendered yet.
    ///
    /// # Errors
    /// [`StartError::Site`], [`StartError::Sitemap`] or [`StartError::Render`].
    pub async fn open(
        settings: &Settings,
        links: OperatorLinks,
        metrics: RenderMetrics,
    ) -> Result<Self, StartError> {
        let (site, renderer) = open_site_and_engines(settings, links, metrics).await?;
        let crawlers = Crawlers::new(&site, &settings.public_url)?;
        let (cache, patience) = (settings.page_cache, settings.render_timeout);
        let refresh = settings.content_api_refresh;
        let pages = Pages::new(&site, &settings.public_url, renderer, cache, patience, refresh);
        let pages = Arc::new(pages);
        let builds = vec![site.build.clone()];
        let public = vec![site.public.clone()];
        Ok(Self { site, pages, crawlers, builds, public })
    }

    /// What metrics call it.
    #[must_use]
    pub fn labels(&self) -> BuildLabels {
        BuildLabels {
            version: VERSION,
            commit: self.site.commit.clone(),
            engine: renderer::ENGINE,
            build: self.site.build.clone(),
        }
    }

    /// Renders its pages ahead, in the background, for as long as it is served.
    pub fn keep_ready(&self) {
        tokio::spawn(Pages::keep_ready(Arc::downgrade(&self.pages)));
    }

    /// The same release, which also has the files of the one before it.
    #[must_use]
    pub fn after(mut self, last: &Self) -> Self {
        self.builds.extend(last.builds.iter().find(|build| **build != self.site.build).cloned());
        self.public
            .extend(last.public.first().filter(|folder| **folder != self.site.public).cloned());
        self
    }
}

/// Loads the built site and starts the engines that render it.
///
/// # Errors
/// [`StartError::Site`] or [`StartError::Render`].
pub async fn open_site_and_engines(
    settings: &Settings,
    links: OperatorLinks,
    metrics: RenderMetrics,
) -> Result<(Site, PageRenderer), StartError> {
    // Canonical, since a link to the newest release may point elsewhere later.
    let dist = Site::find(settings.dist_dir.as_deref())?;
    let dist = dist.canonicalize().map_err(|error| SiteError::Unreadable(dist, error))?;
    let site = if settings.pseudo_locales {
        Site::load_with_pseudo_locales(&dist)?
    } else {
        Site::load(&dist)?
    };
    let bundle = site.bundle(&settings.public_url, &settings.messaging_link)?;
    let options = RendererOptions {
        threads: settings.render_threads,
        timeout: settings.render_timeout,
        heap_limit: settings.render_heap_limit,
    };
    // It takes a while, in which others are served.
    let renderer = spawn_blocking(move || Renderer::start(bundle, options, metrics))
        .await
        .map_err(std::io::Error::other)??;
    Ok((site, PageRenderer::new(renderer, links, TimeBuckets::of(settings.page_ttl))))
}
