//! What visitors get when their page cannot be rendered.

use std::io;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};

use crate::renderer::RenderError;

/// A page that cannot be sent; nothing of it was sent yet.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The page could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The page's encoder could not be set up.
    #[error(transparent)]
    Encoder(#[from] io::Error),
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
        response.content_type(ContentType::plaintext()).insert_header((CACHE_CONTROL, "no-store"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((RETRY_AFTER, "1"));
        }
        response.body(status.to_string())
    }
}
