//! A content service with configurable misbehaviour. It uses bare sockets, so that it can
//! violate the protocol.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::site::SITE;

/// The token that the service accepts.
pub const TOKEN: &str = "token-0123456789-of-the-content-service";

/// How the service responds.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Closes each connection without a response.
    Down,
    /// Receives the request and never responds.
    Hang,
    /// Sends this status with an error in JSON.
    Status(u16),
    /// Sends 200 with this body.
    Body(String),
    /// Sends 200 and half of this body.
    Truncated(String),
    /// Sends 200 with a body of this size in bytes.
    Flood(usize),
    /// Redirects to another URL.
    Redirect(String),
    /// Responds as Strapi 4 does: with the base URL, and the blog's URL.
    Links(String, String),
}

/// A running content service.
pub struct ContentService {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    behaviour: Behaviour,
    /// The heads of all requests so far.
    requests: Vec<String>,
    /// Connections kept open without a response.
    hanging: Vec<TcpStream>,
}

impl ContentService {
    pub fn start(behaviour: Behaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = State { behaviour, requests: Vec::new(), hanging: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || respond(connection, &shared));
            }
        });
        Self { address, state }
    }

    pub fn with_links(base: &str, blog: &str) -> Self {
        Self::start(Behaviour::Links(base.into(), blog.into()))
    }

    /// Changes the behaviour from now on.
    pub fn behave(&self, behaviour: Behaviour) {
        let mut state = self.state.lock().unwrap();
        state.behaviour = behaviour;
        state.hanging.clear();
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the heads of all requests so far.
    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    /// Returns the settings of a server that uses this service.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CONTENT_API_URL", self.url()),
            ("CONTENT_API_TOKEN", TOKEN.into()),
            ("CONTENT_API_TIMEOUT", "300ms".into()),
            ("CONTENT_API_REFRESH", "100ms".into()),
        ]
    }
}

fn respond(mut connection: TcpStream, shared: &Mutex<State>) {
    let head = read_head(&connection);
    let behaviour = {
        let mut state = shared.lock().unwrap();
        state.requests.push(head.clone());
        state.behaviour.clone()
    };
    let response = match behaviour {
        Behaviour::Down => return,
        Behaviour::Hang => return shared.lock().unwrap().hanging.push(connection),
        Behaviour::Status(status) => response(status, r#"{"data":null,"error":{}}"#),
        Behaviour::Body(body) => response(200, &body),
        Behaviour::Truncated(body) => {
            let whole = response(200, &body);
            whole[..whole.len() - body.len() / 2].to_owned()
        }
        Behaviour::Flood(bytes) => response(200, &"x".repeat(bytes)),
        Behaviour::Redirect(to) => {
            format!(
                "HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            )
        }
        Behaviour::Links(base, blog) => {
            let (field, link) = if head.contains(&format!("={} ", SITE.base_field)) {
                (&SITE.base_field, base)
            } else {
                (&SITE.blog_field, blog)
            };
            let authorised = head.contains(&format!("authorization: Bearer {TOKEN}\r\n"));
            let body = serde_json::json!({"data": {"id": 1, "attributes": {field: link}}});
            response(if authorised { 200 } else { 401 }, &body.to_string())
        }
    };
    // The client may have closed the connection.
    let _ = connection.write_all(response.as_bytes());
}

fn response(status: u16, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} Configured\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}

fn read_head(connection: &TcpStream) -> String {
    let mut head = String::new();
    let mut reader = BufReader::new(connection);
    while reader.read_line(&mut head).unwrap_or(0) > 2 {}
    head
}
