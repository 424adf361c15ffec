//! The current links, and the task that refreshes them.

use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tracing::Instrument;

use super::client::ContentError;
use super::{BaseLink, ContentService, Field, HostPattern, LinkError, OperatorLink, require_host};
use crate::metrics::METRICS;
use crate::tasks;
use crate::telemetry::{TRACES, with_causes};

/// Shortest delay after a failed refresh; it doubles with each further failure up to
/// the refresh interval.
const FIRST_RETRY: Duration = Duration::from_secs(1);

/// Limit of the time that the service may ask to wait: an editor's change must not take longer.
const LONGEST_RETRY_AFTER: Duration = Duration::from_mins(5);

/// Fraction by which delays vary in either direction, so that pods do not send their
/// requests at the same time.
const JITTER: f64 = 0.1;

/// The operator's links, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// The base URL, to which the paths of sign-up and log-in are appended.
    pub base: Option<BaseLink>,
    /// The operator's blog.
    pub blog: Option<OperatorLink>,
}

impl Links {
    /// The URL of one field, if it is known.
    #[must_use]
    pub fn field(&self, field: Field) -> Option<&str> {
        self.link(field).map(OperatorLink::as_str)
    }

    fn link(&self, field: Field) -> Option<&OperatorLink> {
        match field {
            Field::Base => self.base.as_ref().map(AsRef::as_ref),
            Field::Blog => self.blog.as_ref(),
        }
    }

    /// Whether every link is known, so that pages have no disabled anchors.
    #[must_use]
    pub fn are_complete(&self) -> bool {
        self.base.is_some() && self.blog.is_some()
    }

    /// Exports the links that are known.
    pub fn export(&self) {
        METRICS.marquee_operator_link_known.clear();
        for field in Field::ALL {
            let url = self.field(field);
            let labels = [field.label().to_owned(), url.unwrap_or_default().to_owned()];
            METRICS.marquee_operator_link_known.at(labels).set(url.is_some().into());
            // Exported from the start, so that the first change is an increase.
            drop(METRICS.marquee_operator_link_changes.at([field.label()]));
        }
    }

    /// Sets a link to the text of its field in the content service, if that is publicly
    /// reachable, at one of `hosts`, and not `http` in the place of `https`; clears it if the
    /// field was cleared.
    ///
    /// # Errors
    /// Why any other text is not accepted; the link is not changed.
    fn accept(&mut self, field: Field, text: &str, hosts: &[HostPattern]) -> Result<(), LinkError> {
        let check = |link: &OperatorLink| {
            if !link.is_secure() && self.link(field).is_some_and(OperatorLink::is_secure) {
                return Err(LinkError::Insecure);
            }
            link.require_public()?;
            require_host(link, hosts)
        };
        match field {
            Field::Base if text.is_empty() => self.base = None,
            Field::Blog if text.is_empty() => self.blog = None,
            Field::Base => {
                let link = BaseLink::parse(text)?;
                check(link.as_ref())?;
                self.base = Some(link);
            }
            Field::Blog => {
                let link = OperatorLink::parse(text)?;
                check(&link)?;
                self.blog = Some(link);
            }
        }
        Ok(())
    }
}

/// A cheap, cloneable handle to the current [`Links`]. They are replaced only by
/// different ones, so that pointer equality implies that they did not change.
#[derive(Debug, Clone)]
pub struct OperatorLinks(Arc<ArcSwap<Links>>);

impl OperatorLinks {
    /// Links that never change.
    #[must_use]
    pub fn fixed(links: Links) -> Self {
        Self(Arc::new(ArcSwap::from_pointee(links)))
    }

    /// Links refreshed from `service` now and about every `interval`, in a task that
    /// ends with the last handle; `initial` until the first success. Waits for
    /// the first attempt, `first_timeout` at most.
    pub async fn follow(
        mut service: ContentService,
        initial: Links,
        interval: Duration,
        first_timeout: Duration,
    ) -> Self {
        let links = Self::fixed(initial);
        let (done, first_attempt) = oneshot::channel();
        let (known, mut done) = (Arc::downgrade(&links.0), Some(done));
        tasks::keep_running(async move || {
            refresh_forever(&mut service, interval, &known, &mut done).await;
        });
        // A slow service must not delay the start.
        let _ = timeout(first_timeout, first_attempt).await;
        links
    }

    /// The current links.
    #[must_use]
    pub fn current(&self) -> Arc<Links> {
        self.0.load_full()
    }
}

async fn refresh_forever(
    service: &mut ContentService,
    interval: Duration,
    links: &Weak<ArcSwap<Links>>,
    first_attempt: &mut Option<oneshot::Sender<()>>,
) {
    let mut retry = FIRST_RETRY;
    while let Some(known) = links.upgrade() {
        let span = tracing::info_span!(target: TRACES, "refresh operator links");
        if let Err(error) = service.refresh_token().await {
            tracing::error!(%error, "token not read");
        }
        let refreshed = tasks::attempt(refresh(service, &known).instrument(span)).await;
        let refreshed = refreshed.unwrap_or_else(|panic| {
            not_refreshed(&panic.to_string());
            Err(Duration::ZERO)
        });
        drop(known);
        let outcome = if refreshed.is_ok() { "ok" } else { "failed" };
        METRICS.marquee_operator_link_refreshes.at([outcome]).inc();
        // The receiver may have timed out.
        first_attempt.take().map(|done| done.send(()));
        let pause = match refreshed {
            Ok(()) => {
                METRICS.marquee_operator_links_age_seconds.reset();
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

/// Requests both fields concurrently and stores each valid one, independently of the
/// other.
///
/// # Errors
/// Unless both were valid: the time that the service asked to wait.
async fn refresh(service: &ContentService, links: &ArcSwap<Links>) -> Result<(), Duration> {
    let (base, blog) = tokio::join!(service.fetch(Field::Base), service.fetch(Field::Blog));
    let before = links.load_full();
    let mut known = Links::clone(&before);
    let mut failures = Vec::new();
    let mut retry_after = Duration::ZERO;
    for (field, fetched) in [(Field::Base, base), (Field::Blog, blog)] {
        let accepted = fetched.and_then(|text| {
            known.accept(field, &text, &service.hosts).map_err(ContentError::BadLink)
        });
        if let Err(error) = accepted {
            failures.push(format!("{}: {}", service.name(field), with_causes(&error)));
            retry_after = retry_after.max(error.retry_after());
        }
    }
    if known != *before {
        for field in Field::ALL {
            let (old, new) = (before.field(field), known.field(field));
            if old == new {
                continue;
            }
            // An editor of the field decides where every button leads.
            tracing::info!(field = service.name(field), old, new, "operator link changed");
            if old.is_some() {
                METRICS.marquee_operator_link_changes.at([field.label()]).inc();
            }
        }
        known.export();
        links.store(Arc::new(known));
    }
    if failures.is_empty() {
        return Ok(());
    }
    not_refreshed(&failures.join("; "));
    Err(retry_after)
}

fn not_refreshed(reason: &str) {
    tracing::warn!(reason, "operator links not refreshed, keeping the last known good ones");
}
