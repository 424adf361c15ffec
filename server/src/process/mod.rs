//! The process: its signals and the states between start and end, the service manager that
//! started it, and its memory.

pub mod lifecycle;
pub mod memory;
pub mod service_manager;
