//! Renderers with the test bundles of `tests/bundles`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use marquee::content::OperatorLink;
use marquee::files::sha256;
use marquee::site::Site;
use marquee_renderer::{Bundle, PageRequest, Priority, RenderError, Renderer, RendererOptions};
use serde_json::{Value, json};

use super::temp_dir::TempDir;
use crate::support::server::dist;

/// The render timeout in most of these tests: long enough to render a line on a busy
/// machine, short enough to wait for.
pub const TIMEOUT: Duration = Duration::from_millis(500);

/// One engine, which is the server's program: `main` of these tests is not theirs.
pub fn options() -> RendererOptions {
    let mut options = RendererOptions::default();
    options.timeout = TIMEOUT;
    options.heap_limit = 32 << 20;
    options.program = Some(env!("CARGO_BIN_EXE_marquee").into());
    options
}

pub fn bundle(name: &str) -> Bundle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/bundles").join(name);
    Bundle::new(fs::read_to_string(path).unwrap(), Value::Null)
}

/// The server bundle of the built site, configured as by default.
pub fn site_bundle() -> Bundle {
    let public_url = "https://marquee.example/".parse().unwrap();
    let messaging_link = OperatorLink::parse("https://messaging.example/marquee").unwrap();
    Site::load(&dist(), false)
        .unwrap()
        .bundle(&public_url, &messaging_link, &[], true, 0.1, true)
        .unwrap()
}

/// A request for a page of the site, each time another one.
pub fn site_page(number: u32, languages: &[String]) -> PageRequest {
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

/// Starts one engine with the bundle `name`.
pub async fn renderer(name: &str) -> Renderer {
    start(bundle(name), options()).await
}

/// Starts engines.
pub async fn start(bundle: Bundle, options: RendererOptions) -> Renderer {
    Renderer::start(bundle, options, Arc::new(())).await.unwrap()
}

/// A request for the page at `path` of a test bundle, which may wait for the restart of an engine on a
/// busy machine.
pub fn at(path: &str) -> PageRequest {
    let mut request = PageRequest::new(path, &json!({ "page": { "path": path } })).unwrap();
    request.priority = Priority::client(20 * TIMEOUT);
    request
}

/// Renders the page at `path`.
pub async fn get(renderer: &Renderer, path: &str) -> Result<String, RenderError> {
    get_page(renderer, at(path)).await
}

/// Renders a page.
pub async fn get_page(renderer: &Renderer, request: PageRequest) -> Result<String, RenderError> {
    let page = renderer.render(request).await?.whole().await?;
    Ok(String::from_utf8(page.into()).expect("pages are UTF-8"))
}

/// Creates a built site in a temporary folder, with the bundle `name` and a page at each
/// of `paths`.
pub fn site_of(name: &str, paths: &[&str]) -> TempDir {
    let dist = TempDir::new();
    let routes: Vec<_> = paths.iter().map(|path| serde_json::json!({ "path": path })).collect();
    let site = serde_json::json!({
        "build": "test",
        "built": "2026-01-01T00:00:00.000Z",
        "entry": "entry.js",
        "assets": {},
        "routes": routes,
        "contentService": { "path": "/api/links", "fields": { "link": "base", "blogLink": "blog" } },
        "policy": "default-src 'none'",
        "locales": [
            {
                "code": "en",
                "name": "English",
                "dir": "ltr",
                "script": "Latn",
                "openGraph": "en_US",
                "messages": "/assets/messages-en.json",
                "file": "en.json",
            },
        ],
    });
    fs::create_dir_all(dist.path().join("public/assets")).unwrap();
    fs::write(dist.path().join("site.json"), site.to_string()).unwrap();
    fs::write(dist.path().join("en.json"), "{}").unwrap();
    fs::write(dist.path().join("entry.js"), &*bundle(name).source).unwrap();
    fs::write(dist.path().join("public/assets/messages-en.json"), "{}").unwrap();
    record_digests(dist.path());
    dist
}

/// Records the digests of all files in `site.json`, as the build does.
pub fn record_digests(dist: &Path) {
    let file = dist.join("site.json");
    let mut site: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let digests: serde_json::Map<_, _> = files_below(dist)
        .into_iter()
        .filter_map(|path| {
            let name = path.strip_prefix(dist).unwrap().to_str().unwrap().to_owned();
            let contents = fs::read(&path).unwrap();
            let digest = json!({ "bytes": contents.len(), "sha256": sha256(&contents) });
            (name != "site.json" && !name.starts_with("engine/")).then_some((name, digest))
        })
        .collect();
    site["digests"] = digests.into();
    fs::write(file, site.to_string()).unwrap();
}

pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
