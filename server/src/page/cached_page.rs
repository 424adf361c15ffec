//! A rendered page in every content encoding, ready to send.

use std::io;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, ContentEncoding, ETAG, HeaderValue};
use bytes::Bytes;

use super::encoding::{self, SUPPORTED};
use super::time_window::TimeWindow;
use crate::cache_outcome::RenderTiming;
use crate::headers::{Headers, content_encoding};
use crate::operator::Links;
use crate::preconditions::digest;

/// A rendered page and its metadata.
#[derive(Debug)]
pub struct CachedPage {
    /// Status it is sent with.
    pub status: StatusCode,
    /// The time window it was rendered in.
    pub window: TimeWindow,
    /// The links it carries.
    pub links: Arc<Links>,
    /// Duration of its render.
    pub timing: RenderTiming,
    variants: [Variant; SUPPORTED.len()],
}

/// A page in one encoding.
#[derive(Debug)]
pub struct Variant {
    /// The bytes to send.
    pub body: Bytes,
    /// A strong entity tag (RFC 9110, section 8.8.3): made from the content, so
    /// that it is the same on every pod, and different in each encoding.
    pub etag: HeaderValue,
    /// The headers of its encoding: `ETag`, and `Content-Encoding` unless it is not compressed.
    pub headers: Headers,
}

impl CachedPage {
    /// Compresses the document with every supported encoding, which takes some
    /// milliseconds of CPU time.
    ///
    /// # Errors
    /// When an encoder cannot be created.
    pub fn new(
        status: StatusCode,
        html: Vec<u8>,
        window: TimeWindow,
        links: Arc<Links>,
        timing: RenderTiming,
    ) -> io::Result<Self> {
        let content = digest(&html);
        let html = Bytes::from(html);
        let mut variants = Vec::with_capacity(SUPPORTED.len());
        for encoding in SUPPORTED {
            let etag = format!("\"{content}-{}\"", encoding.as_str());
            let etag = HeaderValue::try_from(etag).map_err(io::Error::other)?;
            let mut headers = Headers::default().with(ETAG, etag.clone());
            if let Some(value) = content_encoding(encoding) {
                headers = headers.with(CONTENT_ENCODING, value);
            }
            let body = encoding::encode_whole(&html, encoding)?;
            variants.push(Variant { body, etag, headers });
        }
        let variants = variants.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self { status, window, links, timing, variants })
    }

    /// The page in one of the supported encodings; without compression in any other.
    #[must_use]
    pub fn variant(&self, encoding: ContentEncoding) -> &Variant {
        let index = SUPPORTED.iter().position(|supported| *supported == encoding);
        &self.variants[index.unwrap_or(SUPPORTED.len() - 1)]
    }
}
