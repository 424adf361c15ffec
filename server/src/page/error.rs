//! Why a page cannot be served.

use std::io;

use marquee_renderer::RenderError;

/// Why a page cannot be served, before its first byte.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum PageError {
    /// The page could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The page was rendered without a part that it has in the build.
    #[error("the page is not whole: {0}")]
    NotWhole(String),
    /// The page could not be compressed, or its task has panicked.
    #[error("{0}")]
    Encoder(String),
    /// The site has no such page, not even a not-found page.
    #[error("the site has no such page")]
    NoSuchPage,
}

impl From<io::Error> for PageError {
    fn from(error: io::Error) -> Self {
        Self::Encoder(error.to_string())
    }
}

impl PageError {
    /// The components that were being rendered, innermost first, where React threw.
    pub(super) fn component_stack(&self) -> Option<&str> {
        match self {
            Self::Render(RenderError::Failed { component_stack, .. }) => component_stack.as_deref(),
            _ => None,
        }
    }

    /// Whether the page as it is written causes it. A slow or lost engine is none of it: the
    /// process may not live to report it later.
    pub(super) fn is_of_code(&self) -> bool {
        matches!(self, Self::Render(RenderError::Failed { .. }) | Self::NotWhole(_))
    }

    /// Whether the page was not even tried.
    pub(super) fn is_overload(&self) -> bool {
        matches!(self, Self::Render(RenderError::QueueFull))
    }
}
