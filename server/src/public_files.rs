//! The files that clients may fetch, in memory: a release in use does not depend on its
//! folder.
//!
//! All files of the site together take little more than a megabyte, and releases share
//! equal files.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use actix_web::http::header::{ContentEncoding, HeaderValue};
use actix_web::mime::{self, Mime};
use bytes::Bytes;

use crate::built_files::{BuiltFileError, BuiltFiles, Reason, sha256};
use crate::headers::value;

/// Folder of the files that clients may fetch, within the build's.
const FOLDER: &str = "public";

/// Folder of the hashed files in it.
const HASHED: &str = "assets";

/// The encodings in which the build writes a file, by the suffixes of their names.
const ENCODINGS: [(&str, ContentEncoding); 2] =
    [(".br", ContentEncoding::Brotli), (".gz", ContentEncoding::Gzip)];

/// Files that clients may fetch, by their URLs' paths.
#[derive(Debug, Default)]
pub struct PublicFiles {
    files: HashMap<String, PublicFile>,
}

/// A file in every encoding that the build wrote it in.
#[derive(Debug)]
pub struct PublicFile {
    /// Its media type.
    pub content_type: HeaderValue,
    identity: Representation,
    encoded: Vec<(ContentEncoding, Representation)>,
}

/// A file in one encoding.
#[derive(Debug, Clone)]
pub struct Representation {
    /// The bytes to send.
    pub body: Bytes,
    /// A strong entity tag (RFC 9110, section 8.8.3) made from these bytes alone,
    /// so that it is the same on every pod, and another one in each encoding.
    pub etag: HeaderValue,
}

impl PublicFiles {
    /// Reads every file in the public folder of a build. Those that the build
    /// recorded are verified; others, such as those of the previous release in an
    /// image, are not. Files that `known` has as well are shared.
    ///
    /// # Errors
    /// [`BuiltFileError`].
    pub fn load(built: &BuiltFiles, known: Option<&Self>) -> Result<Self, BuiltFileError> {
        let mut bodies: HashMap<Vec<u8>, Bytes> = known
            .iter()
            .flat_map(|files| files.representations())
            .map(|form| (form.etag.as_bytes().to_vec(), form.body.clone()))
            .collect();
        let mut forms = HashMap::new();
        let recorded = built.names().filter(|name| is_public(name)).map(str::to_owned);
        for name in recorded.chain(unrecorded(built)?) {
            let (body, digest) = if let Some(digest) = built.digest(&name) {
                (built.read(&name)?, digest.sha256.clone())
            } else {
                let body = built.read_unrecorded(&name)?;
                let digest = sha256(&body);
                (body, digest)
            };
            let etag = etag(&digest);
            let key = etag.as_bytes().to_vec();
            let body = bodies.entry(key).or_insert_with(|| body.into()).clone();
            forms.insert(name, Representation { body, etag });
        }
        Ok(Self::of(forms))
    }

    /// Groups the representations of each file.
    fn of(mut forms: HashMap<String, Representation>) -> Self {
        let names: Vec<_> = forms.keys().filter(|name| !is_compressed(name)).cloned().collect();
        let files = names.into_iter().filter_map(|name| {
            let encoded = ENCODINGS.iter().filter_map(|(end, encoding)| {
                Some((*encoding, forms.remove(&format!("{name}{end}"))?))
            });
            let encoded = encoded.collect();
            let content_type = content_type(&name);
            let identity = forms.remove(&name)?;
            let url = name.strip_prefix(FOLDER)?.to_owned();
            Some((url, PublicFile { content_type, identity, encoded }))
        });
        Self { files: files.collect() }
    }

    /// Returns the file at this URL path, such as `/assets/entry-CSZOCH4B.js`.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&PublicFile> {
        self.files.get(path)
    }

    /// Whether all files of `other` are among these, with the same contents.
    #[must_use]
    pub fn include(&self, other: &Self) -> bool {
        other.files.iter().all(|(path, file)| {
            self.get(path).is_some_and(|own| own.identity.etag == file.identity.etag)
        })
    }

    fn representations(&self) -> impl Iterator<Item = &Representation> {
        self.files
            .values()
            .flat_map(|file| file.encoded.iter().map(|(_, form)| form).chain([&file.identity]))
    }
}

impl PublicFile {
    /// Returns the file in the given encoding, or in identity if the build did not write
    /// that one; and the encoding of the result.
    #[must_use]
    pub fn representation(&self, preferred: ContentEncoding) -> (ContentEncoding, &Representation) {
        let form = self.encoded.iter().find(|(encoding, _)| *encoding == preferred);
        form.map_or((ContentEncoding::Identity, &self.identity), |(encoding, form)| {
            (*encoding, form)
        })
    }

    /// Iterates over its encodings, densest first, identity last.
    pub fn encodings(&self) -> impl Iterator<Item = ContentEncoding> {
        self.encoded.iter().map(|(encoding, _)| *encoding).chain([ContentEncoding::Identity])
    }
}

fn is_public(name: &str) -> bool {
    name.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

fn is_compressed(name: &str) -> bool {
    ENCODINGS.iter().any(|(end, _)| name.ends_with(end))
}

/// Returns the names of the hashed files that the build did not record.
fn unrecorded(built: &BuiltFiles) -> Result<Vec<String>, BuiltFileError> {
    let folder = built.path(FOLDER).join(HASHED);
    let fail = |error| BuiltFileError { path: folder.clone(), reason: Reason::Unreadable(error) };
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        // URLs name no file whose name is not UTF-8 or hidden, such as those that
        // Kubernetes creates in its volumes.
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let name = format!("{FOLDER}/{HASHED}/{name}");
        if !name.contains("/.") && built.digest(&name).is_none() {
            names.push(name);
        }
    }
    Ok(names)
}

/// Returns an entity tag; half of the digest is enough.
fn etag(sha256: &str) -> HeaderValue {
    value(format!("\"{}\"", sha256.get(..32).unwrap_or(sha256)))
}

/// Returns the media type for a file name; text is UTF-8.
fn content_type(name: &str) -> HeaderValue {
    let extension = Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default();
    let kind = actix_files::file_extension_to_mime(extension);
    let is_text = kind.type_() == mime::TEXT || kind.subtype() == mime::JAVASCRIPT;
    let charset = if is_text && needs_charset(&kind) { "; charset=utf-8" } else { "" };
    value(format!("{kind}{charset}"))
}

fn needs_charset(kind: &Mime) -> bool {
    kind.get_param(mime::CHARSET).is_none()
}
