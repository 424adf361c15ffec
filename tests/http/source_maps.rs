//! Places of errors in the sources: failed renders, and reports of browsers.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sourcemap::SourceMapBuilder;

use crate::support::builds::write_bundle;
use crate::support::bundles::{record_digests, site_of};
use crate::support::server::{Server, dist, marquee, run_to_end, until};
use crate::support::site::built_site;
use crate::support::temp_dir::TempDir;

/// The function `ks` is `LiveTable` in the sources.
const BUNDLE: &str = r"function ks(){throw Object.assign(new Error('planned'),{componentStack:
'\n    at ks (file:///marquee/entry.js:1:1)\n    at main (<anonymous>)'})}
export function shell(page){page.head();page.write('<p>shell</p>')}
export function render(page,{page:{path}}){if(path==='/throws')ks();
page.head();page.write('<p>good</p>')}
";

const PLACE: &str = "at LiveTable (client/features/live-table/live-table.tsx:42:11)";

/// A folder with a site of [`BUNDLE`] and its source map, whose pages are at these paths.
fn site(paths: &[&str]) -> TempDir {
    let site = site_of("printing.js", paths);
    let source = Some("../client/features/live-table/live-table.tsx");
    let mut map = SourceMapBuilder::new(None);
    map.add(0, 0, 41, 10, source, None, false);
    map.add(0, 9, 41, 10, source, Some("LiveTable"), false);
    map.add(0, 13, 41, 10, source, None, false);
    fs::create_dir(site.path().join("source-maps")).unwrap();
    let file = fs::File::create(site.path().join(MAP)).unwrap();
    map.into_sourcemap().to_writer(file).unwrap();
    write_bundle(site.path(), BUNDLE);
    site
}

const MAP: &str = "source-maps/entry.js.map";

/// Starts a server for this site, and returns the log line of its failed page.
fn failure(site: &Path) -> (Server, Value) {
    let server = Server::with_site(site, &[]);
    let line = server.wait_for_log("the failure", |event| event["url"] == "/throws");
    (server, line)
}

#[tokio::test]
async fn failed_render_is_logged_with_places_in_the_sources() {
    let site = site(&["/", "/throws"]);
    let (server, line) = failure(site.path());
    assert_eq!(line["message"], "page not rendered");
    let error = line["error"].as_str().unwrap();
    assert_eq!(error.lines().nth(1).map(str::trim), Some(PLACE), "{error}");
    assert!(error.starts_with("the page failed to render: Error: planned\n"), "{error}");
    let stack = line["component_stack"].as_str().unwrap();
    let frames: Vec<_> = stack.lines().map(str::trim).collect();
    assert_eq!(frames, [PLACE, "at main (<anonymous>)"]);
    assert_eq!(server.page("/").await, "<p>good</p>");
}

#[tokio::test]
async fn without_a_usable_map_frames_are_logged_as_they_are() {
    for (damage, is_recorded, has_warning) in [
        // As in a build without maps.
        ((|map| fs::remove_file(map).unwrap()) as fn(&Path), true, false),
        (|map| fs::remove_file(map).unwrap(), false, true),
        (|map| fs::write(map, "no map").unwrap(), true, true),
    ] {
        let site = site(&["/", "/throws"]);
        damage(&site.path().join(MAP));
        if is_recorded {
            record_digests(site.path());
        }
        let (server, line) = failure(site.path());
        let error = line["error"].as_str().unwrap();
        assert!(error.contains("at ks (file:///marquee/entry.js:1:"), "{error}");
        let warnings = server.log();
        let warnings = warnings.iter().filter(|event| event["message"] == "source map not read");
        assert_eq!(warnings.count(), usize::from(has_warning));
    }
}

#[tokio::test]
async fn bundle_that_fails_while_it_loads_is_reported_with_places_in_the_sources() {
    let site = site(&["/"]);
    write_bundle(site.path(), &format!("{BUNDLE}ks();"));
    let mut command = marquee();
    let ended = run_to_end(command.env("DIST_DIR", site.path()));
    let error = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && error.contains(PLACE), "{error}");
}

