//! The parts of a stored response (RFC 9111) that the connection sends by itself: its headers,
//! which are stored as they are sent, and its content. The HTTP library would insert each header
//! into a map, serialize it from there, and copy the content to a buffer of the connection.

use std::cell::RefCell;
use std::fmt::Write;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::http::header::{HeaderName, HeaderValue};
use bytes::{Buf, Bytes, BytesMut};
use tokio::io::AsyncWrite;

use crate::headers::{Headers, write_line};

/// The empty line after the fields (RFC 9112, section 2.1).
const EMPTY_LINE: &[u8] = b"\r\n";

thread_local! {
    /// Joins the parts of a response for one system call. It stays in the processor's cache, as
    /// a buffer for each connection would not; `writev` on the parts was no faster.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Parts of a response that follow the output of the library.
#[derive(Debug, Default)]
pub struct StoredParts {
    /// Whether the response has stored fields. The output of the library is its head alone
    /// then, and the empty line in it is not sent.
    has_fields: bool,
    /// Field lines that are still to be sent.
    fields: BytesMut,
    /// Content that is still to be sent.
    content: Bytes,
}

impl StoredParts {
    /// Adds headers to the head of the response.
    pub fn add_all(&mut self, headers: &Headers) {
        self.has_fields = true;
        self.fields.extend_from_slice(headers.lines());
    }

    /// Adds a header to the head of the response.
    pub fn add(&mut self, name: &HeaderName, value: &HeaderValue) {
        self.has_fields = true;
        write_line(&mut self.fields, name, value);
    }

    /// Ends the head of a response with content of this length, if any. Returns whether headers
    /// were added.
    pub(super) fn end_fields(&mut self, content_length: Option<u64>) -> bool {
        if self.has_fields {
            if let Some(length) = content_length {
                // Never fails: the buffer grows.
                let _ = write!(self.fields, "content-length: {length}\r\n");
            }
            self.fields.extend_from_slice(EMPTY_LINE);
        }
        self.has_fields
    }

    /// Whether fields were added to the response.
    #[must_use]
    pub fn has_fields(&self) -> bool {
        self.has_fields
    }

    /// Adds the content, in one piece.
    pub(super) fn add_content(&mut self, content: Bytes) {
        debug_assert!(self.content.is_empty(), "content would be lost");
        self.content = content;
    }

    /// Returns the bytes of content that are still to be sent.
    pub(super) fn unsent_content(&self) -> usize {
        self.content.len()
    }

    /// Whether all was sent.
    pub(super) fn is_sent(&self) -> bool {
        self.fields.is_empty() && self.content.is_empty()
    }

    /// Writes `output` of the library and these parts with one system call. Returns how many
    /// bytes of `output` are done, and how many bytes were written in all.
    ///
    /// # Errors
    /// Those of the socket.
    pub(super) fn poll_write(
        &mut self,
        socket: Pin<&mut impl AsyncWrite>,
        cx: &mut Context<'_>,
        output: &[u8],
    ) -> Poll<io::Result<(usize, usize)>> {
        if self.is_sent() {
            return socket.poll_write(cx, output).map_ok(|written| (written, written));
        }
        let head = if self.has_fields {
            output.strip_suffix(EMPTY_LINE).unwrap_or(output)
        } else {
            output
        };
        let written = ready!(BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            for part in [head, &self.fields, &self.content] {
                buffer.extend_from_slice(part);
            }
            socket.poll_write(cx, buffer)
        }))?;
        if written < head.len() {
            return Poll::Ready(Ok((written, written)));
        }
        self.has_fields = false;
        let rest = written - head.len();
        let fields = rest.min(self.fields.len());
        self.fields.advance(fields);
        self.content.advance(rest - fields);
        Poll::Ready(Ok((output.len(), written)))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{CONTENT_TYPE, ETAG};

    use super::*;

    /// A socket that accepts some bytes at a time.
    struct Limited {
        received: Vec<u8>,
        limits: Vec<usize>,
    }

    impl AsyncWrite for Limited {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            let limit = self.limits.pop().unwrap_or(usize::MAX).min(bytes.len());
            self.received.extend_from_slice(&bytes[..limit]);
            Poll::Ready(Ok(limit))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    proptest::proptest! {
        #[test]
        fn response_is_the_same_however_it_is_split(
            limits in proptest::collection::vec(1_usize..40, 0..40),
            has_fields: bool,
            content in proptest::option::of("[a-z]{1,60}"),
        ) {
            let head: &[u8] = b"HTTP/1.1 200 OK\r\ndate: now\r\n\r\n";
            let mut parts = StoredParts::default();
            let mut expected = vec!["HTTP/1.1 200 OK\r\ndate: now\r\n".to_owned()];
            if has_fields {
                parts.add(&ETAG, &HeaderValue::from_static("\"1\""));
                let html = HeaderValue::from_static("text/html");
                parts.add_all(&Headers::default().with(CONTENT_TYPE, html));
                expected.push("etag: \"1\"\r\ncontent-type: text/html\r\n".to_owned());
            }
            let content = content.filter(|_| has_fields);
            parts.end_fields(content.as_ref().map(|content| content.len() as u64));
            if let Some(content) = content {
                expected.push(format!("content-length: {}\r\n\r\n{content}", content.len()));
                parts.add_content(content.into());
            } else {
                expected.push("\r\n".to_owned());
            }
            let expected = expected.concat();
            let mut socket = Limited { received: Vec::new(), limits };
            let mut cx = Context::from_waker(std::task::Waker::noop());
            let (mut passed, mut total) = (0, 0);
            while passed < head.len() || !parts.is_sent() {
                let written = parts.poll_write(Pin::new(&mut socket), &mut cx, &head[passed..]);
                let Poll::Ready(Ok((more, written))) = written else { panic!("not written") };
                (passed, total) = (passed + more, total + written);
            }
            assert_eq!(String::from_utf8_lossy(&socket.received), expected);
            assert_eq!((passed, total), (head.len(), expected.len()));
        }
    }
}
