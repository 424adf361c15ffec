//! Incomplete and damaged builds: a start rejects them, with the name of the file, as a reload does
//! (`new_build.rs`). One whose pages are blank starts, and is never ready, as any that cannot be
//! rendered.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::builds::{build, edit_site, write_bundle};
use crate::support::bundles::record_digests;
use crate::support::server::{Server, header, marquee, run_to_end};
use crate::support::temp_dir::TempDir;

/// Damages a build.
type Damage = fn(&Path);

fn asset(folder: &Path, name: &str) -> std::path::PathBuf {
    let site: Value = serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap();
    folder.join(format!("public{}", site["assets"][name].as_str().unwrap()))
}

fn make_fifo(path: &Path) {
    fs::remove_file(path).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// A description of the damage, the damage, and expected parts of the error.
const CASES: [(&str, Damage, &[&str]); 10] = [
    ("no public folder", |site| fs::remove_dir_all(site.join("public")).unwrap(), &["/public/"]),
    (
        "other messages than were built",
        |site| fs::write(site.join("locales/en.json"), "{}").unwrap(),
        &["locales/en.json", "2 bytes"],
    ),
    (
        "a language without messages",
        |site| {
            fs::write(site.join("locales/en.json"), "{}").unwrap();
            record_digests(site);
        },
        &["locales/en.json", "the message", "is missing"],
    ),
    (
        "no routes",
        |site| edit_site(site, |site| site["routes"] = json!([])),
        &["site.json", "`routes` names no page"],
    ),
    (
        "a redirect to nowhere",
        |site| edit_site(site, |site| site["routes"][1]["redirect"] = json!("/nowhere")),
        &["site.json", "/nowhere"],
    ),
    (
        "an empty script",
        |site| {
            fs::write(asset(site, "app"), "").unwrap();
            record_digests(site);
        },
        &["/public/assets/hydrate-", "is empty"],
    ),
    (
        "a script that was cut off",
        |site| fs::write(asset(site, "app"), "let a").unwrap(),
        &["/public/assets/hydrate-", "5 bytes"],
    ),
    (
        "an asset that is a FIFO",
        |site| make_fifo(&asset(site, "icon")),
        &["/public/assets/favicon-", "is not a regular file"],
    ),
    (
        "a server bundle that was changed",
        |site| {
            let entry = site.join("server/entry.js");
            let mut script = fs::read(&entry).unwrap();
            script[0] ^= 1;
            fs::write(entry, script).unwrap();
        },
        &["server/entry.js", "other contents"],
    ),
    (
        "a picture that the build did not record",
        |site| edit_site(site, |site| site["assets"]["icon"] = json!("/assets/none.svg")),
        &["/public/assets/none.svg", "digests"],
    ),
];

#[test]
fn start_rejects_damaged_build() {
    for (what, damage, expected) in CASES {
        let folder = TempDir::new();
        build(folder.path(), "bad");
        damage(folder.path());
        let ended = run_to_end(marquee().env("DIST_DIR", folder.path()));
        let error = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success(), "{what}: {error}");
        assert!(expected.iter().all(|part| error.contains(part)), "{what}: {error}");
    }
}

#[tokio::test]
async fn empty_file_for_the_root_is_served() {
    let folder = TempDir::new();
    build(folder.path(), "root");
    fs::write(folder.path().join("public/empty.txt"), "").unwrap();
    record_digests(folder.path());
    let response = Server::with_site(folder.path(), &[]).get("/empty.txt").await;
    assert_eq!((response.status().as_u16(), response.content_length()), (200, Some(0)));
}

#[tokio::test]
async fn start_with_blank_pages_serves_app_shells_and_is_not_ready() {
    let folder = TempDir::new();
    build(folder.path(), "blank");
    let source = "export function render(page) {
            page.head();
            page.write('<div id=\"app\"></div>');
        }
        export const shell = render;";
    write_bundle(folder.path(), source);
    for cache in ["on", "off"] {
        let server = Server::with_site(folder.path(), &[("PAGE_CACHE", cache)]);
        let line = server.wait_for_log("the error", |event| event["level"] == "ERROR");
        assert!(
            line["message"].as_str().unwrap().starts_with("no page can be rendered: "),
            "{line}"
        );
        let error = line["error"].as_str().unwrap();
        assert_eq!(error, "the page is not whole: it has no `<header`");
        assert_eq!(server.admin("/readyz").await.status(), 503);
        if cache == "on" {
            assert_eq!(header(&server.get("/").await, "cache-control"), "no-store");
        }
    }
}