#[tokio::test]
async fn start_whose_every_page_fails_logs_that_once() {
    let site = site(&["/throws"]);
    // The not-found page fails as well.
    let bundle = BUNDLE.replace("if(path==='/throws')ks()", "ks()");
    write_bundle(site.path(), &bundle);
    let server = Server::with_site(site.path(), &[]);
    let line = server.wait_for_log("the summary", |event| event["level"] == "ERROR");
    assert!(line["message"].as_str().unwrap().starts_with("no page can be rendered: "), "{line}");
    assert!(line["error"].as_str().unwrap().contains(PLACE), "{line}");
    assert!(line["component_stack"].as_str().unwrap().contains(PLACE), "{line}");
    let pages = line["pages"].as_u64().unwrap();
    // Each in English and in the negotiated language.
    assert_eq!(pages, 4);
    until("a retry", async || failed_renders(&server.metrics().await) > pages).await;
    let errors = server.log().into_iter().filter(|event| event["level"] == "ERROR");
    assert_eq!(errors.count(), 1);
}

/// The number of renders that failed, those that were retried included.
fn failed_renders(metrics: &str) -> u64 {
    let counts = metrics.lines().filter(|line| {
        line.starts_with("marquee_render_duration_seconds_count{") && line.contains("\"failed\"")
    });
    counts.map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap()).sum()
}

/// The place of a text in a script of the client, as a frame has it, and in its source.
fn places(source: &str, text: &str) -> (String, String) {
    let app = built_site()["assets"]["app"].as_str().unwrap().to_owned();
    let of = |path: &Path| {
        let code = fs::read_to_string(path).unwrap();
        let before = code.split_once(text).expect("the text").0;
        let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, column + 1)
    };
    let (line, column) = of(&dist().join("public").join(&app[1..]));
    let source_line = of(&dist().join("..").join(source)).0;
    let file = app.rsplit('/').next().unwrap();
    (format!("{file}:{line}:{column}"), format!("{source}:{source_line}:"))
}

/// Sends a report with these frames, and returns the frames in the log.
async fn report(server: &Server, frames: &str) -> String {
    let build = built_site()["build"].as_str().unwrap().to_owned();
    let message = format!("report {}", frames.len());
    let query = [("build", &*build), ("message", &message), ("frames", frames)];
    let request = server.request("POST", "/api/hydration-errors").query(&query);
    assert_eq!(request.send().await.unwrap().status(), 204);
    let line = server.wait_for_log(&message, |event| event["report"] == *message);
    line["frames"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn report_of_a_browser_is_logged_with_places_in_the_sources() {
    let server = Server::start(&[]);
    let (frame, place) = places("client/language/messages.ts", "unknown language ");
    let frames = report(&server, &format!("someone@{frame} @{frame} ")).await;
    let frames: Vec<_> = frames.lines().collect();
    assert_eq!(frames.len(), 2, "{frames:?}");
    assert!(frames[0].starts_with(&format!("at someone ({place}")), "{frames:?}");
    assert!(frames[1].starts_with(&format!("at {place}")), "{frames:?}");
}

#[tokio::test]
async fn forged_frames_are_bounded_and_read_no_other_file() {
    let server = Server::start(&[]);
    let unknown = "a@unknown.js:1:2 ";
    assert_eq!(report(&server, unknown).await, "at a (unknown.js:1:2)");
    assert_eq!(report(&server, &unknown.repeat(40)).await, ["at a (unknown.js:1:2)"; 5].join("\n"));
    // The last one is incomplete.
    let forged =
        "a@../../server/entry.js:1:1 \u{1b}[2J@a.js:1:1 a@a.js:0:0 a@a.js:9:99999999999 a@a.js:1:2";
    assert_eq!(report(&server, forged).await, "");
    assert_eq!(report(&server, &format!("{}@a.js:1:1 ", "a".repeat(200))).await, "");
}
