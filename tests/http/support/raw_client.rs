//! A client over a bare socket, which can do what HTTP libraries never would.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// Longer than any limit of the tests, on the busiest machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A connection to a server.
pub struct RawClient {
    stream: TcpStream,
    /// What was received and not read yet.
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
    /// The value of a field, if the response has it.
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

    /// With a receive buffer of so many bytes.
    pub fn connect_with_buffer(address: &str, bytes: usize) -> Self {
        // Before it connects: the window that it announces cannot shrink.
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(bytes).unwrap();
        socket.connect(&address.parse::<SocketAddr>().unwrap().into()).unwrap();
        Self::new(socket.into())
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> &mut Self {
        self.stream.write_all(bytes.as_ref()).unwrap();
        self
    }

    /// Sends as much as the connection takes now; whether that is all.
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

    /// Whether the server still takes what is sent.
    pub fn is_open(&mut self) -> bool {
        self.stream.write_all(b"x").is_ok()
    }

    /// The client's own address.
    pub fn address(&self) -> SocketAddr {
        self.stream.local_addr().unwrap()
    }

    /// Closes the client's side alone.
    pub fn finish(&mut self) -> &mut Self {
        self.stream.shutdown(Shutdown::Write).unwrap();
        self
    }

    /// Reads what is there, so many bytes at most; 0 at the end.
    pub fn read_some(&mut self, most: usize) -> std::io::Result<usize> {
        let mut bytes = vec![0; most];
        self.stream.read(&mut bytes)
    }

    /// The next response; content framed by its length alone.
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
            assert!(self.receive().unwrap() > 0, "the content is cut short");
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

    /// Waits for the server to end the connection: what it sent before that, how it
    /// ended it, and after how long.
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
