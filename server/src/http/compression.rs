//! Compression of what is sent many times: once, in every encoding.

use std::io::{self, Write};

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentEncoding, HeaderValue};
use bytes::Bytes;

use super::{Headers, Representation, SUPPORTED, Variant, etag};
use crate::files::sha256;
use crate::tasks::blocking;

/// Compression levels.
const BROTLI: u32 = 6;
const GZIP: u32 = 6;
const ZSTD: i32 = 9;

/// The window of brotli as a power of two: 256 KiB is more than any page.
const BROTLI_WINDOW: u32 = 18;

/// Returns content in each encoding. That takes milliseconds of CPU time, on a blocking thread.
///
/// # Errors
/// When an encoder cannot be set up.
pub async fn compress(
    status: StatusCode,
    content_type: HeaderValue,
    headers: Headers,
    content: Bytes,
) -> io::Result<Representation> {
    let encoded = blocking(move || encode(status, content_type, headers, content));
    encoded.await.map_err(io::Error::other)?
}

fn encode(
    status: StatusCode,
    content_type: HeaderValue,
    headers: Headers,
    content: Bytes,
) -> io::Result<Representation> {
    let sha256 = sha256(&content);
    let variant = |encoding: ContentEncoding, body| {
        let etag = etag(&sha256, &format!("-{}", encoding.as_str()));
        Variant { encoding, body, etag: Some(etag) }
    };
    let compressed = SUPPORTED.map(|encoding| {
        // Without the rest of the encoder's buffer, which can be as large as the content.
        let body = compressed(&content, encoding)?.into_boxed_slice();
        Ok(variant(encoding, body.into()))
    });
    let compressed = compressed.into_iter().collect::<io::Result<_>>()?;
    let identity = variant(ContentEncoding::Identity, content);
    Ok(Representation::new(status, content_type, headers, identity, compressed))
}

fn compressed(content: &[u8], encoding: ContentEncoding) -> io::Result<Vec<u8>> {
    match encoding {
        ContentEncoding::Brotli => {
            let output = Vec::new();
            let mut encoder = brotli::CompressorWriter::new(output, 4096, BROTLI, BROTLI_WINDOW);
            encoder.write_all(content)?;
            Ok(encoder.into_inner())
        }
        ContentEncoding::Gzip => {
            let level = flate2::Compression::new(GZIP);
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
            encoder.write_all(content)?;
            encoder.finish()
        }
        // With the size known in advance, it takes a hundredth of the memory of a stream.
        ContentEncoding::Zstd => zstd::bulk::compress(content, ZSTD),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}
