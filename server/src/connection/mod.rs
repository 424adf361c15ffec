//! Client connections, with limits and deadlines.
//!
//! A connection determines where requests end, lends itself to the HTTP library for one at a time,
//! complete and within the limits, and has a deadline and bounded memory in every state: see the
//! table in `docs/connections.md`. An idle one is one small task, without the library. A request that
//! violates a limit or the protocol is replaced by a placeholder, to which the application
//! responds with an error ([`Rejection`]), so that such responses have the headers,
//! metrics and log lines of all others.

mod count;
mod exchange;
mod head;
mod io;
mod listener;
mod transfer;

use std::time::Duration;

use actix_web::http::StatusCode;

pub use count::Count;
pub use exchange::{Exchange, rejection};
pub use head::MAX_URL_LENGTH;
pub use io::{Lent, serve};
pub use listener::{
    FileLimitError, ListenerOptions, bind, enforce_file_limit, inherit, library, listen,
};
pub use transfer::MIN_SEND_RATE;

/// Limits of a connection.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Time from the first byte of a request's head to its last; for the first request of a
    /// connection, from its acceptance.
    pub request_timeout: Duration,
    /// Time from the end of a response to the first byte of the next request.
    pub keep_alive: Duration,
    /// Time for which a client may read more slowly than [`MIN_SEND_RATE`].
    pub send_timeout: Duration,
}

/// Why a request or connection is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// Not a valid HTTP/1.1 message.
    Malformed,
    /// A request that was incomplete at its deadline.
    RequestTimeout,
    /// A target that exceeds its length limit.
    UriTooLong,
    /// Header fields that exceed a limit.
    FieldsTooLarge,
    /// A transfer coding other than `chunked`.
    UnknownTransferCoding,
    /// A client that reads a response more slowly than [`MIN_SEND_RATE`]; the connection
    /// is reset.
    SlowReader,
}

impl Rejection {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Malformed,
        Self::RequestTimeout,
        Self::UriTooLong,
        Self::FieldsTooLarge,
        Self::UnknownTransferCoding,
        Self::SlowReader,
    ];

    /// The reason as a metric label.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::RequestTimeout => "request_timeout",
            Self::UriTooLong => "uri_too_long",
            Self::FieldsTooLarge => "fields_too_large",
            Self::UnknownTransferCoding => "unknown_transfer_coding",
            Self::SlowReader => "slow_reader",
        }
    }

    /// The status of the response, if there can be one.
    #[must_use]
    pub fn status(self) -> Option<StatusCode> {
        Some(match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::UriTooLong => StatusCode::URI_TOO_LONG,
            Self::FieldsTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            // RFC 9112, section 6.1.
            Self::UnknownTransferCoding => StatusCode::NOT_IMPLEMENTED,
            Self::SlowReader => return None,
        })
    }
}

/// Memory of an idle connection beyond its socket's in the kernel, in bytes, whatever was sent on it.
pub const IDLE_BYTES: usize = 4 << 10;

/// Time for which a connection is read after its last response while its client may still
/// be sending. Closing it immediately would reset it, and could lose the response
/// (RFC 9112, section 9.6).
const LINGER: Duration = Duration::from_secs(2);

/// Upper bound of all timeouts but that of sending while the listener is crowded, so that unused
/// connections are closed in favour of new ones.
const CROWDED_TIMEOUT: Duration = Duration::from_secs(1);

/// Upper bound of the send timeout while the listener is crowded: a lost segment is repeated
/// after one second (RFC 6298, section 2.1), and after two more if that is lost as well.
const CROWDED_SEND_TIMEOUT: Duration = Duration::from_secs(3);

/// State that all connections of a listener share.
#[derive(Debug, Clone)]
pub struct ListenerState {
    /// Limits of each connection.
    pub limits: ConnectionLimits,
    /// Limit of concurrent connections; further ones wait to be accepted.
    pub max_connections: usize,
    /// Open connections.
    pub open: Count,
    /// Requests of which a part is still to be received: those that clients are sending, and
    /// the first one of each new connection.
    pub awaited: Count,
    /// Idle connections whose buffers are kept.
    pub warm: Count,
    /// The names of the fields of a request that the application reads, in lower case: others are
    /// not passed on.
    pub fields: &'static [&'static str],
    /// Called at each rejection.
    pub on_rejection: fn(Rejection),
}

impl ListenerState {
    /// That of a listener whose connections are not counted elsewhere, and whose application reads no
    /// fields.
    #[must_use]
    pub fn new(limits: ConnectionLimits, max_connections: usize) -> Self {
        Self {
            limits,
            max_connections,
            open: Count::default(),
            awaited: Count::default(),
            warm: Count::default(),
            fields: &[],
            on_rejection: |_| {},
        }
    }

    fn request_timeout(&self) -> Duration {
        self.while_crowded(CROWDED_TIMEOUT, self.limits.request_timeout)
    }

    fn keep_alive(&self) -> Duration {
        self.while_crowded(CROWDED_TIMEOUT, self.limits.keep_alive)
    }

    /// The time for which a connection is read after its last response.
    fn linger(&self) -> Duration {
        self.while_crowded(CROWDED_TIMEOUT / 4, LINGER)
    }

    /// The time for which a client may read too slowly.
    fn send_timeout(&self) -> Duration {
        self.while_crowded(CROWDED_SEND_TIMEOUT, self.limits.send_timeout)
    }

    /// A timeout, which has an upper bound while the listener is crowded: three quarters
    /// of its connections are open.
    fn while_crowded(&self, bound: Duration, timeout: Duration) -> Duration {
        let crowd = (self.max_connections * 3).div_ceil(4);
        if self.open.get() >= crowd { timeout.min(bound) } else { timeout }
    }
}
