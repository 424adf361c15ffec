//! What the README of the renderer says: its example, the globals of a bundle, and the tests that it names.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use futures_util::StreamExt;
use marquee_renderer::{Bundle, ENGINE, PageRequest, RenderError, Renderer, write_snapshot};
use serde_json::json;

use crate::support::bundles::{TIMEOUT, bundle, get, get_page, options, renderer, start};
use crate::support::temp_dir::TempDir;

const README: &str = include_str!("../../server/renderer/README.md");

/// Builds the server bundle of the crate's example with this command of npm packages, which writes to
/// `dist`, here another folder.
fn example_bundle(command: &str) -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let folder = TempDir::new();
    let dist = folder.path().to_str().unwrap();
    let path = format!("{}/node_modules/.bin:{}", root.display(), std::env::var("PATH").unwrap());
    let built = Command::new("sh")
        .args(["-c", &command.replace("dist", dist)])
        .env("PATH", path)
        .current_dir(root.join("server/renderer/examples/axum"))
        .status();
    assert!(built.unwrap().success());
    let source = fs::read_to_string(folder.path().join("entry-server.js")).unwrap();
    Bundle::new(source, json!({ "title": "Example" }))
}

#[tokio::test]
async fn bundle_for_browsers_is_a_start_error_with_advice() {
    let command = "esbuild src/entry-server.jsx --bundle --format=esm --jsx=automatic \
        --log-level=error --outfile=dist/entry-server.js";
    let error = Renderer::start(example_bundle(command), options(), Arc::new(())).await;
    let error = error.err().expect("an error").to_string();
    let advice = "MessageChannel is not defined; there are no streams: render with";
    assert!(error.contains(advice), "{error}");
}

#[tokio::test]
async fn bundle_of_esbuild_renders_as_readme_says() {
    let (_, command) = README.split_once("\nesbuild ").unwrap();
    let (command, _) = command.split_once("\n```").unwrap();
    let bundle = example_bundle(&format!("esbuild --log-level=error {command}"));
    let renderer = start(bundle, options()).await;
    let request = PageRequest::new("/", &json!({ "path": "/" })).unwrap();
    let page = get_page(&renderer, request).await.unwrap();
    assert!(page.ends_with("<p>what React waited for</p><!--/$--></div>\n</html>\n"), "{page}");
}

#[tokio::test]
async fn example_renders_streams_and_ends_at_its_deadline() {
    let bundle = example_bundle("vite build --logLevel error --outDir dist");
    let renderer = start(bundle, options()).await;
    let at = |path| PageRequest::new(path, &json!({ "path": path })).unwrap();
    let page = get_page(&renderer, at("/")).await.unwrap();
    assert!(page.contains("<h1>Rendered at <!-- -->/<!-- --> in"), "{page}");
    assert!(page.ends_with("<p>what React waited for</p><!--/$--></div>\n</html>\n"), "{page}");

    let page = renderer.render(at("/old")).await.unwrap();
    assert_eq!((page.response.status, &*page.response.headers[0].1), (308, "/"));
    assert_eq!(renderer.render(at("/nowhere")).await.unwrap().response.status, 404);

    let mut request = at("/stream/loop");
    request.early_flush = true;
    let mut endless = renderer.render(request).await.unwrap();
    let head = String::from_utf8(endless.next().await.unwrap().unwrap().into()).unwrap();
    assert!(head.ends_with("<title>Example</title>\n<div id=\"app\">"), "{head}");
    assert_eq!(endless.whole().await, Err(RenderError::Timeout(TIMEOUT)));
    assert!(get_page(&renderer, at("/")).await.is_ok());
}

/// What each global is expected to give in `tests/bundles/globals.js`.
const GLOBALS: [(&str, &str); 23] = [
    (
        "URL",
        "https://xn--mnchen-3ya.example:81 xn--mnchen-3ya.example:81 xn--mnchen-3ya.example 81 /a/%C3%A4 ?q=1 #h",
    ),
    ("URLSearchParams", "a=1+2&b=%C3%BC%26&a=%25 2 %zz y"),
    ("setTimeout", "soon,microtask,late"),
    ("clearTimeout", "soon,microtask,late"),
    ("setInterval", "3"),
    ("clearInterval", "3"),
    ("queueMicrotask", "run"),
    ("structuredClone", "true,true,0,1"),
    ("TextEncoder", "195,164,226,130,172,240,159,152,128,239,191,189"),
    ("TextDecoder", "ä\u{fffd}a"),
    ("AbortController", "false,why"),
    ("AbortSignal", "abort,true,AbortError"),
    ("console", "function"),
    ("performance.now", "true"),
    ("Buffer.byteLength", "10"),
    ("new Intl.NumberFormat()", "1.234.567,891"),
    ("new Intl.PluralRules()", "one"),
    ("new Intl.DateTimeFormat()", "1. Januar 1970"),
    ("1..toLocaleString()", "1.234,5"),
    ("1n.toLocaleString()", "1.234"),
    ("new Date().toLocaleDateString()", "1.1.1970"),
    ("\"a\".localeCompare()", "1"),
    ("\"i\".toLocaleUpperCase(\"tr\")", "Iİ"),
];

/// The README lists all globals beside ECMAScript: what there is gives the right result, and the use of
/// what there is not fails with an error that has its name and the advice of the README.
#[tokio::test]
async fn globals_do_what_readme_says_or_name_what_is_missing() {
    check_globals(&renderer("globals.js").await).await;
    // Those of a build start from a snapshot.
    let folder = TempDir::new();
    let mut options = options();
    let snapshot = folder.path().join("snapshot");
    write_snapshot(&snapshot).unwrap();
    options.snapshot = Some(snapshot);
    check_globals(&start(bundle("globals.js"), options).await).await;
}

async fn check_globals(renderer: &Renderer) {
    let (_, table) = README.split_once("\n| Global |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let mut listed = Vec::new();
    for row in table.lines().skip(2) {
        let [_, names, meaning, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (kind, advice) = meaning.trim().split_once(": ").unwrap_or_default();
        let is_missing = kind == "Missing" || (kind == "With V8 only" && ENGINE == "quickjs");
        for name in names.split('`').skip(1).step_by(2) {
            let result = get(renderer, name).await;
            if is_missing {
                let Err(RenderError::Failed { error, .. }) = result else {
                    panic!("{name}: {result:?}")
                };
                let (message, _) = error.split_once('\n').unwrap();
                let word =
                    name.split(['(', ' ']).find(|word| !word.is_empty() && *word != "new").unwrap();
                let word = word.rsplit('.').next().unwrap();
                assert!(message.contains(word) && message.contains(advice), "{name}: {error}");
            } else {
                let (_, expected) = GLOBALS.iter().find(|(global, _)| *global == name).expect(name);
                assert_eq!(result.as_deref(), Ok(*expected), "{name}");
            }
            listed.push(name);
        }
    }
    for (name, _) in GLOBALS {
        assert!(listed.contains(&name), "{name} is not in the README");
    }
}

/// The README names the test of each guarantee.
#[test]
fn readme_of_renderer_names_tests_that_exist() {
    let (_, table) = README.split_once("\n| Guarantee |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/http");
    let sources = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut sources: String = sources.filter_map(|path| fs::read_to_string(path).ok()).collect();
    sources += include_str!("../../server/renderer/src/child/sandbox.rs");
    for row in table.lines().skip(2) {
        let tests = row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2);
        let mut tests = tests.filter(|name| !name.contains('/')).peekable();
        assert!(tests.peek().is_some(), "{row}");
        for test in tests {
            assert!(sources.contains(&format!("fn {test}()")), "{test}");
        }
    }
}
