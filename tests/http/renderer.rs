//! Isolation of renders: a failing page does not affect others.

use std::fs;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::{Either, join_all, select};
use marquee_renderer::{
    Bundle, ENGINE, FinishedRender, Observer, PageRequest, Priority, RenderError, Renderer,
    RendererOptions,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde_json::{Value, json};

use crate::support::bundles::{
    TIMEOUT, at, bundle, get, get_page, options, renderer, site_bundle, site_page, start,
};
use crate::support::memory::children;
use crate::support::server::{Server, signal as kill, until};
use crate::support::site::language_codes;

async fn assert_good(renderer: &Renderer) {
    assert_eq!(get(renderer, "/").await, Ok("<p>good</p>".into()));
}

fn is_failure_with(result: &Result<String, RenderError>, text: &str) -> bool {
    matches!(result, Err(RenderError::Failed { error, .. }) if error.contains(text))
}

#[tokio::test]
async fn page_that_throws_is_retried_with_another_engine_once() {
    let renderer = renderer("counting.js").await;
    assert!(get(&renderer, "/fails-later").await.is_ok());
    // The engine may be to blame; another one renders the page without an error.
    assert!(get(&renderer, "/fails-later").await.is_ok());
    for _ in 0..3 {
        let result = get(&renderer, "/fails-later").await;
        assert!(is_failure_with(&result, "planned failure"), "{result:?}");
    }
}

#[tokio::test]
async fn page_that_throws_at_its_last_attempt_says_why() {
    let mut request = at("/throws");
    request.attempts = 1;
    let result = get_page(&renderer("misbehaving.js").await, request).await;
    assert!(is_failure_with(&result, "planned failure"), "{result:?}");
}

#[tokio::test]
async fn page_whose_engine_is_killed_or_crashes_is_rendered_by_another() {
    let renderer = renderer("counting.js").await;
    for signal in ["KILL", "ILL", "ABRT"] {
        let [engine] = children(std::process::id())[..] else { panic!("not one engine") };
        let killed = async { kill(engine, signal) };
        let (page, ()) = tokio::join!(get(&renderer, "/"), killed);
        assert_eq!(page, Ok("<p>render 1</p>".into()), "{signal}");
        let [next] = children(std::process::id())[..] else { panic!("not one engine") };
        assert_ne!(engine, next);
    }
}

#[tokio::test]
async fn engine_has_a_name_and_no_environment_privileges_and_signals() {
    let _renderer = renderer("misbehaving.js").await;
    let [engine] = children(std::process::id())[..] else { panic!("not one engine") };
    let file = |name| fs::read_to_string(format!("/proc/{engine}/{name}")).unwrap();
    assert_eq!(file("environ"), "V82JSC_NO_BC_CACHE=1\0");
    assert_eq!(file("comm"), "marquee-engine\n");
    assert_eq!(file("cmdline"), "marquee-engine\0--marquee-engine\0");
    let status = file("status");
    let blocked = status.lines().find_map(|line| line.strip_prefix("SigBlk:\t")).unwrap();
    let blocked = u64::from_str_radix(blocked, 16).unwrap();
    for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM, libc::SIGUSR1] {
        assert_ne!(blocked & (1 << (signal - 1)), 0, "{signal} in {status}");
    }
    for line in ["NoNewPrivs:\t1", "Seccomp:\t2"] {
        assert!(status.contains(line), "{line} not in {status}");
    }
    let descriptors = fs::read_dir(format!("/proc/{engine}/fd")).unwrap();
    let opened: Vec<_> = descriptors
        .map(|entry| fs::read_link(entry.unwrap().path()).unwrap().display().to_string())
        .filter(|target| !target.starts_with("pipe:") && !target.starts_with("anon_inode:"))
        .collect();
    assert_eq!(opened, [""; 0]);
}

/// Panics at each page, as a library does at the limit of threads.
struct Panicking;

impl Observer for Panicking {
    fn rendered(&self, _render: &FinishedRender<'_>) {
        panic!("planned panic");
    }
}

