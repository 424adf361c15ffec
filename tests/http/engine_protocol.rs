//! Engines that are another program: what one that was taken over sends, and one that ends again and again.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::future::join_all;
use marquee_renderer::{Level, Observer, Priority, RenderError, Renderer};
use parking_lot::Mutex;

use crate::support::bundles::{TIMEOUT, at, bundle, get, get_page, options, start};
use crate::support::memory::{children, resident_bytes_of};
use crate::support::server::{signal as kill, until};
use crate::support::temp_dir::TempDir;

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
