use std::num::NonZeroUsize;
use std::time::Duration;

/// The limits that engine threads work within.
#[derive(Debug, Clone, Copy)]
pub struct RendererOptions {
    /// Engine threads; each renders one page at a time.
    pub threads: NonZeroUsize,
    /// The longest that one render may take, from the moment an engine thread
    /// begins it to its last chunk.
    pub timeout: Duration,
    /// The most memory one engine's heap may take, in bytes.
    pub heap_limit: usize,
}
