//! Traces, as a collector receives them.

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;

use crate::support::collector::Collector;
use crate::support::content_service::ContentService;
use crate::support::server::{Server, wait_for};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Waits for a span that matches `predicate`. Returns it with the name of its service.
fn span(collector: &Collector, predicate: impl Fn(&Span) -> bool) -> (String, Span) {
    wait_for(|| collector.spans().into_iter().find(|(_, span)| predicate(span)))
        .unwrap_or_else(|| panic!("no such span in {:#?}", collector.spans()))
}

#[tokio::test]
async fn request_and_render_spans_belong_to_callers_trace() {
    let collector = Collector::start();
    let url = collector.url();
    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &*url),
        ("OTEL_SERVICE_NAME", "marquee-test"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
        ("PAGE_CACHE", "off"),
        ("DRAIN_DELAY", "0s"),
    ];
    let mut server = Server::start(&settings);
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let request = server.request("GET", "/?lang=zh&q=s3cret").header("traceparent", parent);
    request.send().await.unwrap().bytes().await.unwrap();
    // Remaining spans are sent before the exit.
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));

    let (service, request) =
        span(&collector, |span| span.name == "GET /" && hex(&span.trace_id) == TRACE);
    assert!(service.contains("marquee-test"), "{service}");
    assert_eq!(hex(&request.parent_span_id), PARENT);
    assert_eq!(request.kind, SpanKind::Server as i32);
    let text = format!("{request:?}");
    for attribute in ["http.request.method", "http.route", "http.response.status_code"] {
        assert!(text.contains(attribute), "{attribute}: {text}");
    }
    let (_, render) =
        span(&collector, |span| span.name == "render" && span.parent_span_id == request.span_id);
    assert!(format!("{render:?}").contains("queue_wait_ms"), "{render:?}");
    assert!(!format!("{:?}", collector.spans()).contains("s3cret"));
}

#[tokio::test]
async fn content_service_request_carries_traceparent() {
    let collector = Collector::start();
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let url = collector.url();
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", &*url), ("DRAIN_DELAY", "0s")];
    let mut server = Server::using(&service, &settings);
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));
    let (_, refresh) = span(&collector, |span| span.name == "refresh operator links");
    let (_, client_span) = span(&collector, |span| {
        span.parent_span_id == refresh.span_id && span.kind == SpanKind::Client as i32
    });
    let parent = format!("00-{}-{}-01", hex(&client_span.trace_id), hex(&client_span.span_id));
    let requests = service.requests();
    assert!(requests.iter().any(|head| head.contains(&parent)), "{parent} in {requests:?}");
}

#[tokio::test]
async fn unreachable_collector_does_not_affect_requests() {
    // No process listens there.
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"), ("DRAIN_DELAY", "0s")];
    let mut server = Server::start(&settings);
    for _ in 0..20 {
        server.page("/").await;
    }
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));
}
