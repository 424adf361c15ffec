//! A trace collector, which receives OTLP over HTTP and stores the spans.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

/// A span, and the attributes of the process that sent it.
#[derive(Debug, Clone)]
pub struct Received {
    pub span: Span,
    pub resource: Vec<KeyValue>,
}

/// A running trace collector.
pub struct Collector {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

struct State {
    /// Whether it receives requests, and never responds.
    hangs: bool,
    spans: Vec<Received>,
    /// The heads of all requests so far, in lower case.
    heads: Vec<String>,
}

impl Collector {
    pub fn start() -> Self {
        Self::starting(false)
    }

    /// Starts a collector that receives requests, and never responds.
    pub fn hanging() -> Self {
        Self::starting(true)
    }

    fn starting(hangs: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = State { hangs, spans: Vec::new(), heads: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || receive(&connection, &shared));
            }
        });
        Self { address, state }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns every span that was accepted so far.
    pub fn spans(&self) -> Vec<Received> {
        self.state.lock().unwrap().spans.clone()
    }

    /// Returns the heads of all requests so far, in lower case.
    pub fn heads(&self) -> Vec<String> {
        self.state.lock().unwrap().heads.clone()
    }
}

/// Returns the value of an attribute, if it is there.
pub fn attribute<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a Value> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match &found.value {
        Some(AnyValue { value }) => value.as_ref(),
        None => None,
    }
}

/// Receives the requests of a connection.
fn receive(connection: &TcpStream, shared: &Mutex<State>) {
    let mut reader = BufReader::new(connection);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.to_lowercase();
        assert!(head.starts_with("post /v1/traces "), "{head}");
        assert!(head.contains("\r\ncontent-type: application/x-protobuf\r\n"), "{head}");
        let length = head.split("content-length: ").nth(1).unwrap();
        let length = length.split("\r\n").next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let mut state = shared.lock().unwrap();
        state.heads.push(head);
        if state.hangs {
            continue;
        }
        let export = ExportTraceServiceRequest::decode(&*body).unwrap();
        for traces in export.resource_spans {
            let resource = traces.resource.unwrap_or_default().attributes;
            let spans = traces.scope_spans.into_iter().flat_map(|scope| scope.spans);
            let received = spans.map(|span| Received { span, resource: resource.clone() });
            state.spans.extend(received);
        }
        drop(state);
        let response = b"HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\n\
            content-length: 0\r\n\r\n";
        (&*connection).write_all(response).unwrap();
    }
}
