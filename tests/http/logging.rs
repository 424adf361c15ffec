//! The log and the access log, and what must not appear in them.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use futures_util::future::join_all;
use serde_json::Value;

use crate::support::builds::write_bundle;
use crate::support::bundles::site_of;
use crate::support::metrics::sample;
use crate::support::server::{Running, Server, client, marquee, run_to_end, until, wait_for};
use crate::support::site::SITE;
use crate::support::temp_dir::TempDir;

/// Trusts the client of the tests.
const TRUSTED: (&str, &str) = ("TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1");

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

fn access_log_line(server: &Server, id: &str) -> Value {
    server
        .wait_for_log(id, |event| event["target"] == "marquee::access" && event["request_id"] == id)
}

async fn fetch(server: &Server, path: &str, headers: &[(&str, &str)]) -> (String, Value) {
    let mut request = server.request("GET", path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    response.bytes().await.unwrap();
    let line = access_log_line(server, &id);
    (id, line)
}

#[tokio::test]
async fn access_log_has_one_line_per_request() {
    let server = Server::start(&[("ACCESS_LOG", "on"), ("PAGE_TTL", "24h")]);
    server.page(&SITE.second_home).await;
    let (_, page) = fetch(&server, &SITE.second_home, &[("accept-encoding", "br")]).await;
    assert_eq!(page["method"], "GET");
    assert_eq!(page["route"], "/");
    assert_eq!(page["status"], 200);
    assert_eq!(page["language"], SITE.second);
    assert_eq!(page["cache"], "fresh");
    assert_eq!(page["complete"], true);
    assert!(page["duration_ms"].as_f64().unwrap() > 0.0, "{page}");
    assert!((1000..20_000).contains(&page["bytes"].as_u64().unwrap()), "{page}");
    for (path, route, status) in [
        ("/no/such/page", "/404", 404),
        ("/?LANG=en", "/", 302),
        ("/robots.txt", "/robots.txt", 200),
        ("/assets/nothing.js", "/assets/*", 404),
        (&SITE.links, &SITE.links, 400),
    ] {
        let (_, line) = fetch(&server, path, &[]).await;
        assert_eq!((&line["route"], &line["status"]), (&route.into(), &status.into()), "{line}");
    }
    let lines = server.log().iter().filter(|event| event["target"] == "marquee::access").count();
    assert_eq!(lines, 7);
}

#[tokio::test]
async fn client_input_is_not_logged() {
    const SECRETS: [&str; 5] =
        ["s3cret-path", "s3cret-query", "s3cret-agent", "s3cret-cookie", "s3cret-id"];
    let server = Server::start(&[("ACCESS_LOG", "on"), ("LOG_LEVEL", "trace")]);
    let headers = [
        ("user-agent", "s3cret-agent"),
        ("cookie", "name=s3cret-cookie"),
        ("x-request-id", "s3cret-id"),
        ("referer", "https://s3cret-query.example/"),
        ("authorization", "Bearer s3cret-query"),
    ];
    for path in ["", "/assets", "/assets/..%2F", "/assets/%00", &SITE.links, "/favicon.ico"] {
        fetch(&server, &format!("{path}/s3cret-path?q=s3cret-query"), &headers).await;
    }
    let log = format!("{:?}", server.log());
    for secret in SECRETS {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

#[tokio::test]
async fn request_id_and_trace_of_trusted_proxy_are_used() {
    let server = Server::start(&[("ACCESS_LOG", "on"), TRUSTED]);
    let (id, _) = fetch(&server, "/", &[("x-request-id", "balancer-4711")]).await;
    assert_eq!(id, "balancer-4711");
    let too_long = "a".repeat(65);
    for bad in ["with space", "", &too_long, "a;b"] {
        let (id, _) = fetch(&server, "/", &[("x-request-id", bad)]).await;
        assert_eq!(id.len(), 32, "{bad:?} became {id}");
    }
    let (first, _) = fetch(&server, "/", &[]).await;
    let (second, _) = fetch(&server, "/", &[]).await;
    assert_ne!(first, second);
    let parent = format!("00-{TRACE}-b7ad6b7169203331-01");
    let (id, line) = fetch(&server, "/", &[("traceparent", &parent)]).await;
    assert_eq!((&*id, &line["trace_id"]), (TRACE, &TRACE.into()));
    for bad in ["", "nonsense", "00-0-0-00", &format!("ff-{TRACE}-b7ad6b7169203331-01")] {
        let (_, line) = fetch(&server, "/", &[("traceparent", bad)]).await;
        assert!(line["trace_id"].is_null(), "{bad:?}: {line}");
    }
}

#[tokio::test]
async fn request_id_and_trace_of_untrusted_client_are_replaced() {
    let parent = format!("00-{TRACE}-b7ad6b7169203331-01");
    for proxies in [None, Some(("TRUSTED_PROXIES", "192.0.2.0/24,2001:db8::1"))] {
        let settings: Vec<_> = [("ACCESS_LOG", "on")].into_iter().chain(proxies).collect();
        let server = Server::start(&settings);
        let forged = [("x-request-id", "forged-4711"), ("traceparent", &*parent)];
        let (id, line) = fetch(&server, "/", &forged).await;
        assert_eq!(id.len(), 32, "{id}");
        assert!(line["trace_id"].is_null(), "{line}");
        let log = format!("{:?}", server.log());
        assert!(!log.contains("forged-4711") && !log.contains(TRACE), "{log}");
    }
}

#[tokio::test]
async fn log_level_format_and_access_log_are_configurable() {
    let server = Server::start(&[("ACCESS_LOG", "off")]);
    server.page("/").await;
    server.signal("HUP");
    server.wait_for_log("the reload", |event| event["message"] == "reload applied");
    assert!(server.log().iter().all(|event| event["target"] != "marquee::access"));

    for (format, is_json) in [("json", true), ("text", false)] {
        let settings = [
            ("LOG_LEVEL", "warn"),
            ("LOG_FORMAT", format),
            ("LISTEN_ADDR", "203.0.113.1:1"),
            // Required for a server that does not listen on loopback.
            ("PUBLIC_URL", "http://localhost"),
        ];
        let text = String::from_utf8(run_to_end(marquee().envs(settings)).stderr).unwrap();
        assert!(!text.contains("INFO") && text.contains("ERROR"), "{text}");
        assert!(text.contains("LISTEN_ADDR=203.0.113.1:1"), "{text}");
        assert_eq!(text.starts_with('{'), is_json, "{text}");
        assert!(!text.contains('\u{1b}'), "colours in a pipe: {text:?}");
    }
}

/// What `tests/bundles/printing.js` prints, as Node does but for how it breaks lists and frames tables.
const PRINTED: &[(&str, &str)] = &[
    ("INFO", "log one\ntwo 3 null"),
    ("DEBUG", "debug"),
    ("INFO", "info"),
    ("WARN", "warn"),
    ("WARN", "error"),
    ("INFO", "text is 4, 4, 0.5, {\"a\":[1]}, { b: 'c' }, 100% 5"),
    ("INFO", "one % %s"),
    ("INFO", "100%"),
    ("INFO", "1n -0 undefined true Symbol(s) [ \"it's\", 'a \"b\"' ]"),
    (
        "INFO",
        "{\n  a: 1,\n  'b-c': [ 1, 2 ],\n  d: { e: { f: {}, g: [Object] } },\n  [Symbol(i)]: 2\n}",
    ),
    (
        "INFO",
        "Card { name: 'sports' } { name: 'a', self: [Circular] } [Object: null prototype] {} [] {}",
    ),
    ("INFO", "Map(1) { 'a' => { b: 1 } } Set(2) { 1, 'two' } Uint8Array(2) [ 1, 2 ]"),
    (
        "INFO",
        "1970-01-01T00:00:00.000Z /a/g [Function: render] [Function (anonymous)] [Function: Card] { a: [Getter] }",
    ),
    (
        "INFO",
        "{\n  first: 'a long text in an object',\n  second: 'another long text',\n  third: 'the third one'\n}",
    ),
    ("INFO", "Error: wrong\n    at x {\n  code: 'E1',\n  cause: 'this'\n}"),
    ("INFO", "[object]"),
    ("INFO", "{ a: { b: 1 } }"),
    (
        "INFO",
        "| (index) | a  | b   | Values |\n|---------|----|-----|--------|\n\
         | 0       | 1  | 'x' |        |\n| 1       | 22 |     |        |\n| 2       |    |     | 3      |",
    ),
    ("INFO", "| (index) | b |\n|---------|---|\n| row     | 2 |"),
    ("INFO", "no table"),
    ("WARN", "Assertion failed: wrong went"),
    ("WARN", "Assertion failed"),
    ("INFO", "default: 2"),
    ("INFO", "own: 1"),
    ("WARN", "No such label 't' for console.time()"),
    ("INFO", "outer"),
    ("INFO", "  inner"),
    ("INFO", "    two\n    lines"),
    ("WARN", "  in outer"),
];

#[tokio::test]
async fn console_output_of_bundle_is_logged() {
    let site = site_of("printing.js", &["/"]);
    let mut command = marquee();
    command.env("DIST_DIR", site.path()).env("LOG_LEVEL", "debug").env("LOG_FORMAT", "json");
    let ended = run_to_end(command.arg("render"));
    assert_eq!(String::from_utf8(ended.stdout).unwrap(), "<p>printed</p>");
    let log = String::from_utf8(ended.stderr).unwrap();
    let printed: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap_or_else(|_| panic!("{line}")))
        .filter(|event| event["printed"].is_string())
        .collect();
    for &(level, text) in PRINTED {
        let is_there = |event: &Value| event["level"] == level && event["printed"] == text;
        assert!(printed.iter().any(is_there), "{level} {text}: {printed:#?}");
    }
    let has = |start: &str| {
        printed.iter().any(|event| event["printed"].as_str().unwrap().starts_with(start))
    };
    assert!(
        has("Trace: trace here\n    at render (file:///marquee/entry.js:22:11)")
            && has("t: ")
            && has("102 [\n  0,\n"),
        "{printed:#?}"
    );
    assert!(!has("right"), "{printed:#?}");
    assert!(printed.iter().all(|event| event["message"] != event["printed"]), "{printed:#?}");
}

#[tokio::test]
async fn unread_log_lines_are_dropped_and_counted() {
    let mut command = marquee();
    command.envs([("ACCESS_LOG", "on"), ("LOG_FORMAT", "json")]);
    let mut server = Running(command.stderr(Stdio::piped()).spawn().unwrap());
    // Read until the server serves, then no more.
    let mut lines = BufReader::new(server.0.stderr.take().unwrap()).lines();
    let serving: Value = lines
        .by_ref()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .find(|event: &Value| event["address"].is_string())
        .unwrap();
    until_lines_are_dropped(&serving).await;
}

/// Sends requests to the server that has logged this line until lines are dropped and counted.
async fn until_lines_are_dropped(serving: &Value) {
    let url = |name: &str, path: &str| format!("http://{}{path}", serving[name].as_str().unwrap());
    let (page, metrics) = (url("address", "/robots.txt"), url("admin_address", "/metrics"));

    let http = client().build().unwrap();
    until("a line is dropped", async || {
        let responses = join_all((0..500).map(|_| http.get(&page).send())).await;
        assert!(responses.into_iter().all(|response| response.unwrap().status() == 200));
        let metrics = http.get(&metrics).send().await.unwrap().text().await.unwrap();
        sample::<u64>(&metrics, "marquee_log_lines_dropped_total ") > 0
    })
    .await;
}

#[tokio::test]
async fn lines_beyond_the_limit_of_the_size_of_a_file_are_dropped_and_counted() {
    let folder = TempDir::new();
    let log = folder.path().join("log");
    let mut command = marquee();
    command.envs([("ACCESS_LOG", "on"), ("LOG_FORMAT", "json")]);
    let server = Running(command.stderr(File::create(&log).unwrap()).spawn().unwrap());
    let serving = wait_for(|| {
        let text = fs::read_to_string(&log).unwrap();
        text.lines().find(|line| line.contains("\"address\"")).map(str::to_owned)
    });
    let limit = Command::new("prlimit")
        .args(["--fsize=10000", "--pid", &server.0.id().to_string()])
        .status();
    assert!(limit.unwrap().success());
    until_lines_are_dropped(&serde_json::from_str(&serving.unwrap()).unwrap()).await;
}

#[test]
fn long_text_of_the_bundle_is_cut_in_the_log() {
    let site = site_of("printing.js", &["/"]);
    let bundle = "export function render() {
            const text = '\u{754c}'.repeat(1000000);
            console.error(text);
            throw new Error(text);
        }";
    write_bundle(site.path(), bundle);
    let server = Server::with_site(site.path(), &[]);
    let longest = "\u{754c}".repeat((8 << 10) / 3);
    for (message, field, start) in [
        ("the server bundle printed an error", "printed", ""),
        ("no page can be rendered", "error", "the page failed to render: Error: "),
    ] {
        let is_line = |event: &Value| event["message"].as_str().unwrap().starts_with(message);
        let line = server.wait_for_log(message, is_line);
        let text = line[field].as_str().unwrap().strip_prefix(start).unwrap();
        assert!(longest.starts_with(text) && text.len() > 8100, "{} bytes", text.len());
    }
}

#[tokio::test]
async fn id_of_a_response_leads_to_what_its_request_caused() {
    for (cache, path, message) in [
        ("off", "/throws", "page not rendered"),
        ("on", "/throws", "page degraded"),
        ("off", "/loops", "engine replaced"),
    ] {
        let settings = [("PAGE_CACHE", cache), ("ACCESS_LOG", "off"), ("RENDER_TIMEOUT", "2s")];
        let server = Server::with_bundle("misbehaving.js", &["/", path], &settings);
        server.wait_for_status("/readyz", 200).await;
        let response = server.get(path).await;
        let id = response.headers()["x-request-id"].to_str().unwrap();
        server.wait_for_log(message, |event| {
            event["message"] == message && event["request_id"] == *id
        });
    }
}

#[tokio::test]
async fn failed_requests_are_logged_without_an_access_log_up_to_a_limit() {
    for (cache, message, most) in [("off", "request", 10), ("on", "page degraded", 5)] {
        let settings = [("PAGE_CACHE", cache), ("ACCESS_LOG", "off")];
        let server = Server::with_bundle("misbehaving.js", &["/", "/throws"], &settings);
        server.wait_for_status("/readyz", 200).await;
        let mut ids = Vec::new();
        for _ in 0..most + 3 {
            let response = server.get("/throws").await;
            assert_eq!(response.status(), 503);
            ids.push(response.headers()["x-request-id"].to_str().unwrap().to_owned());
        }
        // What no server can serve is an error of the client.
        assert_eq!(server.request("BREW", "/").send().await.unwrap().status(), 501);
        // Lines are written in order.
        server.signal("HUP");
        server.wait_for_log("the reload", |event| {
            event["message"].as_str().is_some_and(|it| it.starts_with("reload "))
        });
        let lines: Vec<_> =
            server.log().into_iter().filter(|event| event["message"] == message).collect();
        assert_eq!(lines.len(), most, "{lines:?}");
        for (line, id) in lines.iter().zip(&ids) {
            assert_eq!((&line["level"], &line["request_id"]), (&"WARN".into(), &id[..].into()));
        }
    }
}
