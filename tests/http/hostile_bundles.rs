//! Pages that try to hurt the server: each fails alone, at its deadline at the latest, whatever it
//! does, and its engine is back at once.

use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use marquee_renderer::{ENGINE, RenderError, Renderer, engine_bytes};

use crate::support::bundles::{bundle, get, options, start};
use crate::support::memory::{children, resident_bytes_of};
use crate::support::metrics::sample;
use crate::support::server::{Server, until};

const DEADLINE: Duration = Duration::from_millis(500);

/// For the start of an engine on a busy machine. Without its process, an engine would go on for 5 s
/// and more after the deadline.
const START: Duration = Duration::from_secs(4);

const HEAP_LIMIT: usize = 64 << 20;

/// For the program, which engines share with the server.
const PROGRAM: u64 = 64 << 20;

/// Each page, and how it may end on `QuickJS` and on V8. Where a limit of memory and the deadline are
/// close, either is reached first.
const PAGES: [(&str, &str, &str); 53] = [
    ("/loop", "timeout", "timeout"),
    ("/index-of", "timeout", "failed"),
    ("/includes", "timeout", "timeout"),
    ("/join", "timeout", "failed"),
    ("/split-and-join", "timeout", "timeout"),
    ("/sort", "timeout", "timeout"),
    ("/sort-callback", "timeout", "timeout"),
    ("/replace-all", "timeout", "timeout"),
    ("/replace-callback", "timeout", "timeout"),
    ("/json", "timeout", "timeout"),
    ("/to-json", "timeout", "timeout"),
    ("/getter", "timeout", "timeout"),
    ("/proxy-keys", "timeout", "timeout"),
    ("/pad", "timeout", "timeout heap failed"),
    ("/fill", "timeout", "timeout"),
    ("/regexp", "timeout", "timeout"),
    ("/big-int", "timeout", "timeout"),
    ("/spread", "timeout heap", "timeout heap"),
    ("/function", "timeout", "timeout"),
    ("/eval", "timeout", "timeout"),
    ("/microtasks", "timeout heap", "timeout heap"),
    ("/async-loop", "timeout", "timeout"),
    ("/never-settles", "failed", "failed"),
    ("/thenable", "timeout", "timeout"),
    ("/rejections", "ok", "ok"),
    ("/throws-symbol", "failed", "failed"),
    ("/throws-undefined", "failed", "failed"),
    ("/throws-null", "failed", "failed"),
    ("/throws-proxy", "failed", "failed"),
    ("/throws-without-text", "failed", "failed"),
    ("/throws-endless-text", "timeout", "timeout"),
    ("/throws-endless-stack", "timeout", "timeout"),
    ("/throws-aggregate", "failed", "failed"),
    ("/throws-cycle", "failed", "failed"),
    ("/throws-long-text", "failed lost timeout", "failed"),
    ("/recursion", "failed", "failed"),
    ("/recursive-getter", "failed", "failed"),
    ("/objects", "heap timeout", "heap timeout"),
    ("/map", "heap timeout", "heap timeout"),
    ("/string", "heap failed timeout", "heap failed timeout"),
    ("/typed-arrays", "heap failed lost timeout", "heap failed lost timeout"),
    ("/finalizers", "heap timeout", "heap timeout"),
    ("/shared-memory", "failed", "failed"),
    ("/waits", "failed", "failed"),
    ("/intrinsics", "failed", "failed"),
    ("/web-assembly", "failed", "failed"),
    ("/realm", "failed", "failed"),
    ("/floods", "failed timeout", "failed timeout"),
    ("/writes-once", "failed timeout", "failed timeout"),
    ("/heads", "failed", "failed"),
    ("/prints", "timeout", "timeout"),
    ("/prints-nothing", "timeout", "timeout"),
    ("/", "ok", "ok"),
];

/// Renders a page. Returns how that ended, and the most memory that an engine had meanwhile.
async fn observe(renderer: &Renderer, path: &str) -> (&'static str, u64) {
    let mut most = 0;
    let page = get(renderer, path);
    tokio::pin!(page);
    let mut samples = tokio::time::interval(Duration::from_millis(5));
    loop {
        tokio::select! {
            page = &mut page => return (page.as_ref().map_or_else(RenderError::kind, |_| "ok"), most),
            _ = samples.tick() => {
                let engines = children(std::process::id()).into_iter().map(resident_bytes_of);
                most = engines.fold(most, u64::max);
            }
        }
    }
}

#[tokio::test]
async fn hostile_page_fails_alone_and_in_time() {
    let mut options = options();
    options.timeout = DEADLINE;
    options.heap_limit = HEAP_LIMIT;
    let renderer = start(bundle("hostile.js"), options).await;
    let mut wrong = Vec::new();
    for (path, on_quickjs, on_v8) in PAGES {
        let expected = if ENGINE == "v8" { on_v8 } else { on_quickjs };
        let begun = Instant::now();
        let (outcome, memory) = observe(&renderer, path).await;
        let duration = begun.elapsed();
        let next = get(&renderer, "/").await;
        let until_next = begun.elapsed();
        if !expected.split(' ').any(|expected| expected == outcome)
            || duration > DEADLINE + START
            || until_next > DEADLINE + START
            || memory > engine_bytes(HEAP_LIMIT) + PROGRAM
            || next != Ok("<p>good</p>".into())
        {
            wrong.push((path, outcome, duration, memory >> 20, until_next, next));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn other_pages_are_served_and_process_stops_while_engines_hang() {
    let hangs =
        ["/includes", "/sort", "/replace-all", "/json", "/microtasks", "/throws-endless-text"];
    let paths = [&["/"], &hangs[..]].concat();
    let settings = [
        ("RENDER_THREADS", "2"),
        ("RENDER_TIMEOUT", "500ms"),
        ("DRAIN_DELAY", "0s"),
        ("SHUTDOWN_TIMEOUT", "2s"),
    ];
    let mut server = Server::with_bundle("hostile.js", &paths, &settings);
    // Ready though hostile pages fail, and others may have waited too long for an engine.
    until("the page is served", async || server.get("/").await.status() == 200).await;
    for path in hangs {
        server.wait_for_metrics("\nmarquee_engines_up 2\n").await;
        let others = join_all((0..20).map(|_| server.page("/")));
        let (hostile, others) = join(server.get(path), others).await;
        assert_eq!(hostile.status(), 503, "{path}");
        assert!(others.iter().all(|page| page == "<p>good</p>"), "{path}: {others:?}");
    }
    until("the engines are up again", async || {
        let metrics = server.metrics().await;
        let restarts = ["timeout", "heap"].map(|reason| {
            let name = format!("marquee_engine_restarts_total{{reason=\"{reason}\"}}");
            sample::<usize>(&metrics, &name)
        });
        restarts.iter().sum::<usize>() >= hangs.len()
            && metrics.contains("\nmarquee_engines_up 2\n")
    })
    .await;
    assert_eq!(server.admin("/readyz").await.status(), 200);

    let stuck = join_all(hangs.map(|path| server.request("GET", path).send()));
    let engines = server.engines();
    let stop = async {
        server.wait_for_metrics("\nmarquee_renders_in_flight 2\n").await;
        server.signal("TERM");
    };
    let begun = Instant::now();
    let _ = join(stuck, stop).await;
    assert_eq!(server.wait(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(5), "stopped after {:?}", begun.elapsed());
    for engine in engines {
        assert_eq!(resident_bytes_of(engine), 0, "engine {engine} is still there");
    }
}
