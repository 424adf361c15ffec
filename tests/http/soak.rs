//! Soak tests of the real site; `make soak` runs them.
#![expect(clippy::print_stdout, reason = "its figures are what it is run for")]

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use marquee_renderer::{ENGINE, PageRequest, Renderer, RendererOptions};
use serde_json::json;

use crate::published_react::render_random_states;
use crate::support::bundles::{get_page, site_bundle};
use crate::support::memory::resident_bytes;
use crate::support::site::language_codes;

const RENDERS: u32 = 20_000;
const WARM_UP: u32 = 4_000;
const MEASURE_EVERY: u32 = 2_000;

fn request(number: u32, languages: &[String]) -> PageRequest {
    let path = if number.is_multiple_of(10) { "/404" } else { "/" };
    let locale = &languages[number as usize % languages.len()];
    let page = json!({
        "path": path,
        "locale": locale,
        "isLocaleFixed": true,
        "canonicalUrl": null,
        "alternates": [],
    });
    let data = json!({ "page": page, "link": null, "blogLink": null, "seed": number });
    PageRequest::new(path, &data).unwrap()
}

#[tokio::test]
async fn ten_thousand_random_states_render_as_with_published_react_in_node() {
    render_random_states(10_000).await;
}

#[tokio::test]
async fn renders_do_not_grow_memory() {
    let options = RendererOptions {
        threads: NonZeroUsize::new(2).unwrap(),
        timeout: Duration::from_secs(10),
        heap_limit: 64 << 20,
    };
    let renderer = Renderer::start(site_bundle(), options, Arc::new(())).unwrap();

    let languages = language_codes();
    let begun = Instant::now();
    let mut levels = Vec::new();
    for batch in 0..RENDERS / 20 {
        let pages =
            join_all((0..20).map(|n| get_page(&renderer, request(batch * 20 + n, &languages))))
                .await;
        assert!(pages.iter().all(Result::is_ok));
        let count = (batch + 1) * 20;
        if count.is_multiple_of(MEASURE_EVERY) {
            levels.push((count, resident_bytes()));
        }
    }
    println!(
        "{ENGINE}: {RENDERS} renders in {:.1} s on two threads",
        begun.elapsed().as_secs_f64()
    );
    for (count, bytes) in &levels {
        println!("  after {count:>6} renders: {:>6} KiB", bytes / 1024);
    }

    let warm = levels.iter().find(|(count, _)| *count >= WARM_UP).unwrap().1;
    let last = levels.last().unwrap().1;
    assert!(last <= warm / 100 * 105, "memory grew from {warm} to {last} bytes");
}
