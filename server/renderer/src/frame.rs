//! The protocol between the host and an engine, over the standard input and output of its
//! process: frames of a length (`u32`, big-endian) and a message in the format of `postcard`. The
//! host sends one [`Load`] and then a [`Render`] for each page; an engine sends [`Event`]s.
//!
//! The host believes nothing of them: [`Events`] returns what the engine may send at that moment,
//! within the limits that are stated here, and an error instead of anything else.

use std::error::Error;
use std::io::{self, Read, Write};
use std::mem;
use std::ops::Deref;

use futures_util::StreamExt;
use postcard::ser_flavors::Flavor;
use postcard::serialize_with_flavor;
use serde::{Deserialize, Serialize};
use tokio::process::ChildStdout;
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};

use crate::{RenderError, Response};

/// Size limit of a page, in bytes: a bundle that writes without end must not fill the memory of
/// the host until its deadline.
pub(crate) const MAX_PAGE_BYTES: usize = 16 << 20;

/// Size limit of a text, in bytes: what one line of the log may have of an engine's.
pub(crate) const MAX_TEXT_BYTES: usize = 8 << 10;

/// Size limit of all that is printed while the bundle is loaded, or during one render, in bytes.
pub(crate) const MAX_PRINTED_BYTES: usize = 1 << 20;

/// Size limit of a frame from an engine, in bytes.
const MAX_FRAME: usize = MAX_PAGE_BYTES + (1 << 20);

/// What an engine needs to know.
#[derive(Serialize, Deserialize)]
pub(crate) struct Load<'a> {
    pub(crate) source: &'a str,
    /// JSON.
    pub(crate) configuration: &'a str,
    pub(crate) heap_limit: usize,
    pub(crate) snapshot: Option<&'a [u8]>,
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
    Head(Part),
    /// The render has ended, with what is left of the page, and bytes of the heap in use, if they
    /// were measured.
    Ended(Result<Part, Failure>, Option<usize>),
    /// A text for the log.
    Printed(Printed, Text),
    /// The bundle is evaluated, or why it is not; and what the process is not confined by.
    Loaded(Result<Option<Text>, Text>),
    /// Sent first: the process is an engine.
    Hello,
}

/// A part of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// What to send the page with: of its first part alone, if the bundle gave it.
    pub(crate) response: Option<Response>,
    pub(crate) html: String,
}

/// Why an engine did not finish a page.
#[derive(Serialize, Deserialize)]
pub(crate) enum Failure {
    /// The bundle threw, or what the engine found.
    Failed { error: Text, component_stack: Option<Text> },
    /// The heap limit is reached.
    HeapExhausted,
}

impl Failure {
    /// A failure outside of React.
    pub(crate) fn failed(error: impl Into<String>) -> Self {
        Self::Failed { error: Text::cut(error.into()), component_stack: None }
    }

    /// The error of a page, in an engine with this heap limit.
    pub(crate) fn into_error(self, heap_limit: usize) -> RenderError {
        match self {
            Self::Failed { error, component_stack } => {
                let component_stack = component_stack.map(|stack| stack.0);
                RenderError::Failed { error: error.0, component_stack }
            }
            Self::HeapExhausted => RenderError::HeapExhausted(heap_limit),
        }
    }
}

/// A text of limited size.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Text(String);

impl Text {
    /// Cuts a text to the limit.
    pub(crate) fn cut(mut text: String) -> Self {
        text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
        Self(text)
    }

    /// What it takes of [`MAX_PRINTED_BYTES`]: an empty one, too, takes something.
    pub(crate) fn cost(&self) -> usize {
        self.len() + LENGTH
    }
}

impl TryFrom<String> for Text {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.len() <= MAX_TEXT_BYTES { Ok(Self(text)) } else { Err("the text is too long") }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
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

pub(crate) fn decode<'a, T: Deserialize<'a>>(frame: &'a [u8]) -> io::Result<T> {
    postcard::from_bytes(frame).map_err(invalid)
}

/// What an engine may still send until it has done what it is asked for.
#[derive(Default)]
pub(crate) struct Allowed {
    phase: Phase,
    page_bytes: usize,
    printed_bytes: usize,
}

/// What an engine is doing.
#[derive(Default)]
enum Phase {
    Start,
    Load,
    Render {
        may_flush: bool,
    },
    /// After the head of the page.
    RenderRest,
    #[default]
    Done,
}

impl Allowed {
    /// A process has been started.
    pub(crate) fn at_start() -> Self {
        Self { phase: Phase::Start, ..Self::default() }
    }

    /// It loads the bundle.
    pub(crate) fn while_it_loads() -> Self {
        Self { phase: Phase::Load, printed_bytes: MAX_PRINTED_BYTES, ..Self::default() }
    }

    /// It renders a page.
    pub(crate) fn while_it_renders(early_flush: bool) -> Self {
        Self {
            phase: Phase::Render { may_flush: early_flush },
            page_bytes: MAX_PAGE_BYTES,
            printed_bytes: MAX_PRINTED_BYTES,
        }
    }

    /// Whether it may send this; what it may send afterwards is less.
    fn take(&mut self, event: &Event) -> bool {
        match (mem::take(&mut self.phase), event) {
            (Phase::Start, Event::Hello) | (Phase::Load, Event::Loaded(_)) => true,
            (Phase::Render { may_flush: true }, Event::Head(head)) => {
                self.phase = Phase::RenderRest;
                take(&mut self.page_bytes, head.html.len())
            }
            (Phase::RenderRest, Event::Ended(Ok(Part { response: Some(_), .. }), _)) => false,
            (Phase::Load | Phase::Render { .. } | Phase::RenderRest, Event::Ended(page, _)) => {
                take(&mut self.page_bytes, page.as_ref().map_or(0, |rest| rest.html.len()))
            }
            (
                phase @ (Phase::Load | Phase::Render { .. } | Phase::RenderRest),
                Event::Printed(_, text),
            ) => {
                self.phase = phase;
                take(&mut self.printed_bytes, text.cost())
            }
            _ => false,
        }
    }
}

/// Takes an amount of what is left, if that is enough.
fn take(left: &mut usize, amount: usize) -> bool {
    let rest = left.checked_sub(amount);
    *left = rest.unwrap_or_default();
    rest.is_some()
}

/// The output of an engine.
pub(crate) struct Events {
    frames: FramedRead<ChildStdout, LengthDelimitedCodec>,
    allowed: Allowed,
}

impl Events {
    /// The output of a process that has been started.
    pub(crate) fn new(output: ChildStdout) -> Self {
        let codec = LengthDelimitedCodec::builder().max_frame_length(MAX_FRAME).new_codec();
        Self { frames: FramedRead::new(output, codec), allowed: Allowed::at_start() }
    }

    /// Sets what the engine may send from now on.
    pub(crate) fn allow(&mut self, allowed: Allowed) {
        self.allowed = allowed;
    }

    /// Receives an event. Loses none when it is dropped.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] when the engine has ended, and
    /// [`io::ErrorKind::InvalidData`] when it has sent what it may not.
    pub(crate) async fn receive(&mut self) -> io::Result<Event> {
        let frame = self.frames.next().await.ok_or(io::ErrorKind::UnexpectedEof)??;
        let event = decode(&frame)?;
        let error = "an event that is not expected, or is too long";
        if self.allowed.take(&event) { Ok(event) } else { Err(invalid(error)) }
    }
}

fn invalid(error: impl Into<Box<dyn Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
