//! The content of a request, buffered before the request is passed to the application:
//! a slow client occupies only its connection.

use bytes::{Buf, BytesMut};
use httparse::Status;

use super::Rejection;
use super::head::Framing;

/// Size limit of a chunk's size line with its extensions, and of the trailer section, in
/// bytes (RFC 9112, sections 7.1.1 and 7.1.2).
const MAX_CHUNK_LINE: usize = 256;

/// Limit of trailer fields, which are parsed and discarded.
const MAX_TRAILERS: usize = 8;

/// Collects the content of one request.
#[derive(Debug)]
pub(super) struct Content {
    next: Next,
    /// Size limit in bytes.
    limit: usize,
    collected: Vec<u8>,
}

/// The expected next part of the content.
#[derive(Debug)]
enum Next {
    /// The last bytes of the content, by number.
    Rest(usize),
    ChunkSize,
    /// Bytes of a chunk, by number, then CRLF.
    Chunk(usize),
    Trailers,
}

impl Content {
    /// Starts to read content with this framing.
    ///
    /// # Errors
    /// [`Rejection::ContentTooLarge`] if its length exceeds `limit` bytes.
    pub(super) fn new(framing: Framing, limit: usize) -> Result<Self, Rejection> {
        let next = match framing {
            Framing::None | Framing::Unread => Next::Rest(0),
            Framing::Length(length) => match usize::try_from(length) {
                Ok(length) if length <= limit => Next::Rest(length),
                _ => return Err(Rejection::ContentTooLarge),
            },
            Framing::Chunked => Next::ChunkSize,
        };
        Ok(Self { next, limit, collected: Vec::new() })
    }

    /// Consumes received bytes. Returns the content once it is complete.
    ///
    /// # Errors
    /// [`Rejection::ContentTooLarge`] or [`Rejection::Malformed`].
    pub(super) fn read(&mut self, received: &mut BytesMut) -> Result<Option<Vec<u8>>, Rejection> {
        loop {
            match self.next {
                Next::Rest(length) if received.len() >= length => {
                    self.collected.extend_from_slice(&received.split_to(length));
                    return Ok(Some(std::mem::take(&mut self.collected)));
                }
                Next::ChunkSize => match httparse::parse_chunk_size(received) {
                    Ok(Status::Complete((line, 0))) => {
                        received.advance(line);
                        self.next = Next::Trailers;
                    }
                    Ok(Status::Complete((line, size))) => {
                        let size = usize::try_from(size).unwrap_or(usize::MAX);
                        if size > self.limit - self.collected.len() {
                            return Err(Rejection::ContentTooLarge);
                        }
                        received.advance(line);
                        self.next = Next::Chunk(size);
                    }
                    Ok(Status::Partial) if received.len() <= MAX_CHUNK_LINE => return Ok(None),
                    _ => return Err(Rejection::Malformed),
                },
                Next::Chunk(size) if received.len() >= size + 2 => {
                    self.collected.extend_from_slice(&received.split_to(size));
                    if received.split_to(2) != b"\r\n"[..] {
                        return Err(Rejection::Malformed);
                    }
                    self.next = Next::ChunkSize;
                }
                Next::Trailers => {
                    let mut fields = [httparse::EMPTY_HEADER; MAX_TRAILERS];
                    match httparse::parse_headers(received, &mut fields) {
                        Ok(Status::Complete((length, _))) => {
                            received.advance(length);
                            self.next = Next::Rest(0);
                        }
                        Ok(Status::Partial) if received.len() <= MAX_CHUNK_LINE => return Ok(None),
                        _ => return Err(Rejection::Malformed),
                    }
                }
                Next::Rest(_) | Next::Chunk(_) => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a message byte by byte. Returns its content and what follows it.
    fn read(framing: Framing, message: &str) -> Result<Option<(Vec<u8>, BytesMut)>, Rejection> {
        let mut content = Content::new(framing, 16)?;
        let mut received = BytesMut::new();
        for (index, byte) in message.bytes().enumerate() {
            received.extend_from_slice(&[byte]);
            if let Some(whole) = content.read(&mut received)? {
                received.extend_from_slice(&message.as_bytes()[index + 1..]);
                return Ok(Some((whole, received)));
            }
        }
        Ok(None)
    }

    #[test]
    fn content_ends_as_framed() {
        for (framing, message, content) in [
            (Framing::Length(3), "abcGET", "abc"),
            (Framing::Chunked, "3\r\nabc\r\n0\r\n\r\nGET", "abc"),
            (Framing::Chunked, "1;a=b\r\na\r\n2\r\nbc\r\n0\r\nTrailer: x\r\n\r\nGET", "abc"),
        ] {
            let (whole, rest) = read(framing, message).expect("good").expect("complete");
            assert_eq!((&*whole, &*rest), (content.as_bytes(), &b"GET"[..]), "{message:?}");
        }
    }

    #[test]
    fn content_beyond_its_limit_is_rejected_at_once() {
        assert_eq!(read(Framing::Length(17), "").map(|_| ()), Err(Rejection::ContentTooLarge));
        for message in ["11\r\n", "8\r\n12345678\r\n9\r\n", "ffffffffffffffff\r\n"] {
            assert_eq!(read(Framing::Chunked, message), Err(Rejection::ContentTooLarge));
        }
    }

    #[test]
    fn malformed_chunks_are_rejected() {
        for message in ["x\r\n", "1\r\nabc", "-1\r\n", "fffffffffffffffff\r\n", "0\r\n: x\r\n\r\n"]
        {
            assert_eq!(read(Framing::Chunked, message), Err(Rejection::Malformed), "{message:?}");
        }
        let extension = format!("1;{}", "x".repeat(300));
        assert_eq!(read(Framing::Chunked, &extension), Err(Rejection::Malformed));
    }

    proptest::proptest! {
        #[test]
        fn any_chunks_yield_at_most_the_limit(message in "[0-9a-f;x\r\n]{0,200}") {
            if let Ok(Some((whole, _))) = read(Framing::Chunked, &message) {
                assert!(whole.len() <= 16);
            }
        }
    }
}
