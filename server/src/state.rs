//! The state that all requests share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use arc_swap::ArcSwap;
use url::Url;

use crate::connection::Count;
use crate::metrics::METRICS;
use crate::operator::{ContentApi, ContentService, Links, OperatorLinks, Token};
use crate::process::lifecycle::Heartbeats;
use crate::process::lifecycle::Lifecycle;
use crate::process::memory;
use crate::release::{Release, load_site};
use crate::settings::Settings;
use crate::settings::campaign::CampaignSources;
use crate::tasks;
use crate::telemetry::{milliseconds, with_causes};

/// Longest time that a start waits for the content service's first response.
const FIRST_LINKS_TIMEOUT: Duration = Duration::from_millis(500);

/// The state that all requests share.
pub(crate) struct AppState {
    release: ArcSwap<Release>,
    /// Number of reloads requested.
    reloads_requested: AtomicU64,
    /// How many of them are done; locked during a reload.
    reloads_done: tokio::sync::Mutex<u64>,
    settings: Settings,
    /// The operator's links.
    pub links: OperatorLinks,
    /// Open connections to the public listener.
    pub connections: Count,
    /// The state of the process between its start and its end.
    pub lifecycle: Lifecycle,
    /// Heartbeats of the threads with an event loop.
    pub heartbeats: Heartbeats,
}

impl AppState {
    /// Loads the operator's links and the site, and starts to refresh its pages.
    pub(crate) async fn new(settings: &Settings) -> anyhow::Result<Self> {
        let site = load_site(settings).await?;
        let mut settings = settings.clone();
        settings.fit_memory(site.content_bytes())?;
        let settings = &settings;
        let links = operator_links(settings, &site.content_api).await?;
        let release = Release::open(site, settings, links.clone()).await?;
        release.export();
        release.run_refresh();
        Ok(Self {
            release: ArcSwap::from_pointee(release),
            reloads_requested: AtomicU64::default(),
            reloads_done: tokio::sync::Mutex::default(),
            settings: settings.clone(),
            links,
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

    /// Whether there is an access log of all requests.
    pub(crate) fn logs_requests(&self) -> bool {
        self.settings.telemetry.access_log
    }

    /// The campaign sources that reports of visits are counted by, or none if they are off.
    pub(crate) fn counted_sources(&self) -> Option<&CampaignSources> {
        self.settings.visit_reports.then_some(&self.settings.campaign_sources)
    }

    /// Limit of concurrent connections.
    pub(crate) fn max_connections(&self) -> usize {
        self.settings.limits.max_connections
    }

    /// The URL at which clients reach the site.
    pub(crate) fn public_url(&self) -> &Url {
        &self.settings.public_url
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
        let next = tasks::attempt(current.next(&self.settings, self.links.clone())).await;
        let is_applied = match next.map_err(Into::into).flatten() {
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
                true
            }
            Err(error) => {
                let error = with_causes(&*error);
                tracing::error!(error, "reload failed, keeping the current build");
                false
            }
        };
        let outcome = if is_applied { "applied" } else { "rejected" };
        METRICS.marquee_reloads.at([outcome]).inc();
        drop(current);
        // Loading a build frees much memory.
        let _ = tasks::blocking(memory::trim).await;
    }
}

/// The operator's links: those of the content service, with the
/// configured ones until its first response, or only the configured ones.
///
/// # Errors
/// When the HTTP client cannot be built, or the token cannot be read.
pub(crate) async fn operator_links(
    settings: &Settings,
    api: &ContentApi,
) -> anyhow::Result<OperatorLinks> {
    let configured =
        Links { base: settings.operator_link.clone(), blog: settings.operator_blog_link.clone() };
    configured.export();
    let Some(url) = &settings.content_api_url else {
        return Ok(OperatorLinks::fixed(configured));
    };
    let token = match (&settings.content_api_token, &settings.content_api_token_file) {
        (Some(token), _) => Token::fixed(token.clone()),
        (None, Some(file)) => Token::read(file)?,
        (None, None) => return Ok(OperatorLinks::fixed(configured)),
    };
    if settings.operator_hosts.is_empty() {
        tracing::info!(
            "OPERATOR_HOSTS is not set: the content service's links may lead to any host"
        );
    }
    let timeout = settings.content_api_timeout;
    let hosts = settings.operator_hosts.clone();
    let service =
        ContentService::new(url, api.clone(), token, timeout, hosts).context("CONTENT_API_URL")?;
    let interval = settings.content_api_refresh;
    Ok(OperatorLinks::follow(service, configured, interval, FIRST_LINKS_TIMEOUT).await)
}
