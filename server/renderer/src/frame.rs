//! The protocol between the host and an engine, over the standard input and output of its
//! process: frames of a length (`u32`, little-endian), a [`Kind`] and a payload.

use std::io::{self, Read, Write};

use tokio::io::{AsyncRead, AsyncReadExt};

/// Size limit of a page, in bytes: a bundle that writes without end must not fill the memory of
/// the host until its deadline.
pub(crate) const MAX_PAGE_BYTES: usize = 16 << 20;

/// Size limit of a payload from an engine, in bytes.
const MAX_PAYLOAD: usize = MAX_PAGE_BYTES + (1 << 20);

/// Bytes before the payload.
const HEADER: usize = 5;

/// What a frame says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// To the engine, once: the bundle and the limits, a [`Load`](crate::child::Load) in JSON.
    Load,
    /// To the engine: render a page. The payload is its [`Content`](crate::Content), whether to
    /// send its head at once, and its data in JSON.
    Render,
    /// From the engine, at once: the process is an engine.
    Hello,
    /// The bundle is evaluated; the payload says why there is no sandbox, if there is none.
    Loaded,
    /// The bundle does not load; the payload is the reason.
    NotLoaded,
    /// The document up to the app.
    Head,
    /// The render has ended; the payload is what is left of the document.
    Done,
    /// The render has failed; the payload is a [`Thrown`](crate::child::Thrown) in JSON.
    Failed,
    /// The heap limit is exceeded: the engine does nothing more.
    HeapExhausted,
    /// Bytes of the heap in use, a `u64`, little-endian.
    HeapUsed,
    /// The bundle printed with `console.log`.
    Printed,
    /// The bundle printed with `console.warn` or `console.error`.
    PrintedError,
    /// A promise was rejected, and nothing handled that.
    Unhandled,
}

impl Kind {
    const ALL: [Self; 13] = [
        Self::Load,
        Self::Render,
        Self::Hello,
        Self::Loaded,
        Self::NotLoaded,
        Self::Head,
        Self::Done,
        Self::Failed,
        Self::HeapExhausted,
        Self::HeapUsed,
        Self::Printed,
        Self::PrintedError,
        Self::Unhandled,
    ];
}

/// Returns a frame, which is sent as it is.
pub(crate) fn frame(kind: Kind, payload: &[&[u8]]) -> Vec<u8> {
    let length = payload.iter().map(|part| part.len()).sum::<usize>();
    let mut frame = Vec::with_capacity(HEADER + length);
    // A longer one is longer than every limit.
    frame.extend(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    frame.push(kind as u8);
    for part in payload {
        frame.extend_from_slice(part);
    }
    frame
}

/// Sends a frame to the host.
pub(crate) fn write(mut output: impl Write, kind: Kind, payload: &[u8]) -> io::Result<()> {
    output.write_all(&frame(kind, &[payload]))
}

/// Receives a frame from the host.
pub(crate) fn read(mut input: impl Read) -> io::Result<(Kind, Vec<u8>)> {
    let mut header = [0; HEADER];
    input.read_exact(&mut header)?;
    let (kind, length) = parse(header, usize::MAX)?;
    let mut payload = vec![0; length];
    input.read_exact(&mut payload)?;
    Ok((kind, payload))
}

/// Receives a frame from an engine.
///
/// # Errors
/// When the engine has ended, or the frame is not well-formed.
pub(crate) async fn receive(input: &mut (impl AsyncRead + Unpin)) -> io::Result<(Kind, Vec<u8>)> {
    let mut header = [0; HEADER];
    input.read_exact(&mut header).await?;
    let (kind, length) = parse(header, MAX_PAYLOAD)?;
    let mut payload = vec![0; length];
    input.read_exact(&mut payload).await?;
    Ok((kind, payload))
}

fn parse([a, b, c, d, kind]: [u8; HEADER], limit: usize) -> io::Result<(Kind, usize)> {
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    match Kind::ALL.into_iter().find(|known| *known as u8 == kind) {
        Some(kind) if length <= limit => Ok((kind, length)),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "a malformed frame")),
    }
}
