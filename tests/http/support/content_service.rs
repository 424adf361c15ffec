//! A content service with configurable misbehaviour.

use std::collections::HashSet;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};

use flate2::Compression;
use flate2::read::GzEncoder;

use super::double::serve;
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
    /// Asks to wait for a second.
    Busy,
    /// Sends 200 with this body.
    Body(String),
    /// Sends 200 and half of this body.
    Truncated(String),
    /// Sends 200 with this body as gzip, whatever the request accepts.
    Gzip(String),
    /// Redirects to another URL.
    Redirect(String),
    /// Responds as Strapi 4 does: with the base URL, and the blog's URL.
    Links(String, String),
}

/// A running content service.
pub struct ContentService {
    url: String,
    state: Arc<Mutex<State>>,
}

struct State {
    behaviour: Behaviour,
    /// The heads of all requests so far.
    requests: Vec<String>,
    /// The addresses of its clients, one for each connection.
    clients: HashSet<SocketAddr>,
    /// Connections kept open without a response.
    hanging: Vec<TcpStream>,
}

impl ContentService {
    pub fn start(behaviour: Behaviour) -> Self {
        let state =
            State { behaviour, requests: Vec::new(), clients: HashSet::new(), hanging: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        let url = serve(move |head, _, mut connection| {
            let mut state = shared.lock().unwrap();
            state.requests.push(head.to_owned());
            state.clients.extend(connection.peer_addr());
            if matches!(state.behaviour, Behaviour::Hang) {
                state.hanging.push(connection.try_clone().unwrap());
            }
            if let Behaviour::Gzip(body) = &state.behaviour {
                assert!(head.contains("\r\naccept-encoding: identity\r\n"), "{head}");
                let mut body = GzEncoder::new(body.as_bytes(), Compression::fast());
                let head = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n";
                // The client may have gone.
                let _ = connection.write_all(head);
                let _ = std::io::copy(&mut body, &mut connection);
            }
            respond(head, &state.behaviour)
        });
        Self { url, state }
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
        self.url.clone()
    }

    /// Returns the heads of all requests so far.
    pub fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    pub fn connections(&self) -> usize {
        self.state.lock().unwrap().clients.len()
    }

    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("CONTENT_API_URL", self.url()),
            ("CONTENT_API_TOKEN", TOKEN.into()),
            ("CONTENT_API_TIMEOUT", "300ms".into()),
            ("CONTENT_API_REFRESH", "100ms".into()),
        ]
    }
}

fn respond(head: &str, behaviour: &Behaviour) -> Option<String> {
    let response = |status: u16, field: &str, body: &str| {
        let length = body.len();
        format!(
            "HTTP/1.1 {status} Configured\r\ncontent-type: application/json\r\n{field}\
             content-length: {length}\r\n\r\n{body}"
        )
    };
    Some(match behaviour {
        Behaviour::Down | Behaviour::Hang | Behaviour::Gzip(_) => return None,
        Behaviour::Status(status) => response(*status, "", r#"{"data":null,"error":{}}"#),
        Behaviour::Busy => response(503, "retry-after: 1\r\n", "{}"),
        Behaviour::Body(body) => response(200, "", body),
        Behaviour::Truncated(body) => {
            let whole = response(200, "connection: close\r\n", body);
            whole[..whole.len() - body.len() / 2].to_owned()
        }
        Behaviour::Redirect(to) => response(302, &format!("location: {to}\r\n"), ""),
        Behaviour::Links(base, blog) => {
            let is_base = head.contains(&format!("={} ", SITE.base_field));
            let (field, link) =
                if is_base { (&SITE.base_field, base) } else { (&SITE.blog_field, blog) };
            let authorised = head.contains(&format!("authorization: Bearer {TOKEN}\r\n"));
            let body = serde_json::json!({"data": {"id": 1, "attributes": {field: link}}});
            response(if authorised { 200 } else { 401 }, "", &body.to_string())
        }
    })
}
