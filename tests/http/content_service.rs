//! The operator's links, and failures of the content service.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::content_service::{Behaviour, ContentService, TOKEN};
use crate::support::html::Page;
use crate::support::metrics::sample;
use crate::support::server::{Running, Server, header, marquee, until, wait_for};
use crate::support::site::{SITE, SiteNames};
use crate::support::temp_dir::TempDir;

const BASE: &str = "https://play.example/my/";
const BLOG: &str = "https://blog.example/";

async fn sign_up_link(server: &Server) -> Option<String> {
    Page::parse(&server.page("/").await).state()["link"].as_str().map(str::to_owned)
}

/// Polls the page until its base link is `expected`.
async fn wait_for_link(server: &Server, expected: Option<&str>) {
    wait_for_field(server, "link", expected).await;
}

/// Polls the page until a field of its state is `expected`.
async fn wait_for_field(server: &Server, field: &str, expected: Option<&str>) {
    until(&format!("{field} becomes {expected:?}"), async || {
        Page::parse(&server.page("/").await).state()[field].as_str() == expected
    })
    .await;
}

fn warnings(server: &Server) -> Vec<Value> {
    server.log().into_iter().filter(|event| event["level"] == "WARN").collect()
}

#[tokio::test]
async fn change_of_a_link_is_logged_and_counted() {
    let service = ContentService::with_links(BASE, BLOG);
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    let series = "marquee_operator_link_changes_total{link=\"base\"}";
    assert_eq!(sample::<u64>(&server.metrics().await, series), 0);
    let new = "https://play.example/other/";
    service.behave(Behaviour::Links(new.into(), BLOG.into()));
    wait_for_link(&server, Some(new)).await;
    let line = server.wait_for_log("the change", |event| event["new"] == new);
    assert_eq!(
        (&line["level"], &line["message"]),
        (&"INFO".into(), &"operator link changed".into())
    );
    assert_eq!((&line["old"], &line["field"]), (&BASE.into(), &SITE.base_field.as_str().into()));
    let metrics = server.metrics().await;
    assert_eq!(sample::<u64>(&metrics, series), 1);
    assert_eq!(sample::<u64>(&metrics, "marquee_operator_link_changes_total{link=\"blog\"}"), 0);
}

#[tokio::test]
async fn token_file_is_read_again_without_a_restart() {
    let service = ContentService::with_links(BASE, BLOG);
    let folder = TempDir::new();
    let [file, next] = ["token", "next"].map(|name| folder.path().join(name));
    // As Kubernetes and systemd replace it.
    let replace = |content: &str| {
        fs::write(&next, content).unwrap();
        fs::rename(&next, &file).unwrap();
    };
    replace("outdated\n");
    let mut command = marquee();
    command.envs(service.settings()).env_remove("CONTENT_API_TOKEN");
    command.env("CONTENT_API_TOKEN_FILE", &file);
    let server = Server::run(&mut command);
    let message = "operator links not refreshed, keeping the last known good ones";
    server.wait_for_log("the wrong token", |event| event["message"] == message);
    replace(&format!("{TOKEN}\n"));
    wait_for_link(&server, Some(BASE)).await;

    // The last known good token is used while the file is unusable, with one warning.
    fs::remove_file(&file).unwrap();
    let unreadable = "token not read, keeping the last known good one";
    server.wait_for_log("the file", |event| event["message"] == unreadable);
    service.behave(Behaviour::Links("https://new.example".into(), BLOG.into()));
    wait_for_link(&server, Some("https://new.example/")).await;
    service.behave(Behaviour::Links(BASE.into(), BLOG.into()));
    wait_for_link(&server, Some(BASE)).await;
    let log = server.log();
    let warnings = log.iter().filter(|event| event["message"] == unreadable);
    assert_eq!(warnings.count(), 1, "{log:#?}");
    assert!(log.iter().all(|event| !event.to_string().contains(TOKEN)), "{log:#?}");
}

