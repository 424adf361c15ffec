//! Isolation of renders: a failing page does not affect others.

use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::{Either, join_all, select};
use futures_util::{FutureExt, StreamExt};
use marquee_renderer::{
    Bundle, ENGINE, FinishedRender, Level, Observer, PageRequest, Priority, RenderError, Renderer,
    RendererOptions,
};
use parking_lot::Mutex;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde_json::{Value, json};

use crate::support::bundles::{
    TIMEOUT, at, bundle, get, get_page, options, renderer, site_bundle, site_page, start,
};
use crate::support::memory::{children, resident_bytes_of};
use crate::support::server::{Server, signal as kill, until};
use crate::support::site::language_codes;
use crate::support::temp_dir::TempDir;

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

/// Writes a program whose engines are this script of a shell, in a folder of their own. `$frame` reads a
/// frame of the host; `hello` and `loaded` are files with these events.
fn program(folder: &TempDir, script: &str) -> PathBuf {
    let folder = folder.path();
    fs::write(folder.join("hello"), frame(&[4])).unwrap();
    fs::write(folder.join("loaded"), frame(&[3, 0, 0])).unwrap();
    let program = folder.join("program");
    let script = format!(
        "#!/bin/sh\nPATH=/usr/bin:/bin\ncd {}\n\
         frame() {{ head -c $(head -c 4 | od -An -tu4 --endian=big) > /dev/null; }}\n{script}\n",
        folder.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

fn frame(message: &[u8]) -> Vec<u8> {
    [&u32::try_from(message.len()).unwrap().to_be_bytes(), message].concat()
}

/// Returns a text of this length in a message, after these bytes.
fn text(before: &[u8], length: usize, after: &[u8]) -> Vec<u8> {
    let mut message = before.to_vec();
    let mut rest = length;
    while rest > 0x7f {
        message.push(u8::try_from(rest & 0x7f).unwrap() | 0x80);
        rest >>= 7;
    }
    message.push(u8::try_from(rest).unwrap());
    message.extend(vec![b'x'; length]);
    message.extend(after);
    frame(&message)
}

/// An engine that has been taken over sends what it wants.
#[tokio::test]
async fn engine_that_breaks_the_protocol_is_killed_at_once() {
    const AT_ONCE: Duration = Duration::from_secs(10);
    let head = |length| text(&[0, 0], length, &[]);
    let rest = |length| text(&[1, 0, 0], length, &[0]);
    let printed = |length| text(&[2, 1], length, &[]);
    for (what, early_flush, output) in [
        ("a head that is not asked for", false, head(1)),
        ("two heads", true, [head(1), head(1)].concat()),
        ("a page that is too long", false, rest((16 << 20) + 1)),
        ("a page whose parts are too long", true, [head(9 << 20), rest(9 << 20)].concat()),
        ("a text that is too long", false, printed((8 << 10) + 1)),
        ("texts that are too long together", false, printed(8 << 10).repeat(200)),
        ("empty texts", false, printed(0).repeat(1 << 20)),
        ("no status", false, frame(&[1, 0, 1, 99, 0, 0, 0])),
        ("a header that ends", false, frame(&[1, 0, 1, 0xc8, 1, 1, 1, b'a', 1, b'\n', 0, 0])),
        ("a late status", true, [head(1), frame(&[1, 0, 1, 0xc8, 1, 0, 0, 0])].concat()),
        ("an error that is too long", false, text(&[1, 1, 0], (8 << 10) + 1, &[0, 0])),
        ("the end of a start", false, frame(&[3, 0, 0])),
        ("the start of a start", false, frame(&[4])),
        ("an unknown message", false, frame(&[99])),
        ("an empty frame", false, frame(&[])),
        ("an endless frame", false, vec![0xff; 4]),
        ("nothing, on a closed output", false, Vec::new()),
    ] {
        let folder = TempDir::new();
        fs::write(folder.path().join("forged"), output).unwrap();
        let mut options = options();
        options.timeout = 6 * AT_ONCE;
        let script = "cat hello; frame; cat loaded; frame; cat forged;
            [ -s forged ] || exec >&-; exec sleep 1000";
        options.program = Some(program(&folder, script));
        let renderer = start(bundle("misbehaving.js"), options).await;
        // Those of the row before have ended, and may be there as long as nothing has waited for them.
        let mut engines = children(std::process::id()).into_iter();
        let engine = engines.find(|engine| resident_bytes_of(*engine) > 0).unwrap();
        let mut request = at("/");
        (request.early_flush, request.attempts) = (early_flush, 1);
        let begun = Instant::now();
        let page = get_page(&renderer, request).await;
        assert_eq!(page, Err(RenderError::EngineLost), "{what}");
        until(what, async || resident_bytes_of(engine) == 0).await;
        assert!(begun.elapsed() < AT_ONCE, "{what}: {:?}", begun.elapsed());
        renderer.close().await;
    }
}

/// Counts engines that are started again.
#[derive(Default)]
struct Restarts {
    restarts: AtomicUsize,
    /// Changes of the number of jobs in the queue.
    queued: Mutex<Vec<i64>>,
}

impl Observer for Restarts {
    fn level_changed(&self, level: Level, change: i64) {
        if let Level::Queued = level {
            self.queued.lock().push(change);
        }
    }

    fn engine_restarted(&self, _reason: &RenderError) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }
}

impl Restarts {
    async fn wait_for(&self, restarts: usize) {
        until("restarts", async || self.restarts.load(Ordering::Relaxed) >= restarts).await;
    }
}

#[tokio::test]
async fn engine_that_ends_at_once_is_started_less_and_less_often() {
    let folder = TempDir::new();
    let mut options = options();
    options.program = Some(program(&folder, "cat hello; frame; cat loaded"));
    let restarts = Arc::new(Restarts::default());
    let begun = Instant::now();
    let bundle = bundle("misbehaving.js");
    let _renderer = Renderer::start(bundle, options, restarts.clone()).await.unwrap();
    restarts.wait_for(5).await;
    // The first one is started again at once.
    let delays = Duration::from_millis(100 + 200 + 400 + 800);
    assert!(begun.elapsed() >= delays, "five restarts in {:?}", begun.elapsed());
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
async fn page_costs_three_engines_with_what_follows_its_head() {
    let folder = TempDir::new();
    fs::write(folder.path().join("head"), text(&[0, 0], 1, &[])).unwrap();
    let mut options = options();
    options.program = Some(program(&folder, "cat hello; frame; cat loaded; frame; cat head"));
    let restarts = Arc::new(Restarts::default());
    let bundle = bundle("misbehaving.js");
    let renderer = Renderer::start(bundle, options, restarts.clone()).await.unwrap();
    let mut request = at("/");
    request.early_flush = true;
    let mut page = renderer.render(request).await.unwrap();
    assert_eq!(page.next().await, Some(Ok("x".into())));
    assert_eq!(page.whole().await, Err(RenderError::EngineLost));
    restarts.wait_for(3).await;
    assert_eq!(restarts.restarts.load(Ordering::Relaxed), 3);
    assert_eq!(*restarts.queued.lock(), [1, -1, 1, -1, 1, -1], "it waits again each time");
}

#[tokio::test]
async fn page_with_another_head_does_not_end_as_the_next_page() {
    let folder = TempDir::new();
    let file =
        |name: &str, contents: Vec<u8>| fs::write(folder.path().join(name), contents).unwrap();
    for engine in 1..=3 {
        file(&format!("head-{engine}"), text(&[0, 0], engine, &[]));
    }
    file("end", text(&[1, 0, 0], 4, &[0]));
    file("next", text(&[1, 0, 0], 5, &[0]));
    let mut options = options();
    // The first engine is lost, the second is under suspicion; the third goes on.
    let script = "echo >> starts; start=$(wc -l < starts)
        cat hello; frame; cat loaded; frame; cat head-$start; [ $start -gt 1 ] || exit
        cat end; frame; cat next; exec sleep 1000";
    options.program = Some(program(&folder, script));
    let renderer = start(bundle("misbehaving.js"), options).await;
    let mut request = at("/");
    request.early_flush = true;
    let mut page = renderer.render(request).await.unwrap();
    assert_eq!(page.next().await, Some(Ok("x".into())));
    let (page, next) = tokio::join!(page.whole(), get(&renderer, "/"));
    assert_eq!(next, Ok("xxxxx".into()));
    let error = page.unwrap_err();
    assert!(error.to_string().contains("another head"), "{error}");
}

#[tokio::test]
async fn request_does_not_wait_for_engines_that_do_not_start_again() {
    let folder = TempDir::new();
    let mut options = options();
    let script =
        "[ -e started ] && exit 1; touch started; cat hello; frame; cat loaded; exec sleep 1000";
    options.program = Some(program(&folder, script));
    let renderer = start(bundle("misbehaving.js"), options).await;
    let [engine] = children(std::process::id())[..] else { panic!("not one engine") };
    kill(engine, "KILL");
    until("the engine is down", async || renderer.engines().up == 0).await;
    // More than there are engines, which wait in different places.
    let mut request = at("/");
    request.priority = Priority::client(TIMEOUT);
    let pages = join_all((0..3).map(|_| get_page(&renderer, request.clone())));
    let pages = tokio::time::timeout(20 * TIMEOUT, pages).await.expect("they end");
    assert!(pages.iter().all(|page| *page == Err(RenderError::Timeout(TIMEOUT))), "{pages:?}");
}

#[tokio::test]
async fn program_without_the_engine_does_not_start() {
    let bundle = || bundle("misbehaving.js");
    let folder = TempDir::new();
    let died = program(&folder, "echo started >> starts; echo its last words >&2; exit 7");
    let other = TempDir::new();
    let killed = program(&other, "cat hello; frame; kill -KILL $$");
    let started = || fs::read_to_string(folder.path().join("starts")).unwrap().lines().count();
    for (program, reason) in [
        (Path::new("/bin/true"), "unexpected end of file"),
        (Path::new("/bin/cat"), "unrecognized option"),
        (Path::new("/bin/yes"), "unrecognized option"),
        (Path::new("/nowhere"), "No such file or directory"),
        (&*died, "exit status: 7: its last words"),
        (&*killed, "signal: 9 (SIGKILL)"),
    ] {
        let mut options = options();
        options.program = Some(program.into());
        let error = Renderer::start(bundle(), options, Arc::new(())).await.err().unwrap();
        let error = error.to_string();
        let expected = format!("the engine does not start: {}: ", program.display());
        assert!(error.starts_with(&expected) && error.contains(reason), "{error}");
    }
    assert_eq!(started(), 1);
    // These tests are a program without the hook.
    let mut options = options();
    options.program = None;
    let error = Renderer::start(bundle(), options, Arc::new(())).await.err().unwrap();
    assert!(error.to_string().contains("`main` must call `run_engine_if_asked`"), "{error}");
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
