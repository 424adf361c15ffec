//! A client over a bare socket, which can violate HTTP.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

use super::server::wait_for;

/// Longer than any limit of the tests on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How late a busy machine does what is due.
pub const SLACK: Duration = Duration::from_secs(3);

/// A connection to a server.
pub struct RawClient {
    stream: TcpStream,
    /// Received bytes that were not parsed yet.
    received: Vec<u8>,
    /// When the client connected, or after a response, sent the first byte of its next request:
    /// never later than what the server measures.
    since: Instant,
    has_response: bool,
}

/// A response, its content not decoded.
#[derive(Debug)]
pub struct RawResponse {
    pub status: u16,
    /// Status line and fields, in lower case.
    pub head: String,
    pub content: Vec<u8>,
}

impl RawResponse {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

impl RawClient {
    pub fn connect(address: &str) -> Self {
        let since = Instant::now();
        Self::new(TcpStream::connect(address).unwrap(), since)
    }

    fn new(stream: TcpStream, since: Instant) -> Self {
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, received: Vec::new(), since, has_response: false }
    }

    /// Connects with a receive buffer of this size.
    pub fn connect_with_buffer(address: &str, bytes: usize) -> Self {
        // Before it connects, since an announced window cannot shrink.
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(bytes).unwrap();
        let since = Instant::now();
        socket.connect(&address.parse::<SocketAddr>().unwrap().into()).unwrap();
        Self::new(socket.into(), since)
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        if !bytes.as_ref().is_empty() {
            self.begin_request();
        }
        self.stream.write_all(bytes.as_ref()).unwrap();
        self
    }

    fn begin_request(&mut self) {
        if self.has_response {
            self.since = Instant::now();
            self.has_response = false;
        }
    }

    /// Sends as much as possible without blocking. Returns whether that is all.
    pub fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.begin_request();
        self.stream.set_nonblocking(true).unwrap();
        let mut rest = bytes;
        while let Ok(count) = self.stream.write(rest)
            && !rest.is_empty()
        {
            rest = &rest[count..];
        }
        self.stream.set_nonblocking(false).unwrap();
        rest.is_empty()
    }

    /// Sends a byte at each interval until the server responds, or ends the connection.
    pub fn trickle(&mut self, interval: Duration) -> &mut Self {
        self.begin_request();
        self.stream.set_read_timeout(Some(interval)).unwrap();
        while self.stream.write_all(b"x").is_ok()
            && self.receive().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
        {
            assert!(self.since.elapsed() < TIMEOUT, "the server waits for more");
        }
        self.stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        self
    }

    /// Returns its socket alone, without memory for responses.
    pub fn into_socket(self) -> TcpStream {
        self.stream
    }

    pub fn address(&self) -> SocketAddr {
        self.stream.local_addr().unwrap()
    }

    /// Shuts down the client's side (half-close).
    pub fn half_close(&mut self) -> &mut Self {
        self.stream.shutdown(Shutdown::Write).unwrap();
        self
    }

    /// Reads up to `limit` bytes of a response that has more of them.
    pub fn read_some(&mut self, limit: usize) -> usize {
        let count = self.stream.read(&mut vec![0; limit]).expect("the server goes on sending");
        assert!(count > 0, "the server has closed the connection");
        count
    }

    /// Reads the next response, whose content must be framed by its length.
    pub fn response(&mut self) -> RawResponse {
        self.response_to("GET")
    }

    pub fn response_to(&mut self, method: &str) -> RawResponse {
        let end = loop {
            if let Some(end) = self.received.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
            let count = self.receive().unwrap();
            assert!(count > 0, "no response but {:?}", String::from_utf8_lossy(&self.received));
        };
        let head: Vec<u8> = self.received.drain(..end).collect();
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut response = RawResponse { status, head, content: Vec::new() };
        let length = match response.header("content-length") {
            Some(length) if method != "HEAD" && status != 304 => length.parse().unwrap(),
            _ => 0,
        };
        while self.received.len() < length {
            assert!(self.receive().unwrap() > 0, "the content is incomplete");
        }
        response.content = self.received.drain(..length).collect();
        self.has_response = true;
        response
    }

    fn receive(&mut self) -> std::io::Result<usize> {
        let mut bytes = [0; 16 * 1024];
        let count = self.stream.read(&mut bytes)?;
        self.received.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    /// Reads until the server closes the connection, which must be within [`SLACK`]. Returns
    /// what it sent before that.
    pub fn closed(self) -> String {
        self.closed_after(Duration::ZERO)
    }

    /// Reads until the server closes the connection, which must be `limit` after the client
    /// connected, or began its last request. Returns what the server sent before that.
    pub fn closed_after(mut self, limit: Duration) -> String {
        while self.receive().expect("the server closes the connection") > 0 {}
        self.assert_ended_within(&(limit..=limit + SLACK));
        String::from_utf8_lossy(&self.received).into_owned()
    }

    /// Waits for the server to reset the connection, within this time after the client connected,
    /// or began its last request. Meanwhile reads `bytes` of a response every few milliseconds.
    pub fn reset_within(mut self, time: RangeInclusive<Duration>, bytes: usize) {
        let error = wait_for(|| {
            let error = self.stream.take_error().unwrap();
            if error.is_none() && bytes > 0 {
                self.read_some(bytes);
            }
            error
        });
        let error = error.expect("the server resets the connection");
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
        self.assert_ended_within(&time);
    }

    fn assert_ended_within(&self, time: &RangeInclusive<Duration>) {
        let elapsed = self.since.elapsed();
        assert!(time.contains(&elapsed), "the connection ended after {elapsed:?}, not {time:?}");
    }
}