/// What is wrong with a service, and the reason in the log.
fn misbehaviours() -> Vec<(&'static str, Behaviour, &'static str)> {
    let SiteNames { base_field, blog_field, .. } = &*SITE;
    let good = json!({"data": {"attributes": {base_field: BASE}}}).to_string();
    let script = "javascript:alert(1)";
    let scripted = json!({"data": {base_field: script, blog_field: script}}).to_string();
    vec![
        ("is down", Behaviour::Down, "cannot be reached"),
        ("hangs", Behaviour::Hang, "cannot be reached"),
        ("rejects the token", Behaviour::Status(401), "status 401"),
        ("fails", Behaviour::Status(500), "status 500"),
        ("sends a web page", Behaviour::Body("<html>welcome</html>".into()), "not JSON"),
        ("sends other JSON", Behaviour::Body(r#"{"data":[]}"#.into()), "no text field"),
        ("breaks off", Behaviour::Truncated(good), "cannot be reached"),
        ("sends 10 MB", Behaviour::Body("x".repeat(10 << 20)), "longer than"),
        ("sends a script for a link", Behaviour::Body(scripted), "only http and https"),
        ("redirects", Behaviour::Redirect("http://127.0.0.1:9/".into()), "status 302"),
    ]
}

#[tokio::test]
async fn configured_or_no_links_are_used_until_failing_service_recovers_and_the_last_good_ones_after()
 {
    for (number, (name, behaviour, reason)) in misbehaviours().into_iter().enumerate() {
        let service = ContentService::start(behaviour.clone());
        let configured = [
            ("OPERATOR_LINK", "https://configured.example/my"),
            ("OPERATOR_BLOG_LINK", "https://configured.example/blog"),
        ];
        let is_configured = number % 2 == 1;
        let server = Server::using(&service, if is_configured { &configured } else { &[] });
        let page = Page::parse(&server.page("/").await);
        let state = page.state();
        if is_configured {
            assert_eq!(state["link"], "https://configured.example/my/", "{name}");
            assert_eq!(state["blogLink"], "https://configured.example/blog", "{name}");
            assert_eq!(page.disabled_anchors(), 0, "{name}");
        } else {
            assert_eq!(state["link"], Value::Null, "{name}");
            assert!(page.disabled_anchors() > 10, "{name}: no disabled anchors");
            let known = ["/", "?", "#", "https:", "mailto:", "tel:"];
            let mut hrefs = page.attributes("a[href]", "href");
            hrefs.retain(|href| !known.iter().any(|start| href.starts_with(start)));
            assert!(hrefs.is_empty(), "{name}: {hrefs:?}");
        }
        assert!(!page.html().contains("javascript:"), "{name}");

        // On a busy machine a response may time out before it is found invalid.
        let is_warning = |event: &Value| {
            event["level"] == "WARN" && event["reason"].as_str().unwrap().contains(reason)
        };
        server.wait_for_log(name, is_warning);
        service.behave(Behaviour::Links(BASE.into(), BLOG.into()));
        wait_for_link(&server, Some(BASE)).await;

        let known = warnings(&server).len();
        service.behave(behaviour);
        wait_for(|| warnings(&server)[known..].iter().any(is_warning).then_some(())).expect(name);
        assert_eq!(sign_up_link(&server).await.as_deref(), Some(BASE), "{name}");
        assert!(!format!("{:?}", server.log()).contains(TOKEN), "{name}: the token is in the log");
    }
}

#[tokio::test]
async fn page_does_not_wait_for_a_service_that_hangs() {
    let service = ContentService::start(Behaviour::Hang);
    // The test would not end.
    let server = Server::using(&service, &[("CONTENT_API_TIMEOUT", "1h")]);
    assert!(Page::parse(&server.page("/").await).disabled_anchors() > 10);
    let requests = service.requests();
    assert!(!requests.is_empty());
    // Version, trace, span and flags, whether traces are exported or not.
    for request in requests {
        let parent = request.lines().find_map(|line| line.strip_prefix("traceparent: ")).unwrap();
        assert_eq!(parent.split('-').map(str::len).collect::<Vec<_>>(), [2, 32, 16, 2]);
    }
}

/// Returns responses with both fields cleared: in the shapes of Strapi 4 and 5, as `null`
/// and as an empty text.
fn cleared() -> impl Iterator<Item = Behaviour> {
    [json!(null), json!("")].into_iter().flat_map(|none| {
        let SiteNames { base_field, blog_field, .. } = &*SITE;
        let fields = json!({base_field: none, blog_field: none});
        [
            json!({"data": {"id": 1, "attributes": fields}}),
            json!({"data": {"id": 1, "documentId": "x", base_field: none, blog_field: none}}),
        ]
        .map(|body| Behaviour::Body(body.to_string()))
    })
}

#[tokio::test]
async fn cleared_field_is_removed_from_running_and_new_processes() {
    // Long, so that no timeout is logged on a busy machine.
    let timeout = ("CONTENT_API_TIMEOUT", "20s");
    for cleared in cleared() {
        let service = ContentService::with_links(BASE, BLOG);
        let running = Server::using(&service, &[timeout]);
        wait_for_link(&running, Some(BASE)).await;
        service.behave(cleared.clone());
        let link = ("OPERATOR_LINK", "https://configured.example/");
        let new = Server::using(&service, &[link, timeout]);
        for server in [&running, &new] {
            wait_for_link(server, None).await;
            // The two requests of one refresh may come before and after the change.
            wait_for_field(server, "blogLink", None).await;
            assert_eq!(warnings(server), Vec::<Value>::new(), "{cleared:?}");
        }
    }
}

#[tokio::test]
async fn invalid_or_unreachable_link_is_rejected() {
    let service = ContentService::with_links(BASE, BLOG);
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    let long = format!("https://x.example/{}", "例".repeat(300));
    for (link, reason) in [
        ("https://host..example/", "no domain name"),
        ("https://127.0.0.1:8080/", "reachable only from some networks"),
        ("http://play.example/my/", "the known link is an https link"),
        ("https://play.example/\u{200b}", "U+200B"),
        ("https://play.example/ https://play.example/", "U+0020"),
        ("https://play.example/,", "give one alone"),
        ("https://play.example/\"></script><script>alert(1)</script>", "U+0022"),
        (&long, "longer than 2048 bytes"),
    ] {
        let known = warnings(&server).len();
        service.behave(Behaviour::Links(link.into(), link.into()));
        let is_rejected = |event: &&Value| event["reason"].as_str().unwrap().contains(reason);
        wait_for(|| warnings(&server)[known..].iter().find(is_rejected).map(drop))
            .unwrap_or_else(|| panic!("{link}: {:?}", warnings(&server)));
        assert_eq!(sign_up_link(&server).await.as_deref(), Some(BASE), "{link}");
    }
}

#[tokio::test]
async fn service_that_asks_to_wait_is_given_the_time() {
    let service = ContentService::with_links(BASE, BLOG);
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    service.behave(Behaviour::Busy);
    let is_busy = |event: &Value| event["reason"].as_str().is_some_and(|it| it.contains("503"));
    server.wait_for_log("the status", is_busy);
    let (begun, before) = (Instant::now(), service.requests().len());
    wait_for(|| (service.requests().len() > before).then_some(())).expect("another request");
    // Less the jitter, and the time in which the log was read.
    assert!(begun.elapsed() > Duration::from_millis(500), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn each_refresh_opens_connections_and_may_have_a_byte_order_mark() {
    let SiteNames { base_field, blog_field, .. } = &*SITE;
    let links = json!({"data": {base_field: BASE, blog_field: BLOG}});
    let service = ContentService::start(Behaviour::Body(format!("\u{feff}{links}")));
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    wait_for(|| (service.requests().len() >= 6).then_some(())).expect("three refreshes");
    assert!(service.connections() >= 6, "{} connections", service.connections());
}

#[tokio::test]
async fn gzip_that_was_not_asked_for_is_decoded_within_the_limit() {
    let SiteNames { base_field, blog_field, .. } = &*SITE;
    let links = json!({"data": {base_field: BASE, blog_field: BLOG}});
    let service = ContentService::start(Behaviour::Gzip(links.to_string()));
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    service.behave(Behaviour::Gzip(" ".repeat(10 << 20)));
    server.wait_for_log("the length", |event| {
        event["reason"].as_str().is_some_and(|reason| reason.contains("longer than"))
    });
}

#[test]
fn failed_handshake_is_one_line() {
    let folder = TempDir::new();
    let [key, certificate] = ["key.pem", "certificate.pem"].map(|name| folder.path().join(name));
    let openssl = |arguments: &str| {
        let mut openssl = Command::new("openssl");
        openssl.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
        openssl
    };
    let mut made = openssl("req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost");
    assert!(
        made.arg("-keyout").arg(&key).arg("-out").arg(&certificate).status().unwrap().success()
    );
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut service = openssl(&format!("s_server -accept {port} -www"));
    service.arg("-cert").arg(&certificate).arg("-key").arg(&key);
    let _service = Running(service.spawn().unwrap());
    wait_for(|| TcpStream::connect(("127.0.0.1", port)).ok()).expect("it listens");

    let url = format!("https://127.0.0.1:{port}");
    let server = Server::start(&[("CONTENT_API_URL", &url), ("CONTENT_API_TOKEN", TOKEN)]);
    server.wait_for_log("the certificate", |event| {
        event["reason"].as_str().is_some_and(|reason| reason.contains("certificate"))
    });
    let is_other =
        |event: &Value| event["reason"].is_null() && event.to_string().contains("certificate");
    assert!(!server.log().iter().any(is_other), "{:#?}", server.log());
}

#[tokio::test]
async fn link_to_a_host_that_is_not_listed_is_rejected() {
    let service = ContentService::with_links(BASE, BLOG);
    let hosts = ("OPERATOR_HOSTS", "play.example, *.example");
    let any = "OPERATOR_HOSTS is not set: the content service's links may lead to any host";
    let server = Server::using(&service, &[hosts]);
    wait_for_link(&server, Some(BASE)).await;
    service.behave(Behaviour::Links("https://play.example.evil.test/".into(), BLOG.into()));
    server.wait_for_log("the rejection", |event| {
        event["level"] == "WARN" && event["reason"].as_str().unwrap().contains("OPERATOR_HOSTS")
    });
    assert_eq!(sign_up_link(&server).await.as_deref(), Some(BASE));
    assert!(server.log().iter().all(|event| event["message"] != any));

    let open = Server::using(&service, &[]);
    open.wait_for_log("any host", |event| event["message"] == any);
}

#[tokio::test]
async fn each_failed_refresh_is_logged_once() {
    let service = ContentService::start(Behaviour::Status(500));
    let server = Server::using(&service, &[]);
    wait_for(|| (service.requests().len() >= 6).then_some(())).expect("three refreshes");
    let lines = warnings(&server).len();
    // Two requests for each refresh, of which the last may not have been logged yet.
    let refreshes = service.requests().len().div_ceil(2);
    assert!(
        (refreshes - 1..=refreshes).contains(&lines),
        "{lines} lines for {refreshes} refreshes"
    );
}

#[tokio::test]
async fn api_responds_in_content_service_shape() {
    let service = ContentService::with_links(BASE, BLOG);
    let server = Server::using(&service, &[]);
    wait_for_link(&server, Some(BASE)).await;
    let SiteNames { links, base_field, blog_field, .. } = &*SITE;
    for (index, field, link) in [("[0]", base_field, BASE), ("%5B0%5D", blog_field, BLOG)] {
        let response = server.get(&format!("{links}?fields{index}={field}")).await;
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["data"]["attributes"][field], link, "{body}");
    }
    let down = ContentService::start(Behaviour::Down);
    let unknown = Server::using(&down, &[]).get(&SITE.base_link).await;
    assert_eq!(unknown.status(), 200);
    let body: Value = unknown.json().await.unwrap();
    assert_eq!(body["data"]["attributes"][base_field], Value::Null);
}

#[tokio::test]
async fn api_rejects_other_queries() {
    let server = Server::start(&[]);
    let SiteNames { links, base_field, blog_field, .. } = &*SITE;
    for query in [
        String::new(),
        "?fields[0]=password".to_owned(),
        "?fields[0]=".to_owned(),
        format!("?fields[1]={base_field}"),
        format!("?fields[0]={base_field}&fields[1]={blog_field}"),
        format!("?fields[0]={base_field}&populate=*"),
    ] {
        let response = server.get(&format!("{links}{query}")).await;
        assert_eq!(response.status(), 400, "{query}");
        assert_eq!(header(&response, "cache-control"), "no-store", "{query}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["error"]["status"], 400, "{query}");
    }
}
