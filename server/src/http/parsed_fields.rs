//! A cache of parsed fields of requests: to parse one takes instructions for each response, and
//! nearly all clients send one of a few.

use std::cell::RefCell;

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};

/// Limit of cached fields; browsers send fewer different ones.
const MAX_CACHED: usize = 16;

/// Length limit of a cached field, in bytes; those of browsers are much shorter.
const MAX_CACHED_LENGTH: usize = 256;

/// What was parsed of fields with one name, on one thread.
pub(crate) struct ParsedFields<T>(RefCell<Vec<(HeaderValue, T)>>);

impl<T> ParsedFields<T> {
    /// An empty cache.
    pub(crate) const fn new() -> Self {
        Self(RefCell::new(Vec::new()))
    }

    /// Calls `read` with what `parse` makes of the fields of a request with this name.
    pub(crate) fn read<R>(
        &self,
        request: &HttpRequest,
        name: HeaderName,
        parse: impl FnOnce(&HttpRequest) -> T,
        read: impl FnOnce(&T) -> R,
    ) -> R {
        let mut fields = request.headers().get_all(name);
        let field = match (fields.next(), fields.next()) {
            (Some(field), None) if field.len() <= MAX_CACHED_LENGTH => field,
            _ => return read(&parse(request)),
        };
        let mut known = self.0.borrow_mut();
        if let Some((_, parsed)) = known.iter().find(|(known, _)| known == field) {
            return read(parsed);
        }
        if known.len() == MAX_CACHED {
            known.clear();
        }
        let parsed = parse(request);
        let result = read(&parsed);
        // A copy, since the field references its connection's buffer.
        known.extend(HeaderValue::from_bytes(field.as_bytes()).map(|field| (field, parsed)));
        result
    }
}
