//! Pages of this engine, of Node, and of React as published: byte for byte the same.

use std::io::Write;
use std::iter::repeat_with;
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use marquee::files::sha256;
use marquee_renderer::PageRequest;
use serde_json::{Value, json};

use crate::support::bundles::{get_page, options, site_bundle, start};
use crate::support::server::dist;
use crate::support::site::language_codes;

/// States of one run; `make soak` takes a hundred times as many.
const RANDOM_STATES: usize = 100;

/// Text for links: what the content service may send, and what must be escaped.
const PARTS: &[&str] = &[
    "https://",
    "operator",
    ".example",
    "/",
    "?a=1&b=2",
    "#",
    "\"",
    "'",
    "<",
    ">",
    "</script>",
    "<!--",
    "javascript:",
    "中文",
    "é",
    "\u{1f600}",
    "\u{2028}",
    " ",
    "%20",
    "\\",
];

fn link(random: &mut fastrand::Rng) -> Option<String> {
    match random.u8(..8) {
        0 => None,
        1 => Some(String::new()),
        _ => Some((0..random.usize(1..6)).map(|_| PARTS[random.usize(..PARTS.len())]).collect()),
    }
}

/// The data of a page of the site in any state that a server can be in.
fn random_state(random: &mut fastrand::Rng, languages: &[String]) -> Value {
    let path = if random.u8(..10) == 0 { "/404" } else { "/" };
    let locale = &languages[random.usize(..languages.len())];
    let url = format!("https://marquee.example{path}");
    let translation =
        |code: &String| json!({ "hreflang": code, "url": format!("{url}?lang={code}") });
    let is_indexable = path == "/";
    json!({
        "page": {
            "path": path,
            "locale": locale,
            "isLocaleFixed": random.bool(),
            "canonicalUrl": is_indexable.then_some(&url),
            "alternates":
                languages.iter().filter(|_| is_indexable).map(translation).collect::<Vec<_>>(),
        },
        "link": link(random),
        "blogLink": link(random),
        "seed": random.u32(..),
    })
}

/// Renders pages in Node, with the built bundle and with React as published. Returns the
/// SHA-256 of each, or both where they differ.
fn rendered_in_node(site: &Value, requests: &[Value]) -> Vec<String> {
    let mut node = Command::new("node")
        .args(["--import", "tsx", "tests/http/render-in-node.ts"])
        .current_dir(dist().join(".."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = json!({ "site": site, "requests": requests }).to_string();
    node.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(Into::into).collect()
}

#[tokio::test]
async fn random_states_render_as_with_published_react_in_node() {
    render_random_states(RANDOM_STATES).await;
}

pub async fn render_random_states(count: usize) {
    let languages = language_codes();
    let seed = fastrand::u64(..);
    let mut random = fastrand::Rng::with_seed(seed);
    let requests: Vec<_> =
        repeat_with(|| random_state(&mut random, &languages)).take(count).collect();
    let bundle = site_bundle();
    let expected = rendered_in_node(&bundle.configuration, &requests);
    assert_eq!(expected.len(), count);

    let mut options = options();
    options.engines = NonZeroUsize::new(2).unwrap();
    options.timeout = Duration::from_secs(30);
    options.heap_limit = 64 << 20;
    let renderer = start(bundle, options).await;
    let mut pages = stream::iter(requests.iter().zip(expected))
        .map(|(request, digest)| {
            let page = get_page(&renderer, PageRequest::new("/", request).unwrap());
            async move { (page.await, digest, request) }
        })
        // Few, so that none is rejected on a slow machine.
        .buffered(4);
    while let Some((page, digest, request)) = pages.next().await {
        let page = page.unwrap();
        assert!(sha256(page.as_bytes()) == digest, "seed {seed}, {request}: {digest}\n{page}");
    }
}
