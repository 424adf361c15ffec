//! The process: its signals and the states between start and end, the service manager that
//! started it, and its memory.

pub(crate) mod lifecycle;
pub(crate) mod memory;
pub(crate) mod memory_budget;
pub(crate) mod service_manager;
