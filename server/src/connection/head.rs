//! Parsing of a request's head, as far as the connection layer needs it: where it ends,
//! whether content follows, and whether it is valid; and the head that is passed on.
//!
//! What is rejected here never reaches the HTTP library, whose own error responses would
//! bypass the application: no security headers, no log line, no metric.

use std::mem::MaybeUninit;
use std::str::FromStr;

use actix_web::http::uri::{Authority, InvalidUri};
use actix_web::http::{Method, Uri};
use bytes::BytesMut;
use httparse::{Header, Status};

use super::Rejection;

/// Length limit of a request target, in bytes: RFC 9110, section 4.1, recommends 8,000 at least,
/// and advertisements add identifiers.
pub const MAX_URL_LENGTH: usize = 8 << 10;

/// Limit of fields: that of the HTTP library. Proxies in front of the site may add dozens.
const MAX_FIELDS: usize = 96;

/// Size limit of all fields, in bytes.
const MAX_FIELDS_SIZE: usize = 16 << 10;

/// Size limit of a request line without its target: the longest registered method,
/// the version, two spaces, the end of the line; and an empty line before it
/// (RFC 9112, section 2.2).
const REQUEST_LINE_REST: usize = 64;

const LONGEST_LINE: usize = MAX_URL_LENGTH + REQUEST_LINE_REST;

/// A complete head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Bytes up to and including the empty line.
    pub(super) length: usize,
    /// Whether content follows. No resource reads any, so that such a request is the last
    /// one of its connection.
    pub(super) has_content: bool,
    /// Whether no further request is read after this one (RFC 9112, section 9.6).
    pub(super) is_last: bool,
}

