//! The protocol between the host and an engine, over the standard input and output of its
//! process: frames of a length (`u32`, big-endian) and a message in the format of `postcard`. The
//! host sends one [`Load`] and then a [`Render`] for each page; an engine sends [`Event`]s.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use futures_util::StreamExt;
use postcard::ser_flavors::Flavor;
use postcard::serialize_with_flavor;
use serde::{Deserialize, Serialize};
use tokio::process::ChildStdout;
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};

use crate::RenderError;

/// Size limit of a page, in bytes: a bundle that writes without end must not fill the memory of
/// the host until its deadline.
pub(crate) const MAX_PAGE_BYTES: usize = 16 << 20;

/// Size limit of a frame from an engine, in bytes.
const MAX_FRAME: usize = MAX_PAGE_BYTES + (1 << 20);

/// What an engine needs to know.
#[derive(Serialize, Deserialize)]
pub(crate) struct Load {
    pub(crate) source: Arc<str>,
    /// JSON.
    pub(crate) configuration: String,
    pub(crate) heap_limit: usize,
    /// The folder of the engine cache, if there is one.
    pub(crate) cache: Option<PathBuf>,
    /// Whether to write the engine cache before it is used.
    pub(crate) write_cache: bool,
}

/// A page to render.
#[derive(Serialize, Deserialize)]
pub(crate) struct Render<'a> {
    /// Name of the bundle's function.
    pub(crate) function: &'a str,
    pub(crate) early_flush: bool,
    /// JSON.
    pub(crate) data: &'a str,
}

/// What an engine sends.
#[derive(Serialize, Deserialize)]
pub(crate) enum Event {
    /// The start of a page, before the rest is rendered.
    Head(String),
    /// The render has ended, with what is left of the page.
    Ended(Result<String, RenderError>),
    /// Bytes of the heap in use.
    HeapUsed(usize),
    /// A text for the log.
    Printed(Printed, String),
    /// The bundle is evaluated, or why it is not; and why there is no sandbox, if there is none.
    Loaded(Result<Option<String>, String>),
    /// Sent first: the process is an engine.
    Hello,
}

/// What printed a text.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Printed {
    /// `console.debug` and `console.trace`.
    Debug,
    /// `console.log` and the like.
    Message,
    /// `console.warn`, `console.error` and the like.
    Error,
    /// A promise that was rejected, which nothing handled.
    Rejection,
    /// The engine itself, on its standard error.
    Engine,
}

/// Bytes of a frame's length.
const LENGTH: usize = 4;

/// A frame that is being written, with room for its length.
struct Frame(Vec<u8>);

impl Flavor for Frame {
    type Output = io::Result<Vec<u8>>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<Self::Output> {
        let length = u32::try_from(self.0.len() - LENGTH).map_err(io::Error::other);
        Ok(length.map(|length| {
            self.0[..LENGTH].copy_from_slice(&length.to_be_bytes());
            self.0
        }))
    }
}

/// Returns a message as a frame.
pub(crate) fn encode(message: &impl Serialize) -> io::Result<Vec<u8>> {
    serialize_with_flavor(message, Frame(vec![0; LENGTH])).map_err(io::Error::other)?
}

/// Sends an event to the host.
pub(crate) fn send(mut output: impl Write, event: &Event) -> io::Result<()> {
    output.write_all(&encode(event)?)
}

/// Reads a frame of the host.
pub(crate) fn read(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; LENGTH];
    input.read_exact(&mut length)?;
    let mut frame = vec![0; u32::from_be_bytes(length) as usize];
    input.read_exact(&mut frame)?;
    Ok(frame)
}

/// Returns the message of a frame.
pub(crate) fn decode<'a, T: Deserialize<'a>>(frame: &'a [u8]) -> io::Result<T> {
    postcard::from_bytes(frame).map_err(io::Error::other)
}

/// The output of an engine.
pub(crate) type Events = FramedRead<ChildStdout, LengthDelimitedCodec>;

/// Returns the frames in the output of an engine.
pub(crate) fn events(output: ChildStdout) -> Events {
    LengthDelimitedCodec::builder().max_frame_length(MAX_FRAME).new_read(output)
}

/// Receives an event. Loses none when it is dropped.
///
/// # Errors
/// When the engine has ended, or has sent what is no event.
pub(crate) async fn receive(events: &mut Events) -> io::Result<Event> {
    let frame = events.next().await.ok_or(io::ErrorKind::UnexpectedEof)??;
    decode(&frame)
}
