//! The state that all requests share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use arc_swap::ArcSwap;

use crate::connection::Count;
use crate::content::{Content, CurrentContent, DataSource, LinkSource, Links, Source, Token};
use crate::metrics::METRICS;
use crate::process::lifecycle::Heartbeats;
use crate::process::lifecycle::Lifecycle;
use crate::process::memory;
use crate::release::{Release, load_site};
use crate::settings::{DATA_TOKEN_FILES, Settings, SettingsError};
use crate::site::Site;
use crate::tasks;
use crate::telemetry::{milliseconds, with_causes};

/// Longest time that a start waits for the first responses of the content service and data sources.
const FIRST_CONTENT_TIMEOUT: Duration = Duration::from_millis(500);

/// The state that all requests share.
pub(crate) struct AppState {
    release: ArcSwap<Release>,
    /// Number of reloads requested.
    reloads_requested: AtomicU64,
    /// How many of them are done; locked during a reload.
    reloads_done: tokio::sync::Mutex<u64>,
    /// The settings, as far as they fit the memory.
    pub settings: Settings,
    /// What pages show of other services.
    pub content: CurrentContent,
    /// Open connections to the public listener.
    pub connections: Count,
    /// The state of the process between its start and its end.
    pub lifecycle: Lifecycle,
    /// Heartbeats of the threads with an event loop.
    pub heartbeats: Heartbeats,
}

impl AppState {
    /// Loads the site and its content, and starts to refresh its pages.
    pub(crate) async fn new(mut settings: Settings) -> anyhow::Result<Self> {
        let site = load_site(&settings).await?;
        settings.fit_memory(site.content_bytes())?;
        let content = content(&settings, &site).await?;
        let release = Release::open(site, &settings, content.clone()).await?;
        release.export();
        release.run_refresh();
        Ok(Self {
            release: ArcSwap::from_pointee(release),
            reloads_requested: AtomicU64::default(),
            reloads_done: tokio::sync::Mutex::default(),
            settings,
            content,
            connections: Count::default(),
            heartbeats: Heartbeats::default(),
            lifecycle: Lifecycle::default(),
        })
    }

    /// The current release. A request loads it once, so that all of its response is of
    /// one release.
    pub(crate) fn release(&self) -> Arc<Release> {
        self.release.load_full()
    }

    /// Whether `X-Request-Id` and `traceparent` of a client are trusted: others could forge them.
    pub(crate) fn is_trusted(&self, client: Option<SocketAddr>) -> bool {
        client.is_some_and(|client| {
            let address = client.ip().to_canonical();
            self.settings.trusted_proxies.iter().any(|network| network.contains(&address))
        })
    }

    /// Reloads the site from `DIST_DIR`, and logs the outcome. The current release is
    /// served until every page of the new one has been rendered, and continues to
    /// be served if one cannot be.
    ///
    /// One reload runs at a time. All that are requested meanwhile become one more,
    /// which starts after them, so that it finds what they were for.
    pub(crate) async fn reload(&self) {
        let requested = self.reloads_requested.fetch_add(1, Ordering::Relaxed) + 1;
        let mut done = self.reloads_done.lock().await;
        if *done >= requested {
            return;
        }
        *done = self.reloads_requested.load(Ordering::Relaxed);
        let begun = Instant::now();
        let current = self.release();
        let next = tasks::attempt(current.next(&self.settings, self.content.clone())).await;
        let outcome = match next.map_err(Into::into).flatten() {
            Ok(release) => {
                release.export();
                let build = release.site.build.clone();
                let has_new_engines = !Arc::ptr_eq(&release.pages, &current.pages);
                if has_new_engines {
                    release.run_refresh();
                }
                self.release.store(Arc::new(release));
                let duration_ms = milliseconds(begun.elapsed());
                tracing::info!(build, duration_ms, has_new_engines, "reload applied");
                "applied"
            }
            Err(error) => {
                let error = with_causes(&*error);
                tracing::error!(error, "reload failed, keeping the current build");
                "rejected"
            }
        };
        METRICS.marquee_reloads.at([outcome]).inc();
        drop(current);
        // Loading a build frees much memory.
        let _ = tasks::blocking(memory::trim).await;
    }
}

/// What pages show of other services: the operator's links, which are the configured ones without a
/// content service or until its first response, and the values of the site's data sources.
///
/// # Errors
/// When an HTTP client cannot be built, or a token cannot be read or is of no data source.
pub(crate) async fn content(settings: &Settings, site: &Site) -> anyhow::Result<CurrentContent> {
    let links =
        Links { base: settings.operator_link.clone(), blog: settings.operator_blog_link.clone() };
    links.export();
    let mut sources = Vec::new();
    if let Some(source) = link_source(settings, site)? {
        sources.push(Source::Links(source));
    }
    let tokens = &settings.data_token_files;
    if let Some((name, _)) = tokens.iter().find(|(name, _)| !site.data_sources.contains_key(name)) {
        let reason = format!("{DATA_TOKEN_FILES}: the site has no data source `{name}`");
        return Err(SettingsError::Bad(reason).into());
    }
    for (name, api) in &site.data_sources {
        let file = tokens.iter().find(|(source, _)| source == name);
        let token = file.map(|(_, file)| Token::read(DATA_TOKEN_FILES, file)).transpose();
        let token = token.map_err(|error| SettingsError::Bad(error.to_string()))?;
        let source = DataSource::new(name, api, token, settings.content_api_timeout);
        sources.push(Source::Data(source.with_context(|| format!("data source `{name}`"))?));
    }
    let initial = Content { links, ..Content::default() };
    Ok(CurrentContent::follow(sources, initial, FIRST_CONTENT_TIMEOUT).await)
}

/// The content service, if the settings have one.
fn link_source(settings: &Settings, site: &Site) -> anyhow::Result<Option<LinkSource>> {
    let (Some(url), Some(token)) = (&settings.content_api_url, settings.content_token()?) else {
        return Ok(None);
    };
    if settings.operator_hosts.is_empty() {
        tracing::info!(
            "OPERATOR_HOSTS is not set: the content service's links may lead to any host"
        );
    }
    let timeout = settings.content_api_timeout;
    let hosts = settings.operator_hosts.clone();
    let api = site.content_api.clone();
    let source = LinkSource::new(url, api, token, timeout, hosts, settings.content_api_refresh)
        .context("CONTENT_API_URL")?;
    Ok(Some(source))
}