impl Head {
    /// Parses the received part of a head; `None` while it is incomplete. Replaces `passed_on` by
    /// the request that the HTTP library reads: without content, and with those of `fields`, whose
    /// names are in lower case. It neither waits for `100 (Continue)` nor proposes another protocol,
    /// which is declined by leaving the proposal out (RFC 9110, section 7.8).
    pub(super) fn parse(
        bytes: &[u8],
        fields: &[&str],
        passed_on: &mut BytesMut,
    ) -> Result<Option<Self>, Rejection> {
        let mut received = [const { MaybeUninit::<Header<'_>>::uninit() }; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut []);
        let length = match request.parse_with_uninit_headers(bytes, &mut received) {
            Ok(Status::Complete(length)) => length,
            Ok(Status::Partial) => return check_partial(bytes).map(|()| None),
            Err(httparse::Error::TooManyHeaders) => return Err(Rejection::FieldsTooLarge),
            // A target beyond its limit is too long, even if it is malformed.
            Err(_) => return Err(check_partial(bytes).err().unwrap_or(Rejection::Malformed)),
        };
        let target = request.path.unwrap_or_default();
        check_size(target, request.headers)?;
        let method = request.method.unwrap_or_default();
        // Some characters that HTTP allows in a method are not accepted by the HTTP library.
        Method::from_bytes(method.as_bytes()).map_err(|_| Rejection::Malformed)?;
        let is_connect = method == "CONNECT";
        check_target(target, method)?;
        if has_bare_line_feed(&bytes[..length]) {
            return Err(Rejection::Malformed);
        }
        let is_http_10 = request.version == Some(0);

        passed_on.clear();
        let mut write =
            |parts: &[&[u8]]| parts.iter().for_each(|it| passed_on.extend_from_slice(it));
        let version: &[u8] = if is_http_10 { b" HTTP/1.0\r\n" } else { b" HTTP/1.1\r\n" };
        write(&[method.as_bytes(), b" ", target.as_bytes(), version]);

        // What follows `CONNECT` would not be HTTP.
        let mut head = Self { length, has_content: false, is_last: is_connect };
        let mut is_kept_alive = !is_http_10;
        let (mut has_host, mut is_framed) = (false, false);
        // A message that is framed twice is a means of request smuggling (RFC 9112, section
        // 11.2).
        let mut frame = || {
            let is_framed_twice = std::mem::replace(&mut is_framed, true);
            if is_framed_twice { Err(Rejection::Malformed) } else { Ok(()) }
        };
        for Header { name, value } in &*request.headers {
            // Most fields are skipped by their length.
            match name.len() {
                4 if name.eq_ignore_ascii_case("host") => {
                    let is_repeated = std::mem::replace(&mut has_host, true);
                    if is_repeated || !is_host(value) {
                        return Err(Rejection::Malformed);
                    }
                    write(&[b"host: ", value, b"\r\n"]);
                }
                // A proxy may pass on what follows as the other protocol.
                7 if name.eq_ignore_ascii_case("upgrade") => head.is_last = true,
                10 if name.eq_ignore_ascii_case("connection") => {
                    head.is_last |= has_token(value, "close");
                    is_kept_alive |= is_http_10 && has_token(value, "keep-alive");
                }
                14 if name.eq_ignore_ascii_case("content-length") => {
                    frame()?;
                    head.has_content |= !is_zero(value)?;
                }
                17 if name.eq_ignore_ascii_case("transfer-encoding") => {
                    if is_http_10 {
                        return Err(Rejection::Malformed);
                    }
                    if !value.trim_ascii().eq_ignore_ascii_case(b"chunked") {
                        return Err(Rejection::UnknownTransferCoding);
                    }
                    frame()?;
                    head.has_content = true;
                }
                size => {
                    let mut of_size = fields.iter().filter(|field| field.len() == size);
                    if let Some(field) = of_size.find(|field| name.eq_ignore_ascii_case(field)) {
                        write(&[field.as_bytes(), b": ", value, b"\r\n"]);
                    }
                }
            }
        }
        // RFC 9112, section 3.2; RFC 1945, section 8.3.
        let lacks_host = !has_host && !is_http_10;
        let lacks_length = is_http_10 && method == "POST" && !is_framed;
        if lacks_host || lacks_length {
            return Err(Rejection::Malformed);
        }
        head.is_last |= head.has_content || !is_kept_alive;
        if is_framed {
            write(&[b"content-length: 0\r\n"]);
        }
        if head.is_last {
            write(&[b"connection: close\r\n"]);
        } else if is_http_10 {
            write(&[b"connection: keep-alive\r\n"]);
        }
        write(&[b"\r\n"]);
        Ok(Some(head))
    }
}

/// Changes the version in a request line to 1.1 where it has a higher minor version, which means
/// the same (RFC 9110, section 2.5). Returns whether it has.
pub(super) fn as_http_11(head: &mut [u8]) -> bool {
    let start = head.len() - head.trim_ascii_start().len();
    let Some(end) = memchr::memchr(b'\r', &head[start..]) else { return false };
    match head[start..start + end].split_last_mut() {
        Some((minor @ b'2'..=b'9', rest)) if rest.ends_with(b" HTTP/1.") => {
            *minor = b'1';
            true
        }
        _ => false,
    }
}

/// Rejects a head that exceeds a limit.
fn check_size(target: &str, fields: &[Header<'_>]) -> Result<(), Rejection> {
    // RFC 6585, section 5. Per field: its name, its value, `: ` and the end of its line.
    let size: usize = fields.iter().map(|field| field.name.len() + field.value.len() + 4).sum();
    if target.len() > MAX_URL_LENGTH {
        Err(Rejection::UriTooLong)
    } else if size > MAX_FIELDS_SIZE {
        Err(Rejection::FieldsTooLarge)
    } else {
        Ok(())
    }
}

/// Rejects an incomplete head that already exceeds a limit.
fn check_partial(bytes: &[u8]) -> Result<(), Rejection> {
    let line = bytes.trim_ascii_start();
    let is_line_complete = line.iter().take(LONGEST_LINE).any(|byte| *byte == b'\n');
    if line.len() > LONGEST_LINE && !is_line_complete {
        Err(Rejection::UriTooLong)
    } else if bytes.len() >= LONGEST_LINE + MAX_FIELDS_SIZE {
        Err(Rejection::FieldsTooLarge)
    } else {
        Ok(())
    }
}

/// Rejects a target that the HTTP library does not accept, or that other parsers reject or
/// understand differently.
fn check_target(target: &str, method: &str) -> Result<(), Rejection> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~?&=%+".contains(&byte);
    // Fast path for nearly every target.
    if target.starts_with('/') && target.len() < 1024 && target.bytes().all(is_plain) {
        return Ok(());
    }
    // RFC 9112, section 3.2.4.
    if target == "*" {
        return if method == "OPTIONS" { Ok(()) } else { Err(Rejection::Malformed) };
    }
    // RFC 9112, section 3.2: of an absolute URI, `http` and `https` have an origin.
    match Uri::try_from(target) {
        // An authority alone is a target of `CONNECT` only; none has a fragment.
        Ok(uri) => {
            let is_origin = match (uri.scheme_str(), uri.authority()) {
                (None, authority) => method == "CONNECT" || authority.is_none(),
                // RFC 9110, section 4.2.4.
                (Some("http" | "https"), Some(host)) => !host.as_str().contains('@'),
                _ => false,
            };
            if is_origin && !target.contains('#') { Ok(()) } else { Err(Rejection::Malformed) }
        }
        Err(error) if is_too_long(&error) => Err(Rejection::UriTooLong),
        Err(_) => Err(Rejection::Malformed),
    }
}

/// Whether a line of a head ends with a line feed alone. A recipient may accept it (RFC 9112,
/// section 2.2), but not all do.
fn has_bare_line_feed(head: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', head).any(|end| !head[..end].ends_with(b"\r"))
}

fn is_too_long(error: &InvalidUri) -> bool {
    // The kind is not public.
    error.to_string().contains("too long")
}

/// Whether the value of a `Host` field is a host with an optional port
/// (RFC 9110, section 7.2).
fn is_host(value: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    // Fast path for nearly every host: a name or an IPv4 address, optionally with a port.
    let name = value.iter().position(|byte| !is_plain(byte)).unwrap_or(value.len());
    if name > 0 {
        match value[name..].split_first() {
            None => return true,
            Some((b':', port)) if number::<u16>(port).is_some() => return true,
            Some(_) => {}
        }
    }
    let Ok(authority) = Authority::try_from(value) else { return false };
    let text = authority.as_str();
    let port = text.len() - authority.host().len();
    !authority.host().is_empty()
        && !text.contains('@')
        && (port == 0 || authority.port_u16().is_some() || text.ends_with(':'))
}

/// Whether a content length (RFC 9110, section 8.6) is zero.
fn is_zero(value: &[u8]) -> Result<bool, Rejection> {
    number::<u64>(value.trim_ascii()).map(|length| length == 0).ok_or(Rejection::Malformed)
}

/// Parses `1*DIGIT`.
fn number<T: FromStr>(digits: &[u8]) -> Option<T> {
    let is_number = digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}

/// Whether a comma-separated list has this token (RFC 9110, section 5.6.1).
fn has_token(list: &[u8], token: &str) -> bool {
    list.split(|byte| *byte == b',')
        .any(|item| item.trim_ascii().eq_ignore_ascii_case(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(head: &str) -> Result<Option<Head>, Rejection> {
        Head::parse(head.as_bytes(), &[], &mut BytesMut::new())
    }

    fn accepted(head: &str) -> Head {
        parse(head).expect("an acceptable head").expect("a complete head")
    }

    #[test]
    fn request_with_content_is_the_last_one() {
        for (fields, has_content) in [
            ("", false),
            ("Content-Length: 0\r\n", false),
            ("content-length:  12 \r\n", true),
            ("Content-Length: 18446744073709551615\r\n", true),
            ("Transfer-Encoding: Chunked\r\n", true),
        ] {
            let head = accepted(&format!("POST / HTTP/1.1\r\nHost: x\r\n{fields}\r\n"));
            assert_eq!((head.has_content, head.is_last), (has_content, has_content), "{fields}");
        }
    }

    #[test]
    fn ambiguous_or_malformed_heads_are_rejected() {
        for head in [
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: me@x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x:port\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x:65536\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: :80\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\n folded: x\r\n\r\n",
            "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
            "GET http://[x/ HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET http://u:p@x/ HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET ws://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
            "$ / HTTP/1.1\r\nHost: x\r\n\r\n",
            "G'T / HTTP/1.1\r\nHost: x\r\n\r\n",
            "\u{1}\r\n\r\n",
        ] {
            assert_eq!(parse(head), Err(Rejection::Malformed), "{head:?}");
        }
        let gzip = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n";
        assert_eq!(parse(gzip), Err(Rejection::UnknownTransferCoding));
    }

    #[test]
    fn heads_beyond_the_limits_are_rejected_before_they_are_complete() {
        let long = "x".repeat(13_000);
        for (head, rejection) in [
            (format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"), Rejection::UriTooLong),
            (format!("GET /{long}"), Rejection::UriTooLong),
            (format!("GET / HTTP/1.1\r\nHost: x\r\n{long}{long}: "), Rejection::FieldsTooLarge),
            (
                format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "x: y\r\n".repeat(96)),
                Rejection::FieldsTooLarge,
            ),
        ] {
            assert_eq!(parse(&head), Err(rejection), "{head:.60?}");
        }
        assert_eq!(parse("GET / HTTP/1.1\r\nHost: x\r\n"), Ok(None));
        assert_eq!(parse("\r\n"), Ok(None));
        assert_eq!(parse(""), Ok(None));
    }

    #[test]
    fn valid_hosts_are_accepted() {
        for host in ["x", "x.example", "127.0.0.1:8080", "[::1]", "[::1]:8080", "x:", "a_b.example"]
        {
            accepted(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        }
        accepted("GET / HTTP/1.0\r\n\r\n");
        accepted("GET http://x.example/?lang=zh HTTP/1.1\r\nHost: x\r\n\r\n");
        accepted("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    #[test]
    fn last_requests_are_recognised() {
        for (head, is_last) in [
            ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nHost: x\r\nConnection: te, Close\r\n\r\n", true),
            ("GET / HTTP/1.0\r\n\r\n", true),
            ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
            ("CONNECT x:1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true),
            ("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n\r\n", true),
        ] {
            assert_eq!(accepted(head).is_last, is_last, "{head:?}");
        }
    }

    #[test]
    fn request_is_passed_on_without_content_and_with_the_fields_that_are_read() {
        for (text, expected) in [
            (
                "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\
                 Expect: 100-continue\r\nUpgrade: websocket\r\n\r\n",
                "POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            ),
            (
                "GET / HTTP/1.0\r\nCookie: x\r\nDNT: 1\r\nConnection: keep-alive\r\n\r\n",
                "GET / HTTP/1.0\r\ndnt: 1\r\nconnection: keep-alive\r\n\r\n",
            ),
        ] {
            let mut passed_on = BytesMut::new();
            let head = Head::parse(text.as_bytes(), &["dnt"], &mut passed_on).expect("acceptable");
            head.expect("complete");
            assert_eq!(str::from_utf8(&passed_on).expect("text"), expected);
        }
    }
}
