//! What the engine is asked for, and what becomes of its answer.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use actix_web::http::StatusCode;
use marquee_renderer::{Content, PageRequest, Priority, RenderError, RenderedPage, Renderer};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::{Instrument, Span};

use super::Address;
use super::bucket::TimeBuckets;
use super::error::PageError;
use super::stored::StoredPage;
use crate::ladder::RenderTiming;
use crate::operator::{Links, OperatorLinks};
use crate::telemetry::{TRACES, milliseconds};

/// A page whose engine is lost is given to another so many times in all; one
/// that takes every engine with it must not take more.
pub(super) const TRIES: u32 = 3;

/// Renders pages as they should look now.
#[derive(Clone)]
pub struct PageRenderer {
    /// The door to the engines.
    pub renderer: Renderer,
    /// The operator's addresses as they are known now.
    pub links: OperatorLinks,
    /// The time for which a page stays the same.
    pub buckets: TimeBuckets,
    /// Pages are compressed one at a time: an encoder takes megabytes.
    compression: Arc<Semaphore>,
}

impl PageRenderer {
    /// Renders with these engines and these links.
    #[must_use]
    pub fn new(renderer: Renderer, links: OperatorLinks, buckets: TimeBuckets) -> Self {
        Self { renderer, links, buckets, compression: Arc::new(Semaphore::new(1)) }
    }

    /// Begins to render a page, or its shell; its chunks follow.
    ///
    /// # Errors
    /// [`PageError`]; nothing of the page exists then.
    pub async fn stream(
        &self,
        address: &Address<'_>,
        content: Content,
    ) -> Result<RenderedPage, PageError> {
        let seed = self.buckets.at(SystemTime::now()).seed();
        let request = request_for(address, content, &self.links_for(content), seed);
        let span = span_of(address);
        let page = with_another_engine(TRIES, || self.renderer.render(request.clone()));
        let page = page.instrument(span.clone()).await?;
        record_wait(&span, page.queue_wait);
        Ok(page)
    }

    /// Renders a whole page and prepares it for sending.
    ///
    /// # Errors
    /// [`PageError`].
    pub async fn render(
        &self,
        address: &Address<'_>,
        priority: &Priority,
    ) -> Result<StoredPage, PageError> {
        self.finish(address, Content::Page, priority).await
    }

    /// Renders a whole page in the background and drops it.
    ///
    /// # Errors
    /// [`PageError`] where the page cannot be rendered.
    pub async fn probe(&self, address: &Address<'_>) -> Result<(), PageError> {
        let seed = self.buckets.at(SystemTime::now()).seed();
        let request = request_for(address, Content::Page, &self.links.current(), seed);
        let priority = Priority::background();
        with_another_engine(TRIES, || self.whole(request.clone(), &priority)).await?;
        Ok(())
    }

    /// The page with nothing in it but what the client needs to render it.
    ///
    /// # Errors
    /// [`PageError`].
    pub async fn render_shell(&self, address: &Address<'_>) -> Result<StoredPage, PageError> {
        self.finish(address, Content::Shell, &Priority::background()).await
    }

    /// A shell has no links, since it may be sent at any later time.
    fn links_for(&self, content: Content) -> Arc<Links> {
        match content {
            Content::Page => self.links.current(),
            Content::Shell => Arc::default(),
        }
    }

    async fn finish(
        &self,
        address: &Address<'_>,
        content: Content,
        priority: &Priority,
    ) -> Result<StoredPage, PageError> {
        let links = self.links_for(content);
        let bucket = self.buckets.at(SystemTime::now());
        let request = request_for(address, content, &links, bucket.seed());
        let span = span_of(address);
        let page = with_another_engine(TRIES, || self.whole(request.clone(), priority));
        let (status, html, timing) = page.instrument(span.clone()).await?;
        record_wait(&span, timing.queue);
        drop(span);
        let _turn = self.compression.acquire().await;
        // Not on a thread that serves visitors.
        let stored =
            spawn_blocking(move || StoredPage::new(status, html, bucket, links, timing)).await;
        Ok(stored.map_err(std::io::Error::other)??)
    }

    async fn whole(
        &self,
        request: PageRequest,
        priority: &Priority,
    ) -> Result<(StatusCode, Vec<u8>, RenderTiming), RenderError> {
        let begun = Instant::now();
        let page = self.renderer.render_with_priority(priority, request).await?;
        let queue = page.queue_wait;
        let status = status_code(page.status);
        let html = page.body.collect().await?;
        let timing = RenderTiming { queue, render: begun.elapsed().saturating_sub(queue) };
        Ok((status, html, timing))
    }
}

/// The part of a trace that is a render.
pub(super) fn span_of(address: &Address<'_>) -> Span {
    tracing::info_span!(
        target: TRACES,
        "render",
        page = address.path,
        language = address.language.locale().code(),
        queue_wait_ms = tracing::field::Empty,
    )
}

pub(super) fn record_wait(span: &Span, queue: Duration) {
    span.record("queue_wait_ms", milliseconds(queue));
}

/// The renderer accepts no status that HTTP does not know.
pub(super) fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Does it again while the engine that does it is lost, so many times in all.
pub(super) async fn with_another_engine<T, F>(
    tries: u32,
    render: impl Fn() -> F,
) -> Result<T, RenderError>
where
    F: Future<Output = Result<T, RenderError>>,
{
    for _ in 1..tries {
        match render().await {
            Err(RenderError::EngineLost) => {}
            end => return end,
        }
    }
    render().await
}

pub(super) fn request_for(
    address: &Address<'_>,
    content: Content,
    links: &Links,
    seed: u32,
) -> PageRequest {
    PageRequest {
        address: address.to_string(),
        content,
        early_flush: false,
        locale: address.language.locale().code().to_owned(),
        link: links.base.as_ref().map(|link| link.as_str().to_owned()),
        blog_link: links.blog.as_ref().map(|link| link.as_str().to_owned()),
        seed,
    }
}
