//! What a collector of traces gets.

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

/// Waits for a span that `wanted` picks, and gives the name of its service with
/// it.
fn span(collector: &Collector, wanted: impl Fn(&Span) -> bool) -> (String, Span) {
    wait_for(|| collector.spans().into_iter().find(|(_, span)| wanted(span)))
        .unwrap_or_else(|| panic!("no such span in {:#?}", collector.spans()))
}

#[tokio::test]
async fn a_request_and_its_render_are_part_of_the_callers_trace() {
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
    // What is left is sent before the end.
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));

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
async fn the_content_service_hears_of_the_trace_that_asks_it() {
    let collector = Collector::start();
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let url = collector.url();
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", &*url), ("DRAIN_DELAY", "0s")];
    let mut server = Server::using(&service, &settings);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let (_, refresh) = span(&collector, |span| span.name == "refresh operator links");
    let (_, question) = span(&collector, |span| {
        span.parent_span_id == refresh.span_id && span.kind == SpanKind::Client as i32
    });
    let parent = format!("00-{}-{}-01", hex(&question.trace_id), hex(&question.span_id));
    let heard = service.requests();
    assert!(heard.iter().any(|head| head.contains(&parent)), "{parent} in {heard:?}");
}

#[tokio::test]
async fn a_collector_that_is_not_there_costs_visitors_nothing() {
    // Nobody listens there.
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"), ("DRAIN_DELAY", "0s")];
    let mut server = Server::start(&settings);
    for _ in 0..20 {
        server.page("/").await;
    }
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
}
