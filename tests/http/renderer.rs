//! One bad page never harms another.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use marquee_renderer::{Bundle, Priority, RenderError, Renderer, RendererOptions};

use crate::support::bundles::{OPTIONS, TIMEOUT, at, bundle, get, renderer};
use crate::support::memory::resident_bytes;

async fn assert_good(renderer: &Renderer) {
    assert_eq!(get(renderer, "/").await, Ok("<p>good</p>".into()));
}

/// The page at `address`, rendered with this priority.
async fn get_for(
    renderer: &Renderer,
    priority: &Priority,
    address: &str,
) -> Result<Vec<u8>, RenderError> {
    renderer.render_with_priority(priority, at(address)).await?.body.collect().await
}

fn is_failure_with(result: &Result<String, RenderError>, text: &str) -> bool {
    matches!(result, Err(RenderError::Failed(reason)) if reason.contains(text))
}

#[tokio::test]
async fn failing_page_that_was_the_first_to_be_rendered_breaks_no_engine() {
    let renderer = renderer("counting.js");
    for address in ["/fails-later", "/"] {
        assert!(get(&renderer, address).await.is_ok(), "{address}");
    }
    for _ in 0..3 {
        // A new engine would render it well once more.
        let result = get(&renderer, "/fails-later").await;
        assert!(is_failure_with(&result, "planned failure"), "{result:?}");
    }
}

