//! The current content, and the tasks that refresh it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tracing::{Instrument, Span};

use super::client::JsonClient;
use super::data_source::{self, DataSource};
use super::known::Content;
use super::link_source::{self, LinkSource};
use crate::metrics::METRICS;
use crate::tasks;
use crate::telemetry::TRACES;

/// Shortest delay after a failed refresh; it doubles with each further failure up to
/// the refresh interval.
const FIRST_RETRY: Duration = Duration::from_secs(1);

/// Limit of the time that a service may ask to wait: an editor's change must not take longer.
const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(5);

/// Fraction by which delays vary in either direction, so that pods do not send their
/// requests at the same time.
const JITTER: f64 = 0.1;

/// A service to ask again and again.
#[derive(Debug)]
pub enum Source {
    /// The content service.
    Links(LinkSource),
    /// A data source of the site.
    Data(DataSource),
}

impl Source {
    async fn refresh(&self, content: &ArcSwap<Content>) -> Result<(), Duration> {
        match self {
            Self::Links(source) => source.refresh(content).await,
            Self::Data(source) => source.refresh(content).await,
        }
    }

    fn client(&mut self) -> &mut JsonClient {
        match self {
            Self::Links(source) => &mut source.client,
            Self::Data(source) => &mut source.client,
        }
    }

    fn interval(&self) -> Duration {
        match self {
            Self::Links(source) => source.interval,
            Self::Data(source) => source.interval,
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Links(_) => tracing::info_span!(target: TRACES, "refresh operator links"),
            Self::Data(source) => {
                let name = &*source.name;
                tracing::info_span!(target: TRACES, "refresh data", marquee.data_source = name)
            }
        }
    }

    fn not_refreshed(&self, reason: &str) {
        match self {
            Self::Links(_) => link_source::not_refreshed(reason),
            Self::Data(source) => data_source::not_refreshed(&source.name, reason),
        }
    }

    fn count(&self, is_refreshed: bool) {
        let outcome = if is_refreshed { "ok" } else { "failed" };
        match self {
            Self::Links(_) => {
                METRICS.marquee_operator_link_refreshes.at([outcome]).inc();
                if is_refreshed {
                    METRICS.marquee_operator_links_age_seconds.reset();
                }
            }
            Self::Data(source) => {
                METRICS.marquee_data_refreshes.at([source.name.clone(), outcome.into()]).inc();
                if is_refreshed {
                    METRICS.marquee_data_age_seconds.at([source.name.clone()]).reset();
                }
            }
        }
    }
}

/// A cheap, cloneable handle to the current [`Content`]. It is replaced only by different
/// content, so that pointer equality implies that nothing changed.
#[derive(Debug, Clone)]
pub struct CurrentContent(Arc<ArcSwap<Content>>);

impl CurrentContent {
    /// Content refreshed from `sources` now and about every interval of each, in tasks that
    /// end with the last handle; `initial` until the first success. Waits for the first
    /// attempts, `first_timeout` at most.
    pub async fn follow(sources: Vec<Source>, initial: Content, first_timeout: Duration) -> Self {
        let content = Self(Arc::new(ArcSwap::from_pointee(initial)));
        let first_attempts = sources.into_iter().map(|mut source| {
            let (done, first_attempt) = oneshot::channel();
            let (known, mut done) = (Arc::downgrade(&content.0), Some(done));
            tasks::keep_running(async move || {
                refresh_forever(&mut source, &known, &mut done).await;
            });
            first_attempt
        });
        // A slow service must not delay the start.
        let _ = timeout(first_timeout, join_all(first_attempts)).await;
        content
    }

    /// The current content.
    #[must_use]
    pub fn current(&self) -> Arc<Content> {
        self.0.load_full()
    }
}

async fn refresh_forever(
    source: &mut Source,
    content: &Weak<ArcSwap<Content>>,
    first_attempt: &mut Option<oneshot::Sender<()>>,
) {
    let (interval, mut retry) = (source.interval(), FIRST_RETRY);
    while let Some(known) = content.upgrade() {
        if let Err(error) = source.client().refresh_token().await {
            tracing::error!(%error, "token not read");
        }
        let refreshed = tasks::attempt(source.refresh(&known).instrument(source.span())).await;
        let refreshed = refreshed.unwrap_or_else(|panic| {
            source.not_refreshed(&panic.to_string());
            Err(Duration::ZERO)
        });
        drop(known);
        source.count(refreshed.is_ok());
        // The receiver may have timed out.
        first_attempt.take().map(|done| done.send(()));
        let pause = match refreshed {
            Ok(()) => {
                retry = FIRST_RETRY;
                interval
            }
            Err(retry_after) => {
                let pause = retry.min(interval).max(retry_after.min(LONGEST_RETRY_AFTER));
                retry = retry.saturating_mul(2).min(interval);
                pause
            }
        };
        sleep(pause.mul_f64(1.0 + JITTER * (2.0 * fastrand::f64() - 1.0))).await;
    }
}
