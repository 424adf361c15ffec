//! A release: a built site, its engines, pages and files; and how a reload replaces it.

use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use marquee_renderer::{Renderer, RendererOptions};

use crate::VERSION;
use crate::content::CurrentContent;
use crate::crawlers::Crawlers;
use crate::http::Representation;
use crate::metrics::{METRICS, RenderMetrics};
use crate::page::{PageCache, PageRenderer, TimeWindows};
use crate::settings::Settings;
use crate::site::public_files::PublicFiles;
use crate::site::source_maps::SourceMaps;
use crate::site::{Site, SiteError};
use crate::tasks::{self, blocking};

/// A built site, its engines, pages and files.
pub(crate) struct Release {
    /// Pages, locales and files as they were built.
    pub site: Site,
    /// The site's pages, rendered or to be rendered.
    pub pages: Arc<PageCache>,
    /// The files for crawlers.
    crawlers: Crawlers,
    /// This build and the previous one, whose pages are open in browsers, and their source maps.
    builds: Vec<(String, Arc<SourceMaps>)>,
    /// The files that clients may fetch.
    files: Arc<PublicFiles>,
    /// Those of the previous release, which pages that are open in browsers still
    /// request.
    previous_files: Option<Arc<PublicFiles>>,
    /// Those of the releases in `OTHER_DIST_DIRS`.
    other_files: Vec<PublicFiles>,
}

impl Release {
    /// Opens a site and starts its engines; nothing is rendered yet.
    ///
    /// # Errors
    /// When the site cannot be used, or its bundle does not load.
    pub(crate) async fn open(
        site: Site,
        settings: &Settings,
        content: CurrentContent,
    ) -> anyhow::Result<Self> {
        let (files, renderer) = tokio::try_join!(
            load_files(&site, settings, None),
            start_engines(&site, settings, content)
        )?;
        let pages = pages(&site, settings, renderer);
        Self::new(site, settings, pages, files, None).await
    }

    /// Opens the site in `DIST_DIR` as the successor of this release, after each of its
    /// pages was rendered in every locale. Where nothing has changed that pages depend
    /// on, the engines stay and render all pages as a health check: new ones would
    /// only take memory.
    ///
    /// # Errors
    /// Those of [`Release::open`], another path or field of the content service or a data source, which
    /// are followed until the process ends, and the first page that cannot be rendered or is not
    /// whole.
    pub(crate) async fn next(
        &self,
        settings: &Settings,
        content: CurrentContent,
    ) -> anyhow::Result<Self> {
        let site = load_site(settings).await?;
        let build = site.build.clone();
        self.succeed_with(site, settings, content).await.with_context(|| format!("build {build}"))
    }

    async fn succeed_with(
        &self,
        site: Site,
        settings: &Settings,
        content: CurrentContent,
    ) -> anyhow::Result<Self> {
        ensure!(
            site.content_api == self.site.content_api
                && site.data_sources == self.site.data_sources,
            "the build has another `contentService` or `dataSources`, which only a restart applies"
        );
        let files = load_files(&site, settings, Some(&self.files)).await?;
        let engines = self.pages.engines();
        let pages = if site.pages_digest == self.site.pages_digest && engines.up == engines.desired
        {
            self.pages.probe().await?;
            Arc::clone(&self.pages)
        } else {
            let pages = pages(&site, settings, start_engines(&site, settings, content).await?);
            pages.prewarm(|_| true).await?;
            pages
        };
        Self::new(site, settings, pages, files, Some(self)).await
    }

    async fn new(
        site: Site,
        settings: &Settings,
        pages: Arc<PageCache>,
        (files, other_files): (Arc<PublicFiles>, Vec<PublicFiles>),
        last: Option<&Self>,
    ) -> anyhow::Result<Self> {
        let crawlers = Crawlers::new(&site, &settings.public_url).await?;
        let mut last_builds = last.iter().flat_map(|last| &last.builds);
        let build_before = last_builds.find(|(build, _)| *build != site.build).cloned();
        let own = (site.build.clone(), Arc::clone(&site.source_maps));
        let builds = iter::once(own).chain(build_before).collect();
        let previous_files = last.and_then(|last| {
            // A reload of the same build does not replace the previous one.
            let is_contained = files.include(&last.files);
            if is_contained { last.previous_files.clone() } else { Some(Arc::clone(&last.files)) }
        });
        Ok(Self { site, pages, crawlers, builds, files, previous_files, other_files })
    }

