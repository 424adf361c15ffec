//! The application: what all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use tokio::task::spawn_blocking;

use crate::heartbeat::Heartbeats;
use crate::lifecycle::Lifecycle;
use crate::memory;
use crate::metrics::{LinkMetrics, Metrics, SwapLabel};
use crate::operator::{ContentService, Links, OperatorLinks};
use crate::release::Release;
use crate::settings::Settings;
use crate::start_error::StartError;
use crate::telemetry::milliseconds;
use crate::trusted_proxies::TrustedProxies;

/// The longest that a start waits for the content service's first answer.
const FIRST_LINKS_TIMEOUT: Duration = Duration::from_millis(500);

/// What all requests share.
pub struct AppState {
    release: ArcSwap<Release>,
    /// Reloads that were asked for.
    reloads_asked: AtomicU64,
    /// How many of them are done; locked during a reload.
    reloads_done: tokio::sync::Mutex<u64>,
    settings: Settings,
    /// The operator's addresses as they are known now.
    pub links: OperatorLinks,
    /// The proxies whose headers about a request are trusted.
    pub trusted_proxies: TrustedProxies,
    /// What is counted.
    pub metrics: Metrics,
    /// Where the process stands between its start and its end.
    pub lifecycle: Lifecycle,
    /// Signs of life of the threads that serve visitors.
    pub heartbeats: Heartbeats,
}

impl AppState {
    /// Learns the operator's links and opens the site, whose pages are rendered
    /// ahead from now on.
    ///
    /// # Errors
    /// [`StartError`], save for its `Bind` and `Page`.
    pub async fn new(settings: &Settings) -> Result<Self, StartError> {
        let metrics = Metrics::default();
        let links = operator_links(settings, metrics.links.clone()).await?;
        let release = Release::open(settings, links.clone(), metrics.renders.clone()).await?;
        metrics.serves(&release.labels());
        release.run_refresh();
        Ok(Self {
            release: ArcSwap::from_pointee(release),
            reloads_asked: AtomicU64::default(),
            reloads_done: tokio::sync::Mutex::default(),
            settings: settings.clone(),
            links,
            trusted_proxies: TrustedProxies::new(settings.trusted_proxies.clone()),
            metrics,
            lifecycle: Lifecycle::default(),
            heartbeats: Heartbeats::default(),
        })
    }

    /// What is served now. Whoever answers a request asks once, so that all of
    /// the answer is of one release.
    #[must_use]
    pub fn release(&self) -> Arc<Release> {
        self.release.load_full()
    }

    /// Changes to the site that is in `DIST_DIR` now, and logs the outcome. Clients
    /// are served the old one until every page of the new one has been rendered,
    /// and for good if one cannot be.
    ///
    /// One reload runs at a time. All that are asked for meanwhile are one more
    /// together: it begins after them, so that it finds what they were about.
    pub async fn reload(&self) {
        let asked = self.reloads_asked.fetch_add(1, Ordering::Relaxed) + 1;
        let mut done = self.reloads_done.lock().await;
        if *done >= asked {
            return;
        }
        *done = self.reloads_asked.load(Ordering::Relaxed);
        let begun = Instant::now();
        let current = self.release();
        let (links, metrics) = (self.links.clone(), self.metrics.renders.clone());
        let outcome = match current.next(&self.settings, links, metrics).await {
            Ok(release) => {
                self.metrics.serves(&release.labels());
                let build = release.site.build.clone();
                let has_new_engines = !Arc::ptr_eq(&release.pages, &current.pages);
                if has_new_engines {
                    release.run_refresh();
                }
                self.release.store(Arc::new(release));
                let duration_ms = milliseconds(begun.elapsed());
                tracing::info!(
                    build,
                    duration_ms,
                    has_new_engines,
                    "serving a new build of the site"
                );
                "swapped"
            }
            Err(error) => {
                tracing::error!(%error, "the new build is refused; the old one goes on");
                "refused"
            }
        };
        self.metrics.swaps.get_or_create(&SwapLabel { outcome }).inc();
        drop(current);
        // A build that was read and compared has left some behind.
        let _ = spawn_blocking(memory::give_back).await;
    }
}

/// Returns the operator's links: those of the content service, with the
/// configured ones until it has answered, or the configured ones for good.
///
/// # Errors
/// [`StartError::ContentClient`].
pub async fn operator_links(
    settings: &Settings,
    metrics: LinkMetrics,
) -> Result<OperatorLinks, StartError> {
    let configured =
        Links { base: settings.operator_link.clone(), blog: settings.operator_blog_link.clone() };
    let (Some(url), Some(token)) = (&settings.content_api_url, &settings.content_api_token) else {
        return Ok(OperatorLinks::fixed(configured));
    };
    let service = ContentService::new(url, token.clone(), settings.content_api_timeout)?;
    let interval = settings.content_api_refresh;
    Ok(OperatorLinks::follow(service, configured, interval, FIRST_LINKS_TIMEOUT, metrics).await)
}
