//! Traces, as a collector receives them.

use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::any_value::Value::{IntValue, StringValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;

use crate::support::collector::{Collector, Received, attribute};
use crate::support::content_service::{self, ContentService};
use crate::support::metrics::ACTIVE;
use crate::support::raw_client::RawClient;
use crate::support::server::{Server, until, wait_for};
use crate::support::site::{SITE, SiteNames};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

/// Trusts the client of the tests.
const TRUSTED: (&str, &str) = ("TRUSTED_PROXIES", "127.0.0.1");

const NO_DELAY: (&str, &str) = ("DRAIN_DELAY", "0s");

/// Starts a server that sends its traces to this collector.
fn traced(collector: &Collector, settings: &[(&str, &str)]) -> Server {
    Server::start(
        &[&[("OTEL_EXPORTER_OTLP_ENDPOINT", &*collector.url), NO_DELAY], settings].concat(),
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Waits for a span that matches `predicate`.
fn span(collector: &Collector, predicate: impl Fn(&Span) -> bool) -> Received {
    wait_for(|| collector.spans().into_iter().find(|received| predicate(&received.span)))
        .unwrap_or_else(|| panic!("no such span in {:#?}", collector.spans()))
}

/// Stops a server, which sends the remaining spans before it exits.
fn stop(server: &mut Server) {
    server.signal("TERM");
    assert_eq!(server.wait(), Some(0));
}

fn text(value: &str) -> Value {
    StringValue(value.to_owned())
}

/// Asserts that a span has these attributes and no others.
fn assert_attributes(span: &Span, expected: &[(&str, Value)]) {
    let mut keys: Vec<_> = span.attributes.iter().map(|attribute| &*attribute.key).collect();
    keys.sort_unstable();
    let mut expected_keys: Vec<_> = expected.iter().map(|(key, _)| *key).collect();
    expected_keys.sort_unstable();
    assert_eq!(keys, expected_keys, "{span:#?}");
    for (key, value) in expected {
        assert_eq!(attribute(&span.attributes, key), Some(value), "{key}");
    }
}

fn is_error(span: &Span) -> bool {
    span.status.as_ref().is_some_and(|status| status.code == StatusCode::Error as i32)
}

#[tokio::test]
async fn request_and_render_spans_belong_to_callers_trace() {
    let collector = Collector::start();
    let mut server = traced(&collector, &[TRUSTED, ("PAGE_CACHE", "off")]);
    let parent = format!("00-{TRACE}-{PARENT}-01");
    let request = server.request("GET", "/?lang=en&q=s3cret").header("traceparent", parent);
    request.send().await.unwrap().bytes().await.unwrap();
    stop(&mut server);

    let request =
        span(&collector, |span| span.name == "GET /" && hex(&span.trace_id) == TRACE).span;
    assert_eq!(hex(&request.parent_span_id), PARENT);
    let render =
        span(&collector, |span| span.name == "render" && span.parent_span_id == request.span_id);
    assert!(format!("{render:?}").contains("marquee.queue_wait_ms"), "{render:?}");
    assert!(!format!("{:?}", collector.spans()).contains("s3cret"));
}

#[tokio::test]
async fn request_spans_have_the_attributes_of_the_semantic_conventions_for_http() {
    let collector = Collector::start();
    let mut server = traced(&collector, &[("PUBLIC_URL", "https://marquee.example:8443")]);
    server.page("/?lang=en").await;
    server.get("/s3cret").await.bytes().await.unwrap();
    server.request("S3CRET", "/").send().await.unwrap().bytes().await.unwrap();
    let mut old = RawClient::connect(server.address());
    old.send("GET /robots.txt HTTP/1.0\r\nhost: s3cret\r\nuser-agent: s3cret\r\n\r\n").response();
    let mut malformed = RawClient::connect(server.address());
    malformed.send("GET /s3cret s3cret\r\n\r\n").response();
    stop(&mut server);

    let of_all = |method: &str, status, path: &str| {
        vec![
            ("http.request.method", text(method)),
            ("http.response.status_code", IntValue(status)),
            ("network.protocol.version", text("1.1")),
            ("server.address", text("marquee.example")),
            ("server.port", IntValue(8443)),
            ("url.path", text(path)),
            ("url.scheme", text("https")),
        ]
    };
    let routed = |method, status, route| {
        [of_all(method, status, route), vec![("http.route", text(route))]].concat()
    };
    for (name, expected) in
        [("GET /", routed("GET", 200, "/")), ("GET /404", routed("GET", 404, "/404"))]
    {
        let found = span(&collector, |span| span.name == name).span;
        assert_eq!(found.kind, SpanKind::Server as i32);
        assert!(!is_error(&found), "{found:#?}");
        assert_attributes(&found, &expected);
    }
    let unknown = span(&collector, |span| span.name == "HTTP /").span;
    let error = ("error.type", text("501"));
    assert_attributes(&unknown, &[routed("_OTHER", 501, "/"), vec![error]].concat());
    let old = span(&collector, |span| span.name == "GET /robots.txt").span;
    assert_eq!(attribute(&old.attributes, "network.protocol.version"), Some(&text("1.0")));
    // A request that was rejected has no route.
    let malformed =
        span(&collector, |span| span.kind == SpanKind::Server as i32 && !span.name.contains(' '))
            .span;
    assert_eq!(attribute(&malformed.attributes, "http.route"), None);
    assert_eq!(attribute(&malformed.attributes, "url.path"), Some(&text("REDACTED")));
    assert!(!format!("{:?}", collector.spans()).to_lowercase().contains("s3cret"));
}

#[tokio::test]
async fn spans_of_server_errors_and_disconnected_clients_have_error_status() {
    let collector = Collector::start();
    let settings =
        [("OTEL_EXPORTER_OTLP_ENDPOINT", &*collector.url), ("RENDER_TIMEOUT", "2s"), NO_DELAY];
    let mut server = Server::with_bundle("misbehaving.js", &["/loops"], &settings);
    let mut client = RawClient::connect(server.address());
    client.send("GET /loops HTTP/1.1\r\nhost: x\r\n\r\n");
    server.wait_for_metrics(&format!("\n{ACTIVE}1\n")).await;
    drop(client);
    server.wait_for_metrics(&format!("\n{ACTIVE}0\n")).await;
    assert_eq!(server.get("/loops").await.status(), 503);
    stop(&mut server);
    let of = |name: &str, error: &str| {
        let error = text(error);
        span(&collector, |span| {
            span.name == name && attribute(&span.attributes, "error.type") == Some(&error)
        })
        .span
    };
    let disconnected = of("GET /loops", "incomplete");
    assert!(is_error(&disconnected), "{disconnected:#?}");
    assert_eq!(attribute(&disconnected.attributes, "http.response.status_code"), None);
    let request = of("GET /loops", "503");
    assert!(is_error(&request), "{request:#?}");
    let render =
        span(&collector, |span| span.name == "render" && span.parent_span_id == request.span_id);
    assert!(is_error(&render.span), "{render:#?}");
    let error = attribute(&render.span.attributes, "error.type");
    assert!([Some(&text("timeout")), Some(&text("abandoned"))].contains(&error), "{render:#?}");
}

#[tokio::test]
async fn failed_render_has_its_exception_in_the_trace_and_its_trace_in_the_log() {
    for (bundle, path) in [("misbehaving.js", "/throws"), ("early-flush.js", "/throws-within-app")]
    {
        let collector = Collector::start();
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", &*collector.url);
        let settings = [endpoint, ("PAGE_CACHE", "off"), NO_DELAY];
        let mut server = Server::with_bundle(bundle, &["/", path], &settings);
        if bundle == "early-flush.js" {
            // Once there is a shell, which completes it.
            until("a shell", async || server.get(path).await.status() == 200).await;
        }
        let response = server.get(path).await;
        let trace = response.headers()["x-request-id"].to_str().unwrap().to_owned();
        response.bytes().await.unwrap();
        let line = server.wait_for_log("the error", |event| {
            event["message"] == "page not rendered" && event["trace_id"] == *trace
        });
        stop(&mut server);
        let is_failed = |span: &Span| span.name == "render" && hex(&span.trace_id) == trace;
        let render = span(&collector, is_failed).span;
        assert!(is_error(&render), "{render:#?}");
        let [exception] = &*render.events else { panic!("{render:#?}") };
        assert_eq!(exception.name, "exception");
        let attribute = |key| attribute(&exception.attributes, key);
        assert_eq!(attribute("exception.type"), Some(&text("failed")));
        assert_eq!(attribute("exception.message"), Some(&text(line["error"].as_str().unwrap())));
    }
}

#[tokio::test]
async fn content_service_request_carries_traceparent() {
    let collector = Collector::start();
    let service = ContentService::with_links("https://play.example/", "https://blog.example/");
    let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", &*collector.url), NO_DELAY];
    let mut server = Server::using(&service, &settings);
    service.behave(content_service::Behaviour::Status(500));
    let SiteNames { links, base_field, .. } = &*SITE;
    let failure = format!("{base_field}: it responded");
    server.wait_for_log("a failed refresh", |event| {
        event["reason"].as_str().is_some_and(|reason| reason.contains(&failure))
    });
    stop(&mut server);

    let refresh = span(&collector, |span| span.name == "refresh operator links").span;
    let client = span(&collector, |span| {
        span.parent_span_id == refresh.span_id && span.kind == SpanKind::Client as i32
    });
    let parent = format!("00-{}-{}-01", hex(&client.span.trace_id), hex(&client.span.span_id));
    let requests = service.requests();
    assert!(requests.iter().any(|head| head.contains(&parent)), "{parent} in {requests:?}");

    let port = service.url().rsplit(':').next().unwrap().parse().unwrap();
    let field = |name: &str| text(&format!("{}{links}?fields%5B0%5D={name}", service.url()));
    let is_request = |span: &Span, name, status| {
        attribute(&span.attributes, "url.full") == Some(&field(name))
            && attribute(&span.attributes, "http.response.status_code") == Some(&IntValue(status))
    };
    let expected = vec![
        ("http.request.method", text("GET")),
        ("server.address", text("127.0.0.1")),
        ("server.port", IntValue(port)),
        ("url.full", field(base_field)),
    ];
    let ok = span(&collector, |span| is_request(span, base_field, 200)).span;
    assert!(!is_error(&ok), "{ok:#?}");
    let status = |status| vec![("http.response.status_code", IntValue(status))];
    assert_attributes(&ok, &[expected.clone(), status(200)].concat());
    let failed = span(&collector, |span| is_request(span, base_field, 500)).span;
    assert!(is_error(&failed), "{failed:#?}");
    assert_attributes(
        &failed,
        &[expected, status(500), vec![("error.type", text("500"))]].concat(),
    );
}

#[tokio::test]
async fn process_is_described_by_its_resource_attributes() {
    const NAME: &str = "OTEL_SERVICE_NAME";
    const ATTRIBUTES: &str = "OTEL_RESOURCE_ATTRIBUTES";
    let mut instances = Vec::new();
    for (settings, name, pod) in [
        (&[][..], "marquee", None),
        (
            &[(ATTRIBUTES, "service.name=site,k8s.pod.name=a"), (NAME, "landing")],
            "landing",
            Some("a"),
        ),
        (&[(ATTRIBUTES, "service.name=site,service.instance.id=pod-1")], "site", None),
    ] {
        let collector = Collector::start();
        let mut server = traced(&collector, settings);
        server.page("/").await;
        stop(&mut server);
        let Received { resource, .. } = span(&collector, |span| span.name == "GET /");
        assert_eq!(attribute(&resource, "service.name"), Some(&text(name)));
        assert!(attribute(&resource, "service.version").is_some(), "{resource:?}");
        assert_eq!(attribute(&resource, "k8s.pod.name"), pod.map(text).as_ref());
        match attribute(&resource, "service.instance.id") {
            Some(StringValue(id)) => instances.push(id.clone()),
            other => panic!("{other:?}"),
        }
    }
    assert_ne!(instances[0], instances[1]);
    assert_eq!(instances[2], "pod-1");
}

#[tokio::test]
async fn traces_are_exported_as_the_variables_of_opentelemetry_say() {
    const ALL: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
    let collector = Collector::start();
    let url = &*collector.url;
    let traces = format!("{url}/v1/traces");
    for (settings, is_exported) in [
        (&[(ALL, "")][..], false),
        (&[(ALL, url), ("OTEL_SDK_DISABLED", "TRUE")], false),
        (&[(ALL, url), ("OTEL_TRACES_EXPORTER", "none")], false),
        (&[(ALL, ""), ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &traces)], true),
        (&[(ALL, url), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_SDK_DISABLED", "")], true),
    ] {
        let before = collector.spans().len();
        let mut server = Server::start(&[&[NO_DELAY], settings].concat());
        server.page("/").await;
        stop(&mut server);
        assert_eq!(collector.spans().len() > before, is_exported, "{settings:?}");
    }
}

#[tokio::test]
async fn variable_of_opentelemetry_that_is_not_applied_is_a_warning() {
    let collector = Collector::start();
    let applied = [
        ("OTEL_TRACES_EXPORTER", "otlp"),
        ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"),
        ("OTEL_BSP_MAX_QUEUE_SIZE", "1024"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "20000"),
        ("OTEL_RESOURCE_ATTRIBUTES", "k8s.pod.name=a"),
    ];
    let ignored = [
        ("OTEL_SDK_DISABLED", "yes"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
        ("OTEL_BSP_SCHEDULE_DELAY", "5s"),
        ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "10s"),
        ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/ca.pem"),
        ("OTEL_PROPAGATORS", "b3"),
    ];
    let server =
        traced(&collector, &[&applied[..], &ignored, &[("OTEL_TRACES_SAMPLER", "x")]].concat());
    for (name, value) in ignored {
        let line = server.wait_for_log(name, |event| event["name"] == name);
        assert_eq!((&line["level"], &line["value"]), (&"WARN".into(), &value.into()));
    }
    // The SDK's own.
    let is_sampler = |event: &serde_json::Value| event.to_string().contains("OTEL_TRACES_SAMPLER");
    server.wait_for_log("the sampler", is_sampler);
    let log = server.log();
    for (name, _) in applied {
        assert!(log.iter().all(|event| event["name"] != name), "{log:#?}");
    }
}

#[tokio::test]
async fn sampler_decides_which_traces_are_exported() {
    for (sampler, ratio, parent, is_exported) in [
        ("parentbased_always_on", "1", Some("00"), false),
        ("parentbased_traceidratio", "0", None, false),
        ("always_on", "1", Some("00"), true),
    ] {
        let collector = Collector::start();
        let settings =
            [("OTEL_TRACES_SAMPLER", sampler), ("OTEL_TRACES_SAMPLER_ARG", ratio), TRUSTED];
        let mut server = traced(&collector, &settings);
        let mut request = server.request("GET", "/robots.txt");
        if let Some(flags) = parent {
            request = request.header("traceparent", format!("00-{TRACE}-{PARENT}-{flags}"));
        }
        request.send().await.unwrap().bytes().await.unwrap();
        stop(&mut server);
        let is_there = collector.spans().iter().any(|found| found.span.name == "GET /robots.txt");
        assert_eq!(is_there, is_exported, "{sampler} {ratio} {parent:?}");
    }
}

#[tokio::test]
async fn collector_gets_configured_headers() {
    let collector = Collector::start();
    let settings = [
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20s3cret,x-scope-orgid=site"),
        ("LOG_LEVEL", "trace"),
    ];
    let mut server = traced(&collector, &settings);
    server.page("/").await;
    stop(&mut server);
    let heads = collector.heads();
    assert!(!heads.is_empty());
    for head in heads {
        assert!(head.contains("\r\nauthorization: bearer s3cret\r\n"), "{head}");
        assert!(head.contains("\r\nx-scope-orgid: site\r\n"), "{head}");
    }
    assert!(!format!("{:?}", server.log()).contains("s3cret"));
}

#[tokio::test]
async fn unreachable_or_hanging_collector_does_not_affect_requests() {
    // Receives requests, and never responds.
    let hanging = ContentService::start(content_service::Behaviour::Hang);
    // No process listens on port 9. More requests than the queue of the SDK has room for.
    for (url, count, is_logged) in [("http://127.0.0.1:9", 20, true), (&hanging.url(), 3000, false)]
    {
        let mut server = Server::start(&[("OTEL_EXPORTER_OTLP_ENDPOINT", url), NO_DELAY]);
        for _ in 0..count {
            let request = server.request("GET", "/robots.txt").timeout(Duration::from_mins(1));
            assert_eq!(request.send().await.unwrap().status(), 200);
        }
        server.signal("TERM");
        server.wait_for_log("the end", |event| event["message"] == "stopped");
        let stopped = Instant::now();
        assert_eq!(server.wait(), Some(0));
        // 250 ms are the promise; a busy machine has more to do.
        assert!(stopped.elapsed() < Duration::from_secs(3), "{:?}", stopped.elapsed());
        let log = server.log();
        let has = |name: &str, value: &str| log.iter().any(|event| event[name] == value);
        assert!(!is_logged || has("target", "opentelemetry_sdk"), "{log:#?}");
        assert!(is_logged || has("message", "last traces not sent"), "{log:#?}");
    }
}
