//! Compression of a page while it is streamed: each chunk is flushed, so that
//! nothing the engine has produced waits for what comes after it.

use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::HttpRequest;
use actix_web::http::header::{AcceptEncoding, ContentEncoding, Encoding, Header};
use bytes::Bytes;
use futures_util::Stream;

use crate::renderer::{PageStream, RenderError};

/// What a page can be sent as.
const SUPPORTED: [ContentEncoding; 4] = [
    ContentEncoding::Brotli,
    ContentEncoding::Zstd,
    ContentEncoding::Gzip,
    ContentEncoding::Identity,
];

/// Levels at which a page costs a fraction of the time that it took to render.
mod level {
    pub(super) const BROTLI: u32 = 4;
    pub(super) const GZIP: u32 = 5;
    pub(super) const ZSTD: i32 = 3;
}

/// The window of brotli as a power of two: 256 KiB is more than any page.
const BROTLI_WINDOW: u32 = 18;

/// The encoding that the visitor prefers, among equals the densest (RFC 9110,
/// section 12.5.3). A header that allows nothing is answered with plain text,
/// as the RFC permits.
pub(super) fn negotiate(request: &HttpRequest) -> ContentEncoding {
    let supported = SUPPORTED.map(Encoding::Known);
    match AcceptEncoding::parse(request).ok().and_then(|accept| accept.negotiate(supported.iter()))
    {
        Some(Encoding::Known(encoding)) => encoding,
        _ => ContentEncoding::Identity,
    }
}

/// A page in the given encoding.
pub(super) struct EncodedPage {
    page: PageStream,
    encoder: Encoder,
}

impl EncodedPage {
    /// # Errors
    /// When the encoder cannot be set up.
    pub(super) fn new(page: PageStream, encoding: ContentEncoding) -> io::Result<Self> {
        Ok(Self { page, encoder: Encoder::new(encoding)? })
    }
}

impl Stream for EncodedPage {
    type Item = Result<Bytes, EncodedPageError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let encoded = match ready!(Pin::new(&mut self.page).poll_next(cx)) {
            Some(Ok(chunk)) => self.encoder.encode(&chunk).map_err(EncodedPageError::Encoder),
            Some(Err(error)) => Err(EncodedPageError::Render(error)),
            None => match self.encoder.finish() {
                Ok(end) if end.is_empty() => return Poll::Ready(None),
                end => end.map_err(EncodedPageError::Encoder),
            },
        };
        Poll::Ready(Some(encoded))
    }
}

/// Why a page breaks off.
#[derive(Debug, thiserror::Error)]
pub(super) enum EncodedPageError {
    #[error(transparent)]
    Render(RenderError),
    #[error("the page could not be compressed: {0}")]
    Encoder(io::Error),
}

/// An encoder that has written into a buffer of its own what was not taken yet.
enum Encoder {
    /// Passes chunks on as they are; also what is left of a finished encoder.
    Identity,
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Gzip(flate2::write::GzEncoder<Vec<u8>>),
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    fn new(encoding: ContentEncoding) -> io::Result<Self> {
        Ok(match encoding {
            ContentEncoding::Brotli => Self::Brotli(Box::new(brotli::CompressorWriter::new(
                Vec::new(),
                4096,
                level::BROTLI,
                BROTLI_WINDOW,
            ))),
            ContentEncoding::Gzip => Self::Gzip(flate2::write::GzEncoder::new(
                Vec::new(),
                flate2::Compression::new(level::GZIP),
            )),
            ContentEncoding::Zstd => {
                Self::Zstd(zstd::stream::write::Encoder::new(Vec::new(), level::ZSTD)?)
            }
            _ => Self::Identity,
        })
    }

    fn encode(&mut self, chunk: &Bytes) -> io::Result<Bytes> {
        fn through<W: Write>(writer: &mut W, chunk: &[u8]) -> io::Result<()> {
            writer.write_all(chunk)?;
            writer.flush()
        }
        let buffer = match self {
            Self::Identity => return Ok(chunk.clone()),
            Self::Brotli(encoder) => {
                through(encoder, chunk)?;
                encoder.get_mut()
            }
            Self::Gzip(encoder) => {
                through(encoder, chunk)?;
                encoder.get_mut()
            }
            Self::Zstd(encoder) => {
                through(encoder, chunk)?;
                encoder.get_mut()
            }
        };
        Ok(std::mem::take(buffer).into())
    }

    fn finish(&mut self) -> io::Result<Bytes> {
        Ok(match std::mem::replace(self, Self::Identity) {
            Self::Identity => Bytes::new(),
            Self::Brotli(encoder) => encoder.into_inner().into(),
            Self::Gzip(encoder) => encoder.finish()?.into(),
            Self::Zstd(encoder) => encoder.finish()?.into(),
        })
    }
}
