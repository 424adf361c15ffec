//! Why the application does not start.

use std::io;

use marquee_renderer::RenderError;

use crate::connection::FileLimitError;
use crate::operator::TokenError;
use crate::page::PageError;
use crate::settings::listen_addr::ListenAddr;
use crate::site::SiteError;

/// Why the application does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// `DIST_DIR` holds no usable site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The server bundle does not load.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A listener could not be bound.
    #[error("{variable}={address}: {error}")]
    Bind {
        /// The setting that named it.
        variable: &'static str,
        /// The address.
        address: ListenAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The limit of open files is too low.
    #[error(transparent)]
    OpenFiles(#[from] FileLimitError),
    /// The HTTP client for the content service cannot be built.
    #[error("CONTENT_API_URL: {0}")]
    ContentClient(#[from] reqwest::Error),
    /// The content service's token cannot be read.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// A page of a new release cannot be rendered.
    #[error("{url}: {error}")]
    Page {
        /// URL of the page.
        url: String,
        /// Why it cannot be rendered.
        error: PageError,
    },
    /// A system call failed.
    #[error(transparent)]
    Server(#[from] io::Error),
}

impl StartError {
    /// Creates the error for a page, by its URL, that cannot be rendered.
    pub(crate) fn page((url, error): (String, PageError)) -> Self {
        Self::Page { url, error }
    }
}
