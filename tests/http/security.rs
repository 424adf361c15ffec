//! Isolation of the bundle, escaping, and security headers.

use serde_json::Value;

use crate::support::bundles::{get, renderer};
use crate::support::html::Page;
use crate::support::server::{Server, header_if_any};
use crate::support::site::SITE;

/// Every global that there is, on both engines: ECMAScript without what has memory that no limit counts,
/// and the host API.
const GLOBALS: &str = "
    AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack BigInt
    BigInt64Array BigUint64Array Boolean Buffer DataView Date DisposableStack Error EvalError
    FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array
    Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError
    ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError TextDecoder
    TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array
    Uint8ClampedArray WeakMap WeakRef WeakSet clearInterval clearTimeout console decodeURI
    decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
    parseFloat parseInt performance queueMicrotask setInterval setTimeout structuredClone
    undefined unescape
";

async fn inspect(path: &str) -> Value {
    let found = get(&renderer("prying.js").await, path).await.unwrap();
    serde_json::from_str(&found).unwrap()
}

#[tokio::test]
async fn bundle_reaches_ecmascript_and_host_api_only() {
    let expected: Vec<_> = GLOBALS.split_whitespace().collect();
    assert_eq!(inspect("/globals").await, serde_json::json!(expected));
    assert_eq!(inspect("/imports").await, serde_json::json!([]));
    assert_eq!(
        inspect("/constructors").await,
        serde_json::json!(["undefined", "undefined", "undefined", "undefined"])
    );
}

#[tokio::test]
async fn responses_have_security_headers() {
    let server = Server::start(&[("PUBLIC_URL", "https://marquee.example")]);
    let script = Page::parse(&server.page("/").await).attributes("script[src]", "src").remove(0);
    for (method, path, status) in [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/?LANG=en", 302),
        ("GET", "/assets/none.js", 404),
        ("GET", &SITE.links, 400),
        ("DELETE", "/", 405),
        ("GET", &script, 200),
        ("GET", "/favicon.ico", 200),
    ] {
        let response = server.request(method, path).send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        // No browser applies the policy to a script.
        let of_documents = [
            ("content-security-policy", "script-src 'self';"),
            ("content-security-policy", "frame-ancestors 'none'"),
            ("cross-origin-opener-policy", "same-origin"),
        ];
        let of_documents = if path.starts_with("/assets/") { &[][..] } else { &of_documents };
        let of_all = [
            ("strict-transport-security", "max-age=31536000"),
            ("x-content-type-options", "nosniff"),
        ];
        for (name, value) in [&of_all[..], of_documents].concat() {
            let sent = response.headers().get(name).map_or("", |sent| sent.to_str().unwrap());
            assert!(sent.contains(value), "{method} {path}: {name}: {sent:?}");
            assert!(!sent.contains("unsafe"), "{method} {path}: {name}: {sent:?}");
        }
        assert!(!response.headers().contains_key("server"), "{method} {path}");
    }
    let https = ("PUBLIC_URL", "https://marquee.example");
    for (settings, sent) in [
        (&[][..], None),
        (&[https, ("HSTS_MAX_AGE", "730d")], Some("max-age=63072000")),
        (&[https, ("HSTS_MAX_AGE", "0s")], Some("max-age=0")),
    ] {
        let response = Server::start(settings).get("/").await;
        assert_eq!(header_if_any(&response, "strict-transport-security"), sent, "{settings:?}");
    }
}
