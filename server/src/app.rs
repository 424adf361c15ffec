//! The application: what all requests share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;

use crate::metrics::{LinkMetrics, Metrics, SwapLabel};
use crate::operator::{ContentService, Links, OperatorLinks};
use crate::phase::Phase;
use crate::pulses::Pulses;
use crate::release::Release;
use crate::settings::Settings;
use crate::start_error::StartError;
use crate::telemetry::milliseconds;
use crate::trusted_proxies::TrustedProxies;

/// The longest that a start waits for the content service's first answer.
const FIRST_LINKS_PATIENCE: Duration = Duration::from_millis(500);

/// What all requests share.
pub struct App {
    release: ArcSwap<Release>,
    /// Held while a new one is prepared: one at a time.
    swapping: tokio::sync::Mutex<()>,
    settings: Settings,
    /// The operator's addresses as they are known now.
    pub links: OperatorLinks,
    /// The proxies whose headers about a request are trusted.
    pub trusted_proxies: TrustedProxies,
    /// What is counted.
    pub metrics: Metrics,
    /// Where the process stands between its start and its end.
    pub phase: Phase,
    /// Signs of life of the threads that serve visitors.
    pub pulses: Pulses,
}

impl App {
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
        release.keep_ready();
        Ok(Self {
            release: ArcSwap::from_pointee(release),
            swapping: tokio::sync::Mutex::default(),
            settings: settings.clone(),
            links,
            trusted_proxies: TrustedProxies::new(settings.trusted_proxies.clone()),
            metrics,
            phase: Phase::default(),
            pulses: Pulses::default(),
        })
    }

    /// What is served now. Whoever answers a request asks once, so that all of
    /// the answer is of one release.
    #[must_use]
    pub fn release(&self) -> Arc<Release> {
        self.release.load_full()
    }

    /// Changes to the site that stands in `DIST_DIR` now, and tells how it went.
    /// Visitors are served from the old one until every page of the new one has
    /// been rendered, and for good if one cannot be.
    pub async fn swap(&self) {
        let _one_at_a_time = self.swapping.lock().await;
        let begun = Instant::now();
        let outcome = match self.next_release().await {
            Ok(release) => {
                self.metrics.serves(&release.labels());
                let build = release.site.build.clone();
                self.release.store(Arc::new(release));
                let duration_ms = milliseconds(begun.elapsed());
                tracing::info!(build, duration_ms, "serving a new build of the site");
                "swapped"
            }
            Err(error) => {
                tracing::error!(%error, "the new build is refused; the old one goes on");
                "refused"
            }
        };
        self.metrics.swaps.get_or_create(&SwapLabel { outcome }).inc();
    }

    async fn next_release(&self) -> Result<Release, StartError> {
        let (links, metrics) = (self.links.clone(), self.metrics.renders.clone());
        let release = Release::open(&self.settings, links, metrics).await?.after(&self.release());
        release
            .pages
            .prepare()
            .await
            .map_err(|(address, error)| StartError::Page { address, error })?;
        release.keep_ready();
        Ok(release)
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
    Ok(OperatorLinks::follow(service, configured, interval, FIRST_LINKS_PATIENCE, metrics).await)
}
