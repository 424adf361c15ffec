//! What neither a page nor a visitor can do.

use serde_json::Value;

use crate::support::bundles::{get, renderer};
use crate::support::content_service::ContentService;
use crate::support::html::Page;
use crate::support::server::Server;

/// Globals beyond ECMAScript: the place to write to, what the engines bring
/// along for text and time, and `QuickJS`'s stand-ins for parts of V8.
const HARMLESS: [&str; 18] = [
    "marquee",
    "atob",
    "btoa",
    "console",
    "gc",
    "performance",
    "queueMicrotask",
    "DOMException",
    "InternalError",
    "__v8xAtomicsCancelWaiter",
    "__v8xAtomicsNotifyWaiters",
    "__v8xAtomicsNumUnresolvedAsyncPromisesForTesting",
    "__v8xAtomicsNumWaitersForTesting",
    "__v8xAtomicsRegisterWaiter",
    "__v8xPostForegroundTask",
    "__v8xTemporalTimeZone",
    "__v8x_import_source",
    "__v8x_snapshot_intrinsics",
];

async fn found_by(address: &str) -> Value {
    let found = get(&renderer("prying.js"), address).await.unwrap();
    serde_json::from_str(&found).unwrap()
}

#[tokio::test]
async fn a_page_has_the_language_and_a_place_to_write_to_and_nothing_else() {
    let found = found_by("/globals").await;
    assert_eq!(found["operations"], serde_json::json!(["drained", "head", "put", "write"]));
    for global in found["others"].as_array().unwrap() {
        let global = global.as_str().unwrap();
        assert!(HARMLESS.contains(&global), "{global} is within a page's reach");
    }
}

#[tokio::test]
async fn a_page_can_load_no_other_code() {
    assert_eq!(found_by("/imports").await, serde_json::json!([]));
}

#[tokio::test]
async fn no_detour_leads_a_page_to_the_process() {
    let nothing = serde_json::json!(["undefined", "undefined", "undefined", "undefined"]);
    assert_eq!(found_by("/constructors").await, nothing);
}

#[tokio::test]
async fn markup_in_a_link_stays_text() {
    let link = r#"https://x.example/"></script><script>alert(1)</script>"#;
    let service = ContentService::with_links(link, link);
    let server = Server::using(&service, &[]);
    let html = server.page("/").await;
    assert!(!html.contains("<script>alert"), "{html}");
    let page = Page::parse(&html);
    assert!(page.all("script").iter().all(|script| !script.inner_html().contains("alert(1)<")));
    let known = page.state()["link"].as_str().unwrap().to_owned();
    assert!(known.starts_with("https://x.example/%22%3E"), "{known}");
    let answer = server.get("/api/winbox?fields[0]=winbox77_my").await;
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert!(!answer.text().await.unwrap().contains('<'));
}

#[tokio::test]
async fn markup_in_an_address_comes_back_nowhere() {
    let server = Server::start(&[]);
    for path in ["/%3Cscript%3Ealert(1)%3C/script%3E", "/?lang=%22%3E%3Cscript%3E", "/<script>"] {
        let html = server.get(path).await.text().await.unwrap();
        assert!(!html.contains("alert(1)") && !html.contains("%3C"), "{path}");
    }
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let server = Server::start(&[("PUBLIC_URL", "https://marquee.example")]);
    let script = Page::parse(&server.page("/").await).attributes("script[src]", "src").remove(0);
    for (method, path, status) in [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/winbox-login", 302),
        ("GET", "/assets/none.js", 404),
        ("GET", "/api/winbox", 400),
        ("DELETE", "/", 405),
        ("GET", &script, 200),
        ("GET", "/favicon.ico", 200),
    ] {
        let response = server.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        for (name, value) in [
            ("content-security-policy", "script-src 'self';"),
            ("content-security-policy", "frame-ancestors 'none'"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=()"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("strict-transport-security", "max-age=31536000"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
        ] {
            let sent = response.headers().get(name).map_or("", |sent| sent.to_str().unwrap());
            assert!(sent.contains(value), "{method} {path}: {name}: {sent:?}");
            assert!(!sent.contains("unsafe"), "{method} {path}: {name}: {sent:?}");
        }
        assert!(!response.headers().contains_key("server"), "{method} {path}");
    }
    let plain = Server::start(&[]);
    assert!(!plain.get("/").await.headers().contains_key("strict-transport-security"));
}
