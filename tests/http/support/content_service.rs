//! A real HTTP content service that can be told to misbehave. It speaks over
//! bare sockets, so that it can break every rule.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The token that the service accepts.
pub const TOKEN: &str = "token-0123456789-of-the-content-service";

/// How the service answers.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Closes each connection unanswered.
    Down,
    /// Takes the request and never answers.
    Hang,
    /// Sends this status with an error in JSON.
    Status(u16),
    /// Sends 200 with this body.
    Body(String),
    /// Promises this body and breaks off in its middle.
    Truncated(String),
    /// Sends so many bytes.
    Flood(usize),
    /// Sends the client to another address.
    Redirect(String),
    /// Answers each field as Strapi 4 does: the base address, then the blog's.
    Links(String, String),
}

/// A running content service.
pub struct ContentService {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    behaviour: Behaviour,
    /// Head of each request so far.
    requests: Vec<String>,
    /// Connections kept open for ever.
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
                thread::spawn(move || answer(connection, &shared));
            }
        });
        Self { address, state }
    }

    pub fn with_links(base: &str, blog: &str) -> Self {
        Self::start(Behaviour::Links(base.into(), blog.into()))
    }

    /// Changes how it answers from now on.
    pub fn behave(&self, behaviour: Behaviour) {
        let mut state = self.state.lock().unwrap();
        state.behaviour = behaviour;
        state.hanging.clear();
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Head of each request so far.
    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    /// The settings that make a server use this service.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CONTENT_API_URL", self.url()),
            ("CONTENT_API_TOKEN", TOKEN.into()),
            ("CONTENT_API_TIMEOUT", "300ms".into()),
            ("CONTENT_API_REFRESH", "100ms".into()),
        ]
    }
}

fn answer(mut connection: TcpStream, shared: &Mutex<State>) {
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
            let (field, link) = if head.contains("winbox77_my") {
                ("winbox77_my", base)
            } else {
                ("winboxv2_com", blog)
            };
            let authorised = head.contains(&format!("authorization: Bearer {TOKEN}\r\n"));
            let body = serde_json::json!({"data": {"id": 1, "attributes": {field: link}}});
            response(if authorised { 200 } else { 401 }, &body.to_string())
        }
    };
    // A client that has had enough hangs up.
    let _ = connection.write_all(response.as_bytes());
}

fn response(status: u16, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} As Told\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}

fn read_head(connection: &TcpStream) -> String {
    let mut head = String::new();
    let mut reader = BufReader::new(connection);
    while reader.read_line(&mut head).unwrap_or(0) > 2 {}
    head
}