#[tokio::test]
async fn engine_whose_task_panics_is_started_again() {
    let bundle = bundle("misbehaving.js");
    let renderer = Renderer::start(bundle, options(), Arc::new(Panicking)).await.unwrap();
    for _ in 0..2 {
        let mut request = at("/");
        request.attempts = 1;
        assert_eq!(get_page(&renderer, request).await, Err(RenderError::EngineLost));
        until("it is up", async || renderer.engines().up == 1).await;
    }
}

#[tokio::test]
async fn engines_without_a_sandbox_are_counted_and_logged() {
    const UNCONFINED: &str = "\nmarquee_engines_unconfined ";
    let settings = [("RENDER_THREADS", "2")];
    let server = Server::with_bundle("long.js", &["/"], &settings);
    server.wait_for_metrics(&format!("{UNCONFINED}0\n")).await;
    // As some container engines do: this thread, and the processes that it starts, install no filter.
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let rules = [(libc::SYS_seccomp, Vec::new())].into();
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch).unwrap();
    seccompiler::apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
    let server = Server::with_bundle("long.js", &["/"], &settings);
    server.wait_for_metrics(&format!("{UNCONFINED}2\n")).await;
    let line = server.wait_for_log("the sandbox", |event| {
        event["message"] == "engines run without all of their sandbox"
    });
    let error = line["error"].as_str().unwrap();
    assert!(error.contains("system calls: "), "{error}");
    assert_eq!(server.page("/").await, "<p>short</p>");
}

