//! A trace collector, which receives OTLP over HTTP and stores the spans.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

/// A running trace collector.
pub struct Collector {
    address: SocketAddr,
    spans: Arc<Mutex<Vec<(String, Span)>>>,
}

impl Collector {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let spans = Arc::<Mutex<Vec<_>>>::default();
        let stored = Arc::clone(&spans);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let stored = Arc::clone(&stored);
                thread::spawn(move || receive(&connection, &stored));
            }
        });
        Self { address, spans }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns every span so far, each with the name of the service that sent it.
    pub fn spans(&self) -> Vec<(String, Span)> {
        self.spans.lock().unwrap().clone()
    }
}

/// Receives the requests of a connection.
fn receive(connection: &TcpStream, spans: &Mutex<Vec<(String, Span)>>) {
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
        let export = ExportTraceServiceRequest::decode(&*body).unwrap();
        for resource in export.resource_spans {
            let attributes = resource.resource.unwrap_or_default().attributes;
            let name = attributes.into_iter().find(|attribute| attribute.key == "service.name");
            let name = format!("{:?}", name.unwrap().value.unwrap());
            for scope in resource.scope_spans {
                let named = scope.spans.into_iter().map(|span| (name.clone(), span));
                spans.lock().unwrap().extend(named);
            }
        }
        let response =
            "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
        (&*connection).write_all(response.as_bytes()).unwrap();
    }
}