#[tokio::test]
async fn a_page_that_throws_fails_alone() {
    let renderer = renderer("misbehaving.js");
    for (address, reason) in [
        ("/throws", "planned failure"),
        ("/rejects", "planned rejection"),
        ("/throws-after-first-chunk", "planned failure in the middle"),
        ("/recurses", "stack"),
        ("/writes-nothing", "wrote no page"),
        ("/writes-before-head", "one head"),
        ("/heads-twice", "one head"),
    ] {
        let result = get(&renderer, address).await;
        assert!(is_failure_with(&result, reason), "{address}: {result:?}");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn a_promise_rejected_late_does_not_fail_the_next_visitors_page() {
    let renderer = renderer("misbehaving.js");
    assert_eq!(get(&renderer, "/rejects-late").await, Ok("<p>good</p>".into()));
    assert_good(&renderer).await;
    assert_good(&renderer).await;
}

#[tokio::test]
async fn a_page_that_runs_away_is_stopped_at_its_deadline() {
    let renderer = renderer("misbehaving.js");
    for address in ["/loops", "/loops-after-first-chunk", "/loops-in-regexp", "/loops-in-sort"] {
        let begun = Instant::now();
        assert_eq!(get(&renderer, address).await, Err(RenderError::Timeout(TIMEOUT)), "{address}");
        assert!(begun.elapsed() >= TIMEOUT, "{address}: stopped before its deadline");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn a_page_that_waits_for_nothing_fails_instead_of_hanging() {
    let renderer = renderer("misbehaving.js");
    for address in ["/loops-in-microtasks", "/never-resolves"] {
        let result = tokio::time::timeout(TIMEOUT * 4, get(&renderer, address)).await;
        assert!(matches!(result, Ok(Err(_))), "{address}: {result:?}");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn requests_behind_a_page_that_loops_for_ever_are_served_after_it() {
    let renderer = renderer("misbehaving.js");
    let (looping, others) =
        tokio::join!(get(&renderer, "/loops"), join_all((0..20).map(|_| get(&renderer, "/"))),);
    assert_eq!(looping, Err(RenderError::Timeout(TIMEOUT)));
    assert!(others.iter().all(Result::is_ok), "{others:?}");
}

#[tokio::test]
async fn five_hundred_runaway_pages_leave_no_memory_behind() {
    const PAGES: u64 = 250;
    // Of one page; in pieces this small the allocator's own level moves.
    const LEAST_LEAK: u64 = 32 << 10;
    let options = RendererOptions { timeout: Duration::from_millis(10), ..OPTIONS };
    let renderer = Renderer::start(bundle("misbehaving.js"), options, Arc::new(())).unwrap();
    let mut levels = Vec::new();
    for _ in 0..2 {
        for _ in 0..PAGES {
            assert!(matches!(get(&renderer, "/loops").await, Err(RenderError::Timeout(_))));
            // On a busy machine so short a time may pass without anybody's fault.
            let good = loop {
                match get(&renderer, "/").await {
                    Err(RenderError::Timeout(_)) => {}
                    page => break page,
                }
            };
            assert_eq!(good, Ok("<p>good</p>".into()));
        }
        levels.push(resident_bytes());
    }
    assert!(levels[1] <= levels[0] + PAGES * LEAST_LEAK, "memory grew: {levels:?} bytes");
}

#[tokio::test]
async fn a_page_that_wants_all_memory_fails_and_the_process_lives_on() {
    let options = RendererOptions { timeout: Duration::from_secs(20), ..OPTIONS };
    let renderer = Renderer::start(bundle("misbehaving.js"), options, Arc::new(())).unwrap();
    for _ in 0..3 {
        assert_eq!(
            get(&renderer, "/hogs").await,
            Err(RenderError::HeapExhausted(options.heap_limit)),
        );
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn a_page_that_breaks_the_runtime_for_all_pages_has_it_replaced() {
    let renderer = renderer("misbehaving.js");
    assert_good(&renderer).await;
    for (address, next) in
        [("/poisons", RenderError::EngineLost), ("/poisons-slowly", RenderError::Timeout(TIMEOUT))]
    {
        assert_eq!(get(&renderer, address).await, Ok("<p>good</p>".into()), "{address}");
        // Whoever comes next finds it broken.
        assert_eq!(get(&renderer, "/").await, Err(next), "{address}");
        assert_good(&renderer).await;
    }
}

#[tokio::test]
async fn more_requests_than_can_wait_are_turned_away_at_once() {
    let renderer = renderer("misbehaving.js");
    let begun = Instant::now();
    let looping = renderer.render(at("/loops"));
    let crowd = join_all((0..500).map(|_| renderer.render(at("/"))));
    let (_, crowd) = tokio::join!(looping, crowd);
    let turned_away =
        crowd.iter().filter(|page| matches!(page, Err(RenderError::QueueFull))).count();
    assert!(turned_away > 300, "{turned_away} turned away");
    assert_eq!(crowd.iter().filter(|page| page.is_ok()).count(), 500 - turned_away);
    assert!(begun.elapsed() < TIMEOUT * 4);
}

#[tokio::test]
async fn background_work_waits_for_room_however_much_there_is_of_it() {
    let renderer = renderer("misbehaving.js");
    let background = Priority::background();
    let pages =
        join_all((0..500).map(|_| renderer.render_with_priority(&background, at("/")))).await;
    assert!(pages.iter().all(Result::is_ok), "{pages:?}");
}

#[tokio::test]
async fn clients_go_before_background_work_that_came_first() {
    const BACKGROUND: usize = 100;
    let renderer = renderer("many.js");
    let done = AtomicUsize::new(0);
    let background = join_all((0..BACKGROUND).map(async |_| {
        get_for(&renderer, &Priority::background(), "/").await.unwrap();
        done.fetch_add(1, Ordering::Relaxed);
    }));
    let raised = Priority::background();
    let promoted = async {
        get_for(&renderer, &raised, "/").await.unwrap();
        done.load(Ordering::Relaxed)
    };
    let clients = async {
        // All of the background work is queued by now.
        renderer.raise(&raised);
        get(&renderer, "/").await.unwrap();
        done.load(Ordering::Relaxed)
    };
    let (_, promoted, client) = tokio::join!(background, promoted, clients);
    // What the engine was at, and what it began while the page was handed over.
    assert!(client < BACKGROUND / 4, "a client waited for {client} pages");
    assert!(promoted < BACKGROUND / 4, "the client of a queued page waited for {promoted} pages");
}

#[tokio::test]
async fn background_work_leaves_one_of_two_engines_to_clients() {
    let options = RendererOptions { threads: NonZeroUsize::new(2).unwrap(), ..OPTIONS };
    let renderer = Renderer::start(bundle("misbehaving.js"), options, Arc::new(())).unwrap();
    let background = Priority::background();
    let begun = Instant::now();
    let looping = join_all((0..2).map(|_| get_for(&renderer, &background, "/loops")));
    let client = async {
        let page = get(&renderer, "/").await;
        (page, begun.elapsed())
    };
    let (looping, (page, waited)) = tokio::join!(looping, client);
    assert!(looping.iter().all(Result::is_err), "{looping:?}");
    assert_eq!(page, Ok("<p>good</p>".into()));
    assert!(waited < TIMEOUT, "the client waited {waited:?}");
    assert!(begun.elapsed() >= 2 * TIMEOUT, "both engines did background work");
}

#[tokio::test]
async fn nothing_is_rendered_for_visitors_who_left_while_waiting() {
    let renderer = renderer("misbehaving.js");
    let mut looping = tokio_test::task::spawn(renderer.render(at("/loops")));
    assert!(looping.poll().is_pending());
    // Each of these would take the whole deadline if it were rendered.
    for _ in 0..50 {
        let mut leaving = tokio_test::task::spawn(renderer.render(at("/loops")));
        assert!(leaving.poll().is_pending());
    }
    let begun = Instant::now();
    assert_good(&renderer).await;
    assert!(begun.elapsed() < TIMEOUT * 4, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn two_engine_threads_render_at_the_same_time() {
    let options = RendererOptions { threads: NonZeroUsize::new(2).unwrap(), ..OPTIONS };
    let renderer = Renderer::start(bundle("misbehaving.js"), options, Arc::new(())).unwrap();
    let begun = Instant::now();
    let (looping, good) = tokio::join!(get(&renderer, "/loops"), async {
        let good = get(&renderer, "/").await;
        (good, begun.elapsed())
    });
    assert!(looping.is_err());
    assert_eq!(good.0, Ok("<p>good</p>".into()));
    assert!(good.1 < TIMEOUT, "the good page waited {:?}", good.1);
}

#[test]
fn a_bundle_that_does_not_load_stops_the_start_with_the_reason() {
    for (source, reason) in [
        ("export function render( {", "SyntaxError"),
        (
            "throw new Error('planned failure at load'); export function render() {}",
            "planned failure at load",
        ),
        ("export const page = 1;", "exports no function `render`"),
        ("import './elsewhere.js'; export function render() {}", "Module loading is not supported"),
        (
            "export function configure() { throw new Error('planned refusal') } export function render() {}",
            "planned refusal",
        ),
    ] {
        let bundle = Bundle { source: source.into(), site: serde_json::Value::Null };
        let error =
            Renderer::start(bundle, OPTIONS, Arc::new(())).err().expect("it must not start");
        assert!(matches!(&error, RenderError::Start(_)), "{error:?}");
        assert!(error.to_string().contains(reason), "{reason:?} not in {error}");
    }
}
