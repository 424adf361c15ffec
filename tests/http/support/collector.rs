//! A trace collector, which receives OTLP over HTTP and stores the spans.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;

use super::double::serve;

/// A span, and the attributes of the process that sent it.
#[derive(Debug, Clone)]
pub struct Received {
    pub span: Span,
    pub resource: Vec<KeyValue>,
}

/// A running trace collector.
pub struct Collector {
    pub url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    spans: Vec<Received>,
    /// The heads of all requests so far, in lower case.
    heads: Vec<String>,
}

impl Collector {
    pub fn start() -> Self {
        let state = Arc::<Mutex<State>>::default();
        let shared = Arc::clone(&state);
        let url = serve(move |head, content, _| {
            let head = head.to_lowercase();
            assert!(head.starts_with("post /v1/traces "), "{head}");
            assert!(head.contains("\r\ncontent-type: application/x-protobuf\r\n"), "{head}");
            let mut state = shared.lock().unwrap();
            state.heads.push(head);
            for traces in ExportTraceServiceRequest::decode(content).unwrap().resource_spans {
                let resource = traces.resource.unwrap_or_default().attributes;
                let spans = traces.scope_spans.into_iter().flat_map(|scope| scope.spans);
                let received = spans.map(|span| Received { span, resource: resource.clone() });
                state.spans.extend(received);
            }
            let kind = "content-type: application/x-protobuf";
            Some(format!("HTTP/1.1 200 OK\r\n{kind}\r\ncontent-length: 0\r\n\r\n"))
        });
        Self { url, state }
    }

    pub fn spans(&self) -> Vec<Received> {
        self.state.lock().unwrap().spans.clone()
    }

    /// Returns the heads of all requests so far, in lower case.
    pub fn heads(&self) -> Vec<String> {
        self.state.lock().unwrap().heads.clone()
    }
}

pub fn attribute<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a Value> {
    let found = attributes.iter().find(|attribute| attribute.key == key)?;
    match &found.value {
        Some(AnyValue { value }) => value.as_ref(),
        None => None,
    }
}
