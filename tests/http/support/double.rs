//! A server over bare sockets, so that it can violate the protocol.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Starts a server that passes the head and the content of each request to `respond`, on a thread for each
/// connection, and sends what it returns; it keeps the connection while that says nothing of closing it,
/// and closes it after `None`. Returns its URL.
pub fn serve<R>(respond: R) -> String
where
    R: Fn(&str, &[u8], &TcpStream) -> Option<String> + Clone + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let respond = respond.clone();
            thread::spawn(move || {
                let mut reader = BufReader::new(&connection);
                while let Some((head, content)) = request(&mut reader) {
                    let Some(response) = respond(&head, &content, &connection) else { break };
                    let is_sent = (&connection).write_all(response.as_bytes()).is_ok();
                    if !is_sent || response.contains("connection: close\r\n") {
                        break;
                    }
                }
            });
        }
    });
    url
}

/// Reads a request, unless the client has closed the connection.
fn request(reader: &mut impl BufRead) -> Option<(String, Vec<u8>)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return None;
        }
    }
    let length = head
        .to_lowercase()
        .split_once("\r\ncontent-length: ")
        .map_or(0, |(_, rest)| rest.split("\r\n").next().unwrap().parse().unwrap());
    let mut content = vec![0; length];
    reader.read_exact(&mut content).ok()?;
    Some((head, content))
}