    /// Exports what is served from now on.
    pub(crate) fn export(&self) {
        METRICS.marquee_build_info.clear();
        let (build, commit) = (self.site.build.clone(), self.site.commit.clone());
        let labels = [build, commit, marquee_renderer::ENGINE.to_owned(), VERSION.to_owned()];
        METRICS.marquee_build_info.at(labels).set(1);
    }

    /// Starts prewarming and refresh-ahead, until it is no longer served.
    pub(crate) fn run_refresh(&self) {
        let pages = Arc::downgrade(&self.pages);
        tasks::keep_running(async move || PageCache::run_refresh(pages.clone()).await);
    }

    /// The source maps of this build or the previous one.
    pub(crate) fn source_maps(&self, build: &str) -> Option<Arc<SourceMaps>> {
        self.builds.iter().find(|(id, _)| id == build).map(|(_, maps)| Arc::clone(maps))
    }

    /// The file of the site or for crawlers at the path of a URL that stays the same.
    pub(crate) fn fixed_file(&self, path: &str) -> Option<&Representation> {
        self.files.get(path).or_else(|| self.crawlers.get(path))
    }

    /// A hashed file of this release, the previous one or another by the path of its URL.
    pub(crate) fn hashed_file(&self, path: &str) -> Option<&Representation> {
        let reloaded = iter::once(&self.files).chain(&self.previous_files).map(|files| &**files);
        reloaded.chain(&self.other_files).find_map(|files| files.get(path))
    }
}

/// Loads the built site.
pub(crate) async fn load_site(settings: &Settings) -> anyhow::Result<Site> {
    let (dist, pseudo_locales) = (settings.dist_dir.clone(), settings.pseudo_locales);
    let load = move || {
        // Canonical, since a link to the newest release may point elsewhere later.
        let dist = Site::find(dist.as_deref())?;
        let dist = dist.canonicalize().map_err(|error| SiteError::Unreadable(dist, error))?;
        Site::load(&dist, pseudo_locales)
    };
    blocking(load).await?.context("DIST_DIR")
}

/// Loads the files of the site, and those of the releases in `OTHER_DIST_DIRS`. What `known` has as
/// well is shared.
async fn load_files(
    site: &Site,
    settings: &Settings,
    known: Option<&Arc<PublicFiles>>,
) -> anyhow::Result<(Arc<PublicFiles>, Vec<PublicFiles>)> {
    let (built, known) = (Arc::clone(&site.files), known.cloned());
    let other_dist_dirs = settings.other_dist_dirs.clone();
    let load = move || {
        let files = PublicFiles::load(&built, known.as_deref()).context("DIST_DIR")?;
        let load_other =
            |dist: &PathBuf| Ok(PublicFiles::load(&Site::recorded_files(dist)?, Some(&files))?);
        let others: Result<_, SiteError> = other_dist_dirs.iter().map(load_other).collect();
        Ok((Arc::new(files), others.context("OTHER_DIST_DIRS")?))
    };
    blocking(load).await?
}

/// Starts the engines that render a site.
pub(crate) async fn start_engines(
    site: &Site,
    settings: &Settings,
    content: CurrentContent,
) -> anyhow::Result<PageRenderer> {
    let bundle = site.bundle(
        &settings.public_url,
        &settings.messaging_link,
        settings.campaign_parameters.names(),
        settings.visit_reports,
        settings.web_vitals_sample,
        settings.preconnect,
    )?;
    let mut options = RendererOptions::default();
    options.engines = settings.engines();
    options.timeout = settings.render_timeout;
    options.heap_limit = settings.render_heap_limit;
    options.snapshot = Some(site.snapshot());
    let renderer = match Renderer::start(bundle, options, Arc::new(RenderMetrics)).await {
        Ok(renderer) => renderer,
        Err(error) => {
            let maps = Arc::clone(&site.source_maps);
            // It reads the map, which would block the event loop.
            return Err(blocking(move || maps.map_error(error)).await?.into());
        }
    };
    let windows = TimeWindows::of(settings.page_ttl);
    Ok(PageRenderer::new(renderer, content, windows, Arc::clone(&site.source_maps)))
}

fn pages(site: &Site, settings: &Settings, renderer: PageRenderer) -> Arc<PageCache> {
    let (is_on, timeout) = (settings.page_cache, settings.render_timeout);
    let refresh = settings.content_api_refresh;
    Arc::new(PageCache::new(site, &settings.public_url, renderer, is_on, timeout, refresh))
}
