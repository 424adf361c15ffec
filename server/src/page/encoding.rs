//! Compression of pages: cached ones as a whole, streamed ones chunk by chunk, with a
//! flush after each, so that no chunk waits for the next.

use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::http::StatusCode;
use actix_web::http::header::ContentEncoding;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt};
use marquee_renderer::RenderError;

use super::headers::HTML;
use crate::built_files::sha256;
use crate::http::{Headers, Representation, SUPPORTED, Variant, etag};

/// Compression levels.
#[derive(Debug, Clone, Copy)]
struct Levels {
    brotli: u32,
    gzip: u32,
    zstd: i32,
}

/// A streamed page is compressed in a fraction of the time it took to render.
const STREAMED: Levels = Levels { brotli: 4, gzip: 5, zstd: 3 };

/// A cached page is compressed once and sent many times.
const CACHED: Levels = Levels { brotli: 6, gzip: 6, zstd: 9 };

/// The window of brotli as a power of two: 256 KiB is more than any page.
const BROTLI_WINDOW: u32 = 18;

/// Returns a document in each encoding. Takes some milliseconds of CPU time.
///
/// # Errors
/// When an encoder cannot be set up.
pub(super) fn encode(
    status: StatusCode,
    headers: Headers,
    html: Vec<u8>,
) -> io::Result<Representation> {
    let sha256 = sha256(&html);
    let variant = |encoding: ContentEncoding, body| {
        let etag = etag(&sha256, &format!("-{}", encoding.as_str()));
        Variant { encoding, body, etag: Some(etag) }
    };
    let compressed = SUPPORTED.map(|encoding| Ok(variant(encoding, compress(&html, encoding)?)));
    Ok(Representation {
        status,
        content_type: HTML,
        headers,
        compressed: compressed.into_iter().collect::<io::Result<_>>()?,
        identity: variant(ContentEncoding::Identity, html.into()),
    })
}

/// Compresses a whole document.
fn compress(html: &[u8], encoding: ContentEncoding) -> io::Result<Bytes> {
    if encoding == ContentEncoding::Zstd {
        // With the size known in advance, it takes a hundredth of the memory.
        return Ok(zstd::bulk::compress(html, CACHED.zstd)?.into());
    }
    let mut encoder = Encoder::new(encoding, CACHED)?;
    encoder.write(html)?;
    encoder.into_rest()
}

/// A page that is compressed while it is streamed.
pub struct EncodedPage {
    page: BoxStream<'static, Result<Bytes, RenderError>>,
    encoder: Encoder,
}

impl EncodedPage {
    /// Begins to compress a page.
    ///
    /// # Errors
    /// When the encoder cannot be set up.
    pub fn new(
        page: impl Stream<Item = Result<Bytes, RenderError>> + Send + 'static,
        encoding: ContentEncoding,
    ) -> io::Result<Self> {
        Ok(Self { page: page.boxed(), encoder: Encoder::new(encoding, STREAMED)? })
    }
}

impl Stream for EncodedPage {
    type Item = Result<Bytes, EncodedPageError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let encoded = match ready!(self.page.poll_next_unpin(cx)) {
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

/// Why a streamed page is incomplete.
#[derive(Debug, thiserror::Error)]
pub enum EncodedPageError {
    /// Its render failed.
    #[error(transparent)]
    Render(RenderError),
    /// Its compression failed.
    #[error("the page could not be compressed: {0}")]
    Encoder(io::Error),
}

/// An encoder with a buffer for its output.
enum Encoder {
    /// Passes chunks on unchanged; also the state after an encoder has finished.
    Identity,
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    Gzip(flate2::write::GzEncoder<Vec<u8>>),
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    fn new(encoding: ContentEncoding, levels: Levels) -> io::Result<Self> {
        Ok(match encoding {
            ContentEncoding::Brotli => Self::Brotli(Box::new(brotli::CompressorWriter::new(
                Vec::new(),
                4096,
                levels.brotli,
                BROTLI_WINDOW,
            ))),
            ContentEncoding::Gzip => Self::Gzip(flate2::write::GzEncoder::new(
                Vec::new(),
                flate2::Compression::new(levels.gzip),
            )),
            ContentEncoding::Zstd => {
                Self::Zstd(zstd::stream::write::Encoder::new(Vec::new(), levels.zstd)?)
            }
            _ => Self::Identity,
        })
    }

    /// Compresses a chunk; its output may stay buffered in the encoder.
    fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        match self {
            Self::Identity => Ok(()),
            Self::Brotli(encoder) => encoder.write_all(chunk),
            Self::Gzip(encoder) => encoder.write_all(chunk),
            Self::Zstd(encoder) => encoder.write_all(chunk),
        }
    }

    /// Compresses a chunk, flushes the encoder, and returns the output.
    fn encode(&mut self, chunk: &Bytes) -> io::Result<Bytes> {
        self.write(chunk)?;
        let buffer = match self {
            Self::Identity => return Ok(chunk.clone()),
            Self::Brotli(encoder) => {
                encoder.flush()?;
                encoder.get_mut()
            }
            Self::Gzip(encoder) => {
                encoder.flush()?;
                encoder.get_mut()
            }
            Self::Zstd(encoder) => {
                encoder.flush()?;
                encoder.get_mut()
            }
        };
        Ok(std::mem::take(buffer).into())
    }

    fn finish(&mut self) -> io::Result<Bytes> {
        std::mem::replace(self, Self::Identity).into_rest()
    }

    fn into_rest(self) -> io::Result<Bytes> {
        Ok(match self {
            Self::Identity => Bytes::new(),
            Self::Brotli(encoder) => encoder.into_inner().into(),
            Self::Gzip(encoder) => encoder.finish()?.into(),
            Self::Zstd(encoder) => encoder.finish()?.into(),
        })
    }
}
