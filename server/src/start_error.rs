//! Why the application does not start.

use std::io;
use std::net::SocketAddr;

use marquee_renderer::{BytecodeError, RenderError};

use crate::crawlers::SitemapError;
use crate::page::PageError;
use crate::site::SiteError;

/// See the module's documentation.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// `DIST_DIR` holds no usable site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The sitemap cannot be written.
    #[error(transparent)]
    Sitemap(#[from] SitemapError),
    /// The server bundle does not load.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// An address cannot be listened on.
    #[error("{variable}={address}: {error}")]
    Bind {
        /// The setting that named it.
        variable: &'static str,
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The HTTP client for the content service cannot be built.
    #[error("CONTENT_API_URL: {0}")]
    ContentClient(#[from] reqwest::Error),
    /// A page of a new release cannot be rendered.
    #[error("{address}: {error}")]
    Page {
        /// Where the page stands.
        address: String,
        /// What is wrong with it.
        error: PageError,
    },
    /// Bytecode that an engine would load is damaged.
    #[error(transparent)]
    Bytecode(#[from] BytecodeError),
    /// The memory limit leaves no room for the engines of another release.
    #[error(
        "the memory limit leaves {} MiB, and a second set of engines takes {} MiB",
        .left >> 20, .wanted >> 20
    )]
    Memory {
        /// Bytes below the limit.
        left: u64,
        /// Bytes that the engines take.
        wanted: u64,
    },
    /// The system refuses what a server needs.
    #[error(transparent)]
    Server(#[from] io::Error),
}

impl StartError {
    /// A page, by its address, that cannot be rendered.
    pub(crate) fn page((address, error): (String, PageError)) -> Self {
        Self::Page { address, error }
    }
}
