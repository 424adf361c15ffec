//! Why a page cannot be served, and the response then.

use std::io;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use marquee_renderer::RenderError;

use crate::cache_outcome::CacheOutcome;

use super::SitePage;

/// Why a page cannot be served, before its first byte.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PageError {
    /// The page could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The page could not be compressed.
    #[error(transparent)]
    Encoder(Arc<io::Error>),
    /// The site has no such page, not even a not-found page.
    #[error("the site has no such page")]
    NoSuchPage,
}

impl From<io::Error> for PageError {
    fn from(error: io::Error) -> Self {
        Self::Encoder(Arc::new(error))
    }
}

impl PageError {
    /// Logs a failed render.
    pub(super) fn log(&self, page: &SitePage) {
        if let Self::Render(RenderError::QueueFull) = self {
            // Under overload there are thousands; a metric counts them.
            tracing::debug!(url = %page, error = %self, "page not rendered");
        } else {
            tracing::error!(url = %page, error = %self, "page not rendered");
        }
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        let Self::Render(error) = self else {
            return StatusCode::INTERNAL_SERVER_ERROR;
        };
        match error {
            RenderError::Start(_) | RenderError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
            RenderError::QueueFull
            | RenderError::Timeout(_)
            | RenderError::HeapExhausted(_)
            | RenderError::Abandoned
            | RenderError::EngineLost => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status_code();
        let mut response = HttpResponse::build(status);
        response
            .content_type(ContentType::plaintext())
            .insert_header((CACHE_CONTROL, "no-store"))
            .insert_header(("cache-status", CacheOutcome::Unavailable.cache_status(0)))
            .insert_header(("server-timing", CacheOutcome::Unavailable.server_timing(None)));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((RETRY_AFTER, "1"));
        }
        response.body(status.to_string())
    }
}
