//! Limits that keep one visitor from taking what belongs to all.

use std::any::Any;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::StatusCode;
use clap::Args;

use crate::values::{parse_count, parse_duration, parse_head_size, parse_header_count};

/// What a visitor may take.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Most connections at a time; further ones wait to be accepted
    #[arg(long, env = "MAX_CONNECTIONS", value_name = "COUNT", default_value = "10000", value_parser = parse_count)]
    pub max_connections: usize,

    /// Longest address, path and query together; a longer one is answered
    /// with 414
    #[arg(long, env = "MAX_URL_LENGTH", value_name = "SIZE", default_value = "2KiB", value_parser = parse_head_size)]
    pub max_url_length: usize,

    /// Most header fields of a request; more are answered with 431
    #[arg(long, env = "MAX_HEADERS", value_name = "COUNT", default_value = "64", value_parser = parse_header_count)]
    pub max_headers: usize,

    /// Most bytes of all header fields of a request; more are answered with 431
    #[arg(long, env = "MAX_HEADER_SIZE", value_name = "SIZE", default_value = "16KiB", value_parser = parse_head_size)]
    pub max_header_size: usize,

    /// Longest time that a request may take to arrive; a slower one is answered
    /// with 408
    #[arg(long, env = "REQUEST_TIMEOUT", value_name = "TIME", default_value = "5s", value_parser = parse_duration)]
    pub request_timeout: Duration,

    /// Longest time that a visitor may let sent bytes lie; then the connection
    /// is closed
    #[arg(long, env = "SEND_TIMEOUT", value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub send_timeout: Duration,

    /// Longest time that a connection stays open between two requests
    #[arg(long, env = "KEEP_ALIVE", value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub keep_alive: Duration,
}

impl Limits {
    /// The answer to a request that is too big: 414 or 431.
    #[must_use]
    pub fn refusal(&self, request: &ServiceRequest) -> Option<HttpResponse> {
        let uri = request.uri();
        let length = uri.path_and_query().map_or(0, |address| address.as_str().len());
        let headers = request.headers();
        // RFC 6585, section 5. Per field: its name, its value, `: ` and the end
        // of its line.
        let size: usize =
            headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
        let status = if length > self.max_url_length {
            StatusCode::URI_TOO_LONG
        } else if headers.len() > self.max_headers || size > self.max_header_size {
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE
        } else {
            return None;
        };
        Some(HttpResponse::build(status).force_close().finish())
    }

    /// Prepares a connection: small chunks leave at once, and bytes that nobody
    /// takes end it.
    pub fn prepare(&self, connection: &dyn Any) {
        let Some(stream) = connection.downcast_ref::<actix_web::rt::net::TcpStream>() else {
            return;
        };
        let socket = socket2::SockRef::from(stream);
        // A connection that does not take them has broken already.
        let _ = socket.set_tcp_nodelay(true);
        let _ = socket.set_tcp_user_timeout(Some(self.send_timeout));
    }
}
