//! The links as they are known now, and the task that keeps them fresh.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::client::ContentError;
use super::{BaseLink, ContentService, Field, OperatorLink};

/// Shortest pause after a failed refresh; it doubles with each further failure
/// up to the ordinary interval.
const FIRST_RETRY: Duration = Duration::from_secs(1);

/// Pauses vary by this part in either direction, so that identical pods do not
/// ask all at once.
const JITTER: f64 = 0.1;

/// What is known of the operator's addresses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// The base address; sign-up and log-in lie below it.
    pub base: Option<BaseLink>,
    /// The operator's blog.
    pub blog: Option<OperatorLink>,
}

impl Links {
    /// The text of one field, where known.
    #[must_use]
    pub fn field(&self, field: Field) -> Option<&str> {
        match field {
            Field::Base => self.base.as_ref().map(BaseLink::as_str),
            Field::Blog => self.blog.as_ref().map(OperatorLink::as_str),
        }
    }

    /// Takes over a field's text if it is a good link.
    fn accept(&mut self, field: Field, text: &str) -> Result<(), ContentError> {
        let bad = |error| ContentError::BadLink(field.name(), error);
        match field {
            Field::Base => self.base = Some(BaseLink::parse(text).map_err(bad)?),
            Field::Blog => self.blog = Some(OperatorLink::parse(text).map_err(bad)?),
        }
        Ok(())
    }
}

/// A cheap, cloneable view of the current [`Links`].
#[derive(Debug, Clone)]
pub struct OperatorLinks(watch::Receiver<Links>);

impl OperatorLinks {
    /// Links that never change.
    #[must_use]
    pub fn fixed(links: Links) -> Self {
        Self(watch::channel(links).1)
    }

    /// Links read from `service` now and about every `interval`, in a task that
    /// ends with the last view. Waits for the first answers, `patience` at most.
    pub async fn follow(service: ContentService, interval: Duration, patience: Duration) -> Self {
        let (sender, mut view) = watch::channel(Links::default());
        tokio::spawn(refresh_for_ever(service, interval, sender));
        // A slow service must not keep the site from starting.
        let _ = timeout(patience, view.changed()).await;
        Self(view)
    }

    /// The links as they are known now.
    #[must_use]
    pub fn current(&self) -> Links {
        self.0.borrow().clone()
    }
}

async fn refresh_for_ever(
    service: ContentService,
    interval: Duration,
    links: watch::Sender<Links>,
) {
    let mut retry = FIRST_RETRY;
    while !links.is_closed() {
        let complete = refresh(&service, &links).await;
        let pause = if complete {
            retry = FIRST_RETRY;
            interval
        } else {
            let pause = retry.min(interval);
            retry = retry.saturating_mul(2).min(interval);
            pause
        };
        sleep(pause.mul_f64(1.0 + JITTER * (2.0 * fastrand::f64() - 1.0))).await;
    }
}

/// Asks for both fields at once; each good answer is kept, whatever becomes of
/// the other. Tells whether both were good.
async fn refresh(service: &ContentService, links: &watch::Sender<Links>) -> bool {
    let (base, blog) = tokio::join!(service.fetch(Field::Base), service.fetch(Field::Blog));
    let mut known = links.borrow().clone();
    let mut failures = Vec::new();
    for (field, answer) in [(Field::Base, base), (Field::Blog, blog)] {
        if let Err(error) = answer.and_then(|text| known.accept(field, &text)) {
            failures.push(format!("{}: {}", field.name(), with_causes(&error)));
        }
    }
    // Sent even if unchanged: whoever waits for the first refresh is told.
    links.send_replace(known);
    if !failures.is_empty() {
        let reason = failures.join("; ");
        tracing::warn!(reason, "the content service gave no new links; the last good ones stay");
    }
    failures.is_empty()
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text = format!("{text}: {next}");
        }
        cause = error.source();
    }
    text
}
