use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why a page could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The bundle could not be loaded: it does not parse, throws while it is
    /// evaluated, or exports no `render`.
    #[error("the server bundle does not start: {0}")]
    Start(String),
    /// Every engine is busy, and the page would wait too long for one.
    #[error("too many pages are waiting to be rendered")]
    QueueFull,
    /// The bundle threw, or its promise was rejected.
    #[error("the page failed to render: {error}")]
    Failed {
        /// The message and the stack.
        error: String,
        /// The components that were being rendered, innermost first, as the bundle describes them
        /// in the error's `componentStack`.
        component_stack: Option<String>,
    },
    /// The render was stopped at its deadline.
    #[error("the page was not rendered within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The render needed more memory than the heap limit allows.
    #[error("the page exceeded the heap limit of {0} bytes")]
    HeapExhausted(usize),
    /// The engine ended during the render, and so did those that rendered the page again; or it
    /// ended after the page's head, and another may render the whole page. Also when the engines
    /// have been shut down.
    #[error("the engine stopped while it rendered the page")]
    EngineLost,
}

impl RenderError {
    /// A failure outside of React.
    #[must_use]
    pub fn failed(error: impl Into<String>) -> Self {
        Self::Failed { error: error.into(), component_stack: None }
    }

    /// Returns the kind of error as a metric label.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::QueueFull => "queue-full",
            Self::Failed { .. } => "failed",
            Self::Timeout(_) => "timeout",
            Self::HeapExhausted(_) => "heap",
            Self::EngineLost => "lost",
        }
    }
}
