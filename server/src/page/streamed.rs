//! Streamed pages: the document up to the app as soon as an engine takes the
//! request (early flush), the rest once the app is rendered. When the render fails,
//! the rest is that of the app shell, which starts with the same bytes: a client
//! gets all of the page or all of the shell.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::future::{BoxFuture, ready};
use futures_util::{FutureExt, TryStreamExt};
use marquee_renderer::Priority;
use tracing::Instrument;

use super::cache_entry::CacheEntry;
use super::cache_outcome::CacheOutcome;
use super::error::PageError;
use super::rendering::{PageRenderer, Rendition, record_wait, request_for, span_of};

/// A page whose first bytes are known.
pub(crate) struct StreamedPage {
    /// The start of the document, UTF-8.
    pub start: Bytes,
    /// What follows `start`: the rest of the page ([`CacheOutcome::Streamed`]), or of the app
    /// shell when the render failed ([`CacheOutcome::Shell`]).
    pub rest: BoxFuture<'static, (Bytes, CacheOutcome)>,
}

impl PageRenderer {
    /// Renders a page for one client; resolves with its start. The rest resolves
    /// within `timeout`, which begins now.
    ///
    /// # Errors
    /// [`PageError`] when the render fails before the start is known.
    pub(super) async fn stream_page(
        &self,
        entry: &CacheEntry,
        timeout: Duration,
    ) -> Result<StreamedPage, PageError> {
        let page = entry.page();
        let shell = entry.last_good(Rendition::Shell);
        let shell = shell.map(|shell| shell.representation.identity.body.clone());
        let seed = self.windows.at(SystemTime::now()).seed();
        let mut request = request_for(page, Rendition::Page, &self.content.current(), seed)?;
        // Without a shell, the document could not be completed after a failure.
        request.early_flush = shell.is_some();
        request.priority = Priority::client(timeout);
        let span = span_of(page);
        let mut rendered = self.observe(&span, self.pool.render(request)).await?;
        record_wait(&span, rendered.queue_wait);
        let start = rendered.try_next().await?.unwrap_or_default();
        let Some(shell) = shell.filter(|shell| shell.starts_with(&start)) else {
            let rest = self.observe(&span, rendered.whole()).await?;
            let rest = ready((rest, CacheOutcome::Streamed)).boxed();
            return Ok(StreamedPage { start, rest });
        };
        let shell_rest = shell.slice(start.len()..);
        let (pages, page) = (self.clone(), Arc::clone(page));
        let rest = async move {
            match pages.observe(&span, rendered.whole()).await {
                Ok(rest) => (rest, CacheOutcome::Streamed),
                Err(error) => {
                    page.log(&error.into());
                    (shell_rest, CacheOutcome::Shell)
                }
            }
        };
        Ok(StreamedPage { start, rest: rest.in_current_span().boxed() })
    }
}
