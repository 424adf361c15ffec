pub mod bundles;
pub mod collector;
pub mod content_service;
pub mod encoding;
pub mod html;
pub mod memory;
pub mod server;
pub mod visitors;
