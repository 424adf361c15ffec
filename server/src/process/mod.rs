//! The process: its signals and the states between start and end, the service manager that
//! started it, and its memory.

pub(crate) mod lifecycle;
pub(crate) mod memory;
pub(crate) mod memory_budget;
pub(crate) mod service_manager;

use std::num::NonZeroUsize;
use std::thread;

/// The processors that this process may use; one if that is not known.
pub(crate) fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
