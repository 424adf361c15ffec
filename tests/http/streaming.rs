//! Pages reach their reader while they are rendered, at the reader's pace.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use marquee_renderer::{RenderError, Renderer, RendererOptions};

use crate::support::bundles::{OPTIONS, TIMEOUT, at, bundle, get, renderer};

#[tokio::test]
async fn the_first_chunk_arrives_before_the_last_is_produced() {
    let renderer = renderer("streaming.js");
    let mut page = renderer.render(at("/endless")).await.unwrap();
    let first = page.body.next().await.unwrap().unwrap();
    assert!(first.starts_with(b"<p>0</p>"));
}

#[tokio::test]
async fn a_long_page_arrives_whole_however_slowly_it_is_read() {
    let options = RendererOptions { timeout: Duration::from_secs(20), ..OPTIONS };
    let renderer = Renderer::start(bundle("streaming.js"), options, Arc::new(())).unwrap();
    let page = renderer.render(at("/long")).await.unwrap();
    let parts: Vec<_> = page
        .body
        .inspect(|_| std::thread::yield_now())
        .map(|chunk| String::from_utf8(chunk.unwrap().to_vec()).unwrap().trim().to_owned())
        .collect()
        .await;
    let expected: Vec<_> = (0..2000).map(|part| format!("<p>{part}</p>")).collect();
    assert_eq!(parts, expected);
}

#[tokio::test]
async fn a_render_whose_visitor_leaves_is_aborted() {
    let options = RendererOptions { timeout: Duration::from_secs(20), ..OPTIONS };
    let renderer = Renderer::start(bundle("streaming.js"), options, Arc::new(())).unwrap();
    let begun = Instant::now();
    for _ in 0..10 {
        let mut page = renderer.render(at("/long")).await.unwrap();
        assert!(page.body.next().await.is_some());
    }
    assert_eq!(get(&renderer, "/abandoned").await, Ok("10".into()));
    assert!(begun.elapsed() < options.timeout, "renders were left to their deadline");
}

#[tokio::test]
async fn a_visitor_who_stops_reading_holds_the_engine_no_longer_than_the_deadline() {
    let renderer = renderer("streaming.js");
    let stuck = renderer.render(at("/long")).await.unwrap();
    assert_eq!(get(&renderer, "/other").await, Ok("<p>short</p>".into()));
    assert_eq!(stuck.body.collect().await, Err(RenderError::Timeout(TIMEOUT)));
    // The bundle was told, and could clean up.
    assert_eq!(get(&renderer, "/abandoned").await, Ok("1".into()));
}

#[tokio::test]
async fn a_bundle_that_floods_its_reader_is_stopped() {
    let renderer = renderer("streaming.js");
    let page = renderer.render(at("/ignores-advice")).await.unwrap();
    assert!(matches!(page.body.collect().await, Err(RenderError::Failed(_))));
}

#[tokio::test]
async fn every_character_arrives_as_it_was_written() {
    let renderer = renderer("streaming.js");
    let text = get(&renderer, "/text").await.unwrap();
    // Half a surrogate pair is no character; the engines put one or more
    // replacement characters in its place.
    assert_eq!(text.replace('\u{fffd}', ""), "中文 é 🎰  end");
}
