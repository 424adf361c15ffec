//! A rendered page as it is kept: whole, in every encoding, ready to send.

use std::io;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{ContentEncoding, HeaderValue};
use bytes::Bytes;

use super::bucket::TimeBucket;
use super::encoding::{self, SUPPORTED};
use crate::digest::digest;
use crate::ladder::RenderTiming;
use crate::operator::Links;

/// A whole page.
#[derive(Debug)]
pub struct StoredPage {
    /// Status it is sent with.
    pub status: StatusCode,
    /// When it was rendered.
    pub bucket: TimeBucket,
    /// The links it carries.
    pub links: Arc<Links>,
    /// How it came to be.
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
}

impl StoredPage {
    /// Compresses the document in every way it can be sent; takes some
    /// milliseconds of processor time.
    ///
    /// # Errors
    /// When an encoder cannot be set up.
    pub fn new(
        status: StatusCode,
        html: Vec<u8>,
        bucket: TimeBucket,
        links: Arc<Links>,
        timing: RenderTiming,
    ) -> io::Result<Self> {
        let content = digest(&html);
        let html = Bytes::from(html);
        let mut variants = Vec::with_capacity(SUPPORTED.len());
        for encoding in SUPPORTED {
            let etag = format!("\"{content}-{}\"", encoding.as_str());
            variants.push(Variant {
                body: encoding::encode_whole(&html, encoding)?,
                etag: HeaderValue::try_from(etag).map_err(io::Error::other)?,
            });
        }
        let variants = variants.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self { status, bucket, links, timing, variants })
    }

    /// The page in one of the supported encodings; in any other it is plain.
    #[must_use]
    pub fn variant(&self, encoding: ContentEncoding) -> &Variant {
        let index = SUPPORTED.iter().position(|supported| *supported == encoding);
        &self.variants[index.unwrap_or(SUPPORTED.len() - 1)]
    }
}
