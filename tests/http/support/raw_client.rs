//! A client over a bare socket, which can violate HTTP.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// Longer than any limit of the tests on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to a server.
pub struct RawClient {
    stream: TcpStream,
    /// Received bytes that were not parsed yet.
    received: Vec<u8>,
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
    /// Returns the value of a field, if the response has it.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// How the server ended a connection.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Closed,
    Reset,
}

impl RawClient {
    pub fn connect(address: &str) -> Self {
        Self::new(TcpStream::connect(address).unwrap())
    }

    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_write_timeout(Some(TIMEOUT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, received: Vec::new() }
    }

    /// Connects with a receive buffer of this size.
    pub fn connect_with_buffer(address: &str, bytes: usize) -> Self {
        // Before it connects, since an announced window cannot shrink.
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(bytes).unwrap();
        socket.connect(&address.parse::<SocketAddr>().unwrap().into()).unwrap();
        Self::new(socket.into())
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        self.stream.write_all(bytes.as_ref()).unwrap();
        self
    }

    /// Sends as much as possible without blocking. Returns whether that is all.
    pub fn try_send(&mut self, bytes: &[u8]) -> bool {
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

    /// Whether the connection is still open for writing.
    pub fn is_open(&mut self) -> bool {
        self.stream.write_all(b"x").is_ok()
    }

    /// Sends a byte at each interval until the server has closed the connection.
    pub fn expect_closed(&mut self, interval: Duration) {
        let begun = Instant::now();
        while self.is_open() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the connection stays open");
            thread::sleep(interval);
        }
    }

    /// Returns the client's own address.
    pub fn address(&self) -> SocketAddr {
        self.stream.local_addr().unwrap()
    }

    /// Shuts down the client's side (half-close).
    pub fn half_close(&mut self) -> &mut Self {
        self.stream.shutdown(Shutdown::Write).unwrap();
        self
    }

    /// Reads up to `limit` bytes. Returns their number; 0 at the end.
    pub fn read_some(&mut self, limit: usize) -> std::io::Result<usize> {
        let mut bytes = vec![0; limit];
        self.stream.read(&mut bytes)
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
        response
    }

    fn receive(&mut self) -> std::io::Result<usize> {
        let mut bytes = [0; 16 * 1024];
        let count = self.stream.read(&mut bytes)?;
        self.received.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    /// Waits for the server to close the connection. Returns what it sent before that, how it
    /// closed the connection, and after how long.
    pub fn end(mut self) -> (String, End, Duration) {
        let begun = Instant::now();
        let end = loop {
            match self.receive() {
                Ok(0) => break End::Closed,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break End::Reset,
                Err(error) => panic!("the connection stays open: {error}"),
            }
        };
        (String::from_utf8_lossy(&self.received).into_owned(), end, begun.elapsed())
    }
}
