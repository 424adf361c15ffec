//! Streaming of chunks while a page is rendered, with backpressure.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use marquee_renderer::{RenderError, Renderer, RendererOptions};

use crate::support::bundles::{OPTIONS, TIMEOUT, at, bundle, get, renderer};

#[tokio::test]
async fn slow_reader_gets_complete_page() {
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
async fn stalled_reader_occupies_engine_no_longer_than_deadline() {
    let renderer = renderer("streaming.js");
    let stuck = renderer.render(at("/long")).await.unwrap();
    assert_eq!(get(&renderer, "/other").await, Ok("<p>short</p>".into()));
    assert_eq!(stuck.body.collect().await, Err(RenderError::Timeout(TIMEOUT)));
    // The bundle was notified, so that it could clean up.
    assert_eq!(get(&renderer, "/abandoned").await, Ok("1".into()));
}

#[tokio::test]
async fn bundle_that_ignores_backpressure_is_stopped() {
    let renderer = renderer("streaming.js");
    let page = renderer.render(at("/ignores-advice")).await.unwrap();
    assert!(matches!(page.body.collect().await, Err(RenderError::Failed(_))));
}

#[tokio::test]
async fn text_is_transferred_unchanged() {
    let renderer = renderer("streaming.js");
    let text = get(&renderer, "/text").await.unwrap();
    // A lone surrogate is not a character; the engines write one or more replacement
    // characters instead.
    assert_eq!(text.replace('\u{fffd}', ""), "中文 é 🎰  end");
}
