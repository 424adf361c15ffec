//! The files that clients may fetch, in memory: a release in use does not depend on its
//! folder.
//!
//! All files of the site together take little more than a megabyte, and releases share
//! equal files.

use std::collections::HashMap;
use std::path::Path;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentEncoding, HeaderName, HeaderValue};
use actix_web::mime;
use bytes::Bytes;

use crate::files::{BuiltFileError, BuiltFiles, Reason};
use crate::http::{Headers, Representation, Variant, etag, value};

/// Folder of the files that clients may fetch, within the build's.
pub(super) const FOLDER: &str = "public";

/// Path prefix of the URLs of hashed files.
pub const ASSETS: &str = "/assets/";

/// A hashed name never changes its content (RFC 8246).
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A fixed name may get new content with the next build.
const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The widest scope of a service worker (Service Workers, section 6.5).
const WORKER_SCOPE: HeaderName = HeaderName::from_static("service-worker-allowed");

/// The encodings in which the build writes a file, by the suffixes of their names.
const ENCODINGS: [(&str, ContentEncoding); 2] =
    [(".br", ContentEncoding::Brotli), (".gz", ContentEncoding::Gzip)];

/// Files that clients may fetch, by their URLs' paths.
#[derive(Debug, Default)]
pub struct PublicFiles {
    files: HashMap<String, Representation>,
}

impl PublicFiles {
    /// Reads and verifies every file that a build recorded in its public folder. Files that
    /// `known` has as well are shared.
    ///
    /// # Errors
    /// [`BuiltFileError`].
    pub fn load(built: &BuiltFiles, known: Option<&Self>) -> Result<Self, BuiltFileError> {
        let known = known.iter().flat_map(|files| files.files.values());
        let mut bodies: HashMap<HeaderValue, Bytes> = known
            .flat_map(|file| file.compressed.iter().chain([&file.identity]))
            .filter_map(|variant| Some((variant.etag.clone()?, variant.body.clone())))
            .collect();
        let mut contents = HashMap::new();
        for (name, digest) in built.digests().filter(|(name, _)| is_public(name)) {
            let body = built.read(name)?;
            // One for the root may be empty.
            if body.is_empty() && name[FOLDER.len()..].starts_with(ASSETS) {
                return Err(BuiltFileError { path: built.path(name), reason: Reason::Empty });
            }
            let etag = etag(&digest.sha256, "");
            let body = bodies.entry(etag.clone()).or_insert_with(|| body.into()).clone();
            contents.insert(name.to_owned(), (body, etag));
        }
        Ok(Self::of(contents))
    }

    /// Groups the variants of each file.
    fn of(mut contents: HashMap<String, (Bytes, HeaderValue)>) -> Self {
        let names: Vec<_> = contents.keys().filter(|name| !is_compressed(name)).cloned().collect();
        let files = names.into_iter().filter_map(|name| {
            let mut variant = |name: &str, encoding| {
                let (body, etag) = contents.remove(name)?;
                Some(Variant { encoding, body, etag: Some(etag) })
            };
            let compressed = ENCODINGS.iter();
            let compressed = compressed
                .filter_map(|(end, encoding)| variant(&format!("{name}{end}"), *encoding))
                .collect();
            let identity = variant(&name, ContentEncoding::Identity)?;
            let url = name.strip_prefix(FOLDER)?.to_owned();
            let (kind, headers) = (content_type(&name), headers(&url));
            let file = Representation::new(StatusCode::OK, kind, headers, identity, compressed);
            Some((url, file))
        });
        Self { files: files.collect() }
    }

    /// The file at this URL path, such as `/assets/entry-CSZOCH4B.js`.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Representation> {
        self.files.get(path)
    }

    /// Whether all files of `other` are among these, with the same contents.
    #[must_use]
    pub fn include(&self, other: &Self) -> bool {
        other.files.iter().all(|(path, file)| {
            self.get(path).is_some_and(|own| own.identity.etag == file.identity.etag)
        })
    }
}

fn headers(url: &str) -> Headers {
    if url.starts_with(ASSETS) {
        Headers::default().with(CACHE_CONTROL, IMMUTABLE)
    } else if Path::new(url).extension().is_some_and(|end| end == "js") {
        // The script of a service worker, which may have controlled every page.
        Headers::default()
            .with(CACHE_CONTROL, HeaderValue::from_static("no-cache"))
            .with(WORKER_SCOPE, HeaderValue::from_static("/"))
    } else {
        Headers::default().with(CACHE_CONTROL, A_DAY)
    }
}

pub(super) fn is_public(name: &str) -> bool {
    name.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

fn is_compressed(name: &str) -> bool {
    ENCODINGS.iter().any(|(end, _)| name.ends_with(end))
}

fn content_type(name: &str) -> HeaderValue {
    let extension = Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default();
    let kind = actix_files::file_extension_to_mime(extension);
    let lacks_charset = kind.get_param(mime::CHARSET).is_none();
    let is_text = kind.type_() == mime::TEXT || kind.subtype() == mime::JAVASCRIPT;
    let charset = if is_text && lacks_charset { "; charset=utf-8" } else { "" };
    value(format!("{kind}{charset}"))
}
