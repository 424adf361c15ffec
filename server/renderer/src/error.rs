use std::time::Duration;

/// Why a page could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The process of an engine could not be started, ended, or did not load the bundle, which may
    /// not parse, throw while it is evaluated, or export no `render`.
    #[error("the engine does not start: {0}")]
    Start(String),
    /// Every engine is busy, and the page would wait too long for one.
    #[error("no engine is free in time to render the page")]
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
    /// The engine ended during the render, and so did those that rendered the page again. Also when the
    /// engines have been shut down.
    #[error("the engine stopped while it rendered the page")]
    EngineLost,
}

impl RenderError {
    /// A failure outside of React.
    pub(crate) fn failed(error: impl Into<String>) -> Self {
        Self::Failed { error: error.into(), component_stack: None }
    }

    /// The kind of error as a metric label.
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
