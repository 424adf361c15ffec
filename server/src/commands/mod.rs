//! The commands of the binary.

pub(crate) mod prepare;
pub(crate) mod render;
pub(crate) mod serve;

use std::io;

use marquee::page::PageError;
use marquee::start_error::StartError;
use marquee_renderer::RenderError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("--lang={0}: the site has no such locale")]
    UnknownLocale(String),
    #[error(transparent)]
    Page(#[from] PageError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error(transparent)]
    Io(#[from] io::Error),
}