#[tokio::test]
async fn throwing_page_fails_alone() {
    let renderer = renderer("misbehaving.js").await;
    for (path, reason) in [
        ("/throws", "planned failure"),
        ("/rejects", "planned rejection"),
        ("/throws-after-first-chunk", "planned failure in the middle"),
        ("/recurses", "stack"),
        ("/writes-nothing", "wrote no page"),
        ("/writes-before-head", "one head"),
        ("/heads-twice", "one head"),
    ] {
        let result = get(&renderer, path).await;
        assert!(is_failure_with(&result, reason), "{path}: {result:?}");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn page_that_is_too_long_fails() {
    // 16 MiB take longer than a line, and the default of the heap.
    let mut options = options();
    options.timeout = 20 * TIMEOUT;
    options.heap_limit = RendererOptions::default().heap_limit;
    let renderer = start(bundle("long.js"), options).await;
    for path in ["/floods", "/too-long"] {
        let result = get(&renderer, path).await;
        assert!(is_failure_with(&result, "longer than 16 MiB"), "{path}: {:?}", result.err());
    }
    assert_eq!(get(&renderer, "/longest").await.unwrap().len(), 16 << 20);
}

#[tokio::test]
async fn text_is_transferred_unchanged() {
    let text = get(&renderer("long.js").await, "/text").await.unwrap();
    // A lone surrogate is not a character; the engines write one or more replacement
    // characters instead.
    assert_eq!(text.replace('\u{fffd}', ""), "中文 é 🎰  end");
}

#[tokio::test]
async fn late_promise_rejection_does_not_fail_next_page() {
    let renderer = renderer("misbehaving.js").await;
    assert_eq!(get(&renderer, "/rejects-late").await, Ok("<p>good</p>".into()));
    assert_good(&renderer).await;
    assert_good(&renderer).await;
}

#[tokio::test]
async fn runaway_page_is_stopped_at_deadline() {
    let renderer = renderer("misbehaving.js").await;
    for path in ["/loops", "/loops-after-first-chunk", "/loops-in-regexp", "/loops-in-sort"] {
        let begun = Instant::now();
        assert_eq!(get(&renderer, path).await, Err(RenderError::Timeout(TIMEOUT)), "{path}");
        assert!(begun.elapsed() >= TIMEOUT, "{path}: stopped before its deadline");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn heap_exhaustion_fails_only_its_page() {
    let mut options = options();
    options.timeout = Duration::from_secs(20);
    let heap_limit = options.heap_limit;
    let renderer = start(bundle("misbehaving.js"), options).await;
    for _ in 0..3 {
        assert_eq!(get(&renderer, "/hogs").await, Err(RenderError::HeapExhausted(heap_limit)));
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn pages_leave_nothing_in_the_heap() {
    // Each of so many pages may leave 10 KiB behind, with V8 20.
    const PAGES: u32 = 300;
    let mut options = options();
    options.timeout = Duration::from_secs(20);
    options.heap_limit = if ENGINE == "v8" { 16 << 20 } else { 8 << 20 };
    let renderer = start(site_bundle(), options).await;
    let languages = language_codes();
    for number in 0..PAGES {
        let page = get_page(&renderer, site_page(number, &languages)).await;
        assert!(page.is_ok(), "page {number}: {:?}", page.err());
    }
}

#[tokio::test]
async fn engine_broken_by_a_page_is_replaced() {
    let renderer = renderer("misbehaving.js").await;
    assert_good(&renderer).await;
    for (path, next) in [
        ("/poisons", Ok("<p>good</p>".into())),
        ("/poisons-slowly", Err(RenderError::Timeout(TIMEOUT))),
    ] {
        assert_eq!(get(&renderer, path).await, Ok("<p>good</p>".into()), "{path}");
        // The next page meets the broken engine.
        assert_eq!(get(&renderer, "/").await, next, "{path}");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn requests_beyond_queue_limit_are_rejected_immediately() {
    let renderer = renderer("misbehaving.js").await;
    let looping = async {
        let _ = renderer.render(at("/loops")).await;
        Instant::now()
    };
    let pages = join_all((0..500).map(async |_| (renderer.render(at("/")).await, Instant::now())));
    let (looped, pages) = tokio::join!(looping, pages);
    let (rejected, successful): (Vec<_>, Vec<_>) =
        pages.iter().partition(|(page, _)| matches!(page, Err(RenderError::QueueFull)));
    assert!(rejected.len() > 300, "{} rejected", rejected.len());
    assert!(rejected.iter().all(|(_, at)| *at < looped), "not while the engine is busy");
    assert!(successful.iter().all(|(page, _)| page.is_ok()));
}

#[tokio::test]
async fn requests_that_would_wait_long_for_slow_pages_are_rejected() {
    let renderer = renderer("counting.js").await;
    for _ in 0..16 {
        assert!(get(&renderer, "/").await.is_ok());
    }
    let pages = join_all((0..50).map(|_| renderer.render(at("/")))).await;
    let waits: Vec<_> = pages.iter().flatten().map(|page| page.queue_wait).collect();
    // The limit is half a second, by the time that earlier pages took: of 0.1 s, or three times as long.
    assert!((2..25).contains(&waits.len()), "{} are rendered", waits.len());
    assert!(waits.iter().all(|wait| *wait < Duration::from_secs(3)), "{waits:?}");
}

#[tokio::test]
async fn clients_after_one_hung_render_are_not_rejected() {
    let renderer = renderer("misbehaving.js").await;
    for _ in 0..16 {
        assert_good(&renderer).await;
    }
    assert_eq!(get(&renderer, "/loops").await, Err(RenderError::Timeout(TIMEOUT)));
    let pages = join_all((0..30).map(|_| renderer.render(at("/")))).await;
    assert!(pages.iter().all(Result::is_ok));
}

#[tokio::test]
async fn request_in_the_background_is_not_rejected() {
    let renderer = renderer("misbehaving.js").await;
    let mut request = at("/");
    request.priority = Priority::background();
    let pages = join_all((0..500).map(|_| renderer.render(request.clone()))).await;
    assert!(pages.iter().all(Result::is_ok));
}

#[tokio::test]
async fn clients_precede_the_background_and_have_an_engine_of_their_own() {
    const BACKGROUND: usize = 100;
    // Slower than what is between two of them, with V8 too.
    const SLOW: &str = "export function render(page, { page: { path } }) {
        for (const begun = Date.now(); path === '/loops' || Date.now() < begun + 5;);
        page.head();
    }";
    let mut options = options();
    (options.engines, options.timeout) = (NonZeroUsize::new(2).unwrap(), 20 * TIMEOUT);
    let renderer = start(Bundle::new(SLOW, Value::Null), options).await;
    let done = AtomicUsize::new(0);
    let in_background = |path| {
        let mut request = at(path);
        request.priority = Priority::background();
        request
    };
    let render = async |request| {
        assert!(renderer.render(request).await.is_ok());
        done.fetch_add(1, Ordering::Relaxed)
    };
    let background = join_all((0..BACKGROUND).map(|_| render(in_background("/"))));
    let raised = in_background("/");
    let (priority, raised) = (raised.priority.clone(), render(raised));
    let client = async {
        // All others wait by now.
        priority.raise(20 * TIMEOUT);
        render(at("/")).await
    };
    let (_, raised, client) = tokio::join!(background, raised, client);
    assert!(client < BACKGROUND / 4, "a client waited for {client} pages");
    assert!(raised < BACKGROUND / 4, "the client of a queued page waited for {raised} pages");

    let hang = || Box::pin(renderer.render(in_background("/loops")));
    let clients = join_all((0..10).map(|_| render(at("/"))));
    let first = select(select(hang(), hang()), clients).await;
    assert!(matches!(first, Either::Right(_)), "clients waited for the background");
}

#[tokio::test]
async fn queued_renders_of_disconnected_clients_are_skipped() {
    let renderer = renderer("misbehaving.js").await;
    let mut looping = Box::pin(renderer.render(at("/loops")));
    assert!((&mut looping).now_or_never().is_none());
    // Each of these would take the whole deadline if it were rendered.
    for _ in 0..50 {
        assert!(renderer.render(at("/loops")).now_or_never().is_none());
    }
    let begun = Instant::now();
    assert_good(&renderer).await;
    assert!(begun.elapsed() < TIMEOUT * 4, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn bundle_that_does_not_load_is_a_start_error() {
    for (source, reason) in [
        ("export function render( {", "SyntaxError"),
        (
            "throw new Error('planned failure at load'); export function render() {}",
            "planned failure at load",
        ),
        ("export const page = 1;", "exports no function `render`"),
        ("import './elsewhere.js'; export function render() {}", "Module loading is not supported"),
        (
            "for (const hoard = [];;) hoard.push(new Array(1000).fill(0)); export function render() {}",
            "heap limit",
        ),
        (
            "export function configure() { throw new Error('planned failure') } export function render() {}",
            "planned failure",
        ),
    ] {
        let bundle = Bundle::new(source, Value::Null);
        let error = Renderer::start(bundle, options(), Arc::new(())).await.err().expect("an error");
        assert!(matches!(&error, RenderError::Start(_)), "{error:?}");
        assert!(error.to_string().contains(reason), "{reason:?} not in {error}");
    }
}

#[tokio::test]
async fn page_has_the_status_and_headers_of_its_bundle() {
    let source =
        "export function render(page, response) { page.head('<p>', response); page.write('x'); }";
    let renderer = start(Bundle::new(source, Value::Null), options()).await;
    let render = async |response, early_flush| {
        let mut request = PageRequest::new("/", &response).unwrap();
        request.early_flush = early_flush;
        let page = renderer.render(request).await?;
        let response = page.response.clone();
        Ok::<_, RenderError>((response.status, response.headers, page.whole().await?))
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let cookies = vec![pair("set-cookie", "a=1"), pair("set-cookie", "b=2")];
    for early_flush in [false, true] {
        for (response, status, headers) in [
            (Value::Null, 200, Vec::new()),
            (json!({ "status": 404 }), 404, Vec::new()),
            (
                json!({ "status": 302, "headers": { "location": "/a" } }),
                302,
                vec![pair("location", "/a")],
            ),
            (
                json!({ "headers": [["set-cookie", "a=1"], ["set-cookie", "b=2"]] }),
                200,
                cookies.clone(),
            ),
        ] {
            let expected = Ok((status, headers, "<p>x".into()));
            assert_eq!(render(response, early_flush).await, expected);
        }
    }
    for (response, words) in [
        (json!({ "status": 101 }), "101 is no status from 200 to 599"),
        (json!({ "status": "404" }), "invalid type"),
        (json!({ "headers": { "a b": "" } }), "cannot have a header `a b`"),
        (json!({ "headers": { "Content-Length": 1 } }), "cannot have a header `Content-Length`"),
        (json!({ "headers": { "location": "/\r\nx: y" } }), "`location` is not printable ASCII"),
        (json!({ "headers": { "x": "x".repeat(8 << 10) } }), "longer than 8 KiB"),
    ] {
        let error = render(response, false).await.unwrap_err();
        assert!(is_failure_with(&Err(error.clone()), words), "{error}");
    }
}
