//! Connections of clients: what each may take, and for how long.
//!
//! A [`Connection`] stands between the accepted socket and the HTTP library. It
//! finds out where requests end, lets one at a time through, complete and within
//! the limits, and has a deadline in every state that it can be in: the table is
//! in `docs/connections.md`. A request that breaks a rule is replaced by one that
//! the application answers with the proper error ([`Rejection`]), so that such
//! responses have the headers, metrics and log lines of all others.

mod content;
mod exchange;
mod head;
mod io;
mod listener;
mod progress;

use std::time::Duration;

use actix_web::http::StatusCode;

pub use exchange::{Exchange, is_rejected, rejection, respond_or_call, track};
pub use head::MAX_FIELDS;
pub use io::Connection;
pub use listener::{ListenerOptions, bind, enforce_file_limit, listen};
pub use progress::MIN_SEND_RATE;

use crate::metrics::HttpMetrics;

/// What one client may take.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Sizes of a request's head.
    pub head: HeadLimits,
    /// Most bytes of content, of a request whose resource takes any.
    pub content: usize,
    /// From the first byte of a request to its last; for the first request of a
    /// connection, from when that was accepted.
    pub request_timeout: Duration,
    /// From the end of a response to the first byte of the next request.
    pub keep_alive: Duration,
    /// How long a client may take less than [`MIN_SEND_RATE`] of what is sent.
    pub send_timeout: Duration,
}

/// The most that the head of a request may be.
#[derive(Debug, Clone)]
pub struct HeadLimits {
    /// Bytes of the request target.
    pub url_length: usize,
    /// Fields; [`MAX_FIELDS`] at most.
    pub count: usize,
    /// Bytes of all fields.
    pub size: usize,
    /// Whether a request of this method and target has content that anybody
    /// reads. Any other is answered without it, as the last of its connection.
    pub takes_content: fn(method: &str, target: &str) -> bool,
}

/// Why a connection is ended before its client does so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// No valid HTTP/1.1 message.
    Malformed,
    /// A request that did not arrive in time.
    RequestTimeout,
    /// Content of more bytes than are taken.
    ContentTooLarge,
    /// A target of more bytes than are taken.
    UriTooLong,
    /// More header fields, or longer ones, than are taken.
    FieldsTooLarge,
    /// A transfer coding other than `chunked`.
    UnknownTransferCoding,
    /// A client that takes a response more slowly than [`MIN_SEND_RATE`]; the
    /// response breaks off.
    SlowReader,
}

impl Rejection {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Malformed,
        Self::RequestTimeout,
        Self::ContentTooLarge,
        Self::UriTooLong,
        Self::FieldsTooLarge,
        Self::UnknownTransferCoding,
        Self::SlowReader,
    ];

    /// Its name in metrics.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::RequestTimeout => "request_timeout",
            Self::ContentTooLarge => "content_too_large",
            Self::UriTooLong => "uri_too_long",
            Self::FieldsTooLarge => "fields_too_large",
            Self::UnknownTransferCoding => "unknown_transfer_coding",
            Self::SlowReader => "slow_reader",
        }
    }

    /// The status that the client gets, if it can get one.
    #[must_use]
    pub fn status(self) -> Option<StatusCode> {
        Some(match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::ContentTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UriTooLong => StatusCode::URI_TOO_LONG,
            Self::FieldsTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            // RFC 9112, section 6.1.
            Self::UnknownTransferCoding => StatusCode::NOT_IMPLEMENTED,
            Self::SlowReader => return None,
        })
    }
}

/// The longest that a new request or an idle connection is waited for while the
/// listener is crowded: connections that nobody uses make room for others.
const CROWDED_TIMEOUT: Duration = Duration::from_secs(1);

/// What all connections of a listener share.
#[derive(Debug)]
pub struct Shared {
    /// What each client may take.
    pub limits: ConnectionLimits,
    /// So many open connections make the listener crowded: three quarters of the
    /// most that there may be.
    pub crowd: usize,
    /// Where connections are counted; none for the admin listener.
    pub metrics: Option<HttpMetrics>,
}

impl Shared {
    /// How long a request may take that begins now.
    fn request_timeout(&self) -> Duration {
        self.unless_crowded(self.limits.request_timeout)
    }

    /// How long a connection that is idle from now on may stay so.
    fn keep_alive(&self) -> Duration {
        self.unless_crowded(self.limits.keep_alive)
    }

    fn unless_crowded(&self, timeout: Duration) -> Duration {
        let open = self.metrics.as_ref().map(|metrics| metrics.connections.get());
        let open = open.and_then(|open| usize::try_from(open).ok()).unwrap_or_default();
        if open >= self.crowd { timeout.min(CROWDED_TIMEOUT) } else { timeout }
    }
}
