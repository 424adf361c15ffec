//! Builds with something missing or damaged: neither a start nor a reload takes
//! them, and each says which file it is.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::builds::{build, refusals, served_build};
use crate::support::bundles::record_digests;
use crate::support::server::{Server, marquee, run_to_end};
use crate::support::visitors::{Visitors, expects_a_whole_page};

/// Damages a build.
type Damage = fn(&Path);

fn edit_site(folder: &Path, edit: impl FnOnce(&mut Value)) {
    let file = folder.join("site.json");
    let mut site: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    edit(&mut site);
    fs::write(file, site.to_string()).unwrap();
}

/// The file of the asset that `site.json` calls so.
fn asset(folder: &Path, name: &str) -> std::path::PathBuf {
    let site: Value = serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap();
    folder.join(format!("public{}", site["assets"][name].as_str().unwrap()))
}

fn make_fifo(path: &Path) {
    fs::remove_file(path).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What is done to a build, and what the error says of it.
const CASES: [(&str, Damage, &[&str]); 10] = [
    ("no public folder", |site| fs::remove_dir_all(site.join("public")).unwrap(), &["/public/"]),
    (
        "other messages than were built",
        |site| fs::write(site.join("locales/zh.json"), "{}").unwrap(),
        &["locales/zh.json", "2 bytes"],
    ),
    (
        "a language without messages",
        |site| {
            fs::write(site.join("locales/zh.json"), "{}").unwrap();
            record_digests(site);
        },
        &["locales/zh.json", "the message", "is missing"],
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

#[tokio::test]
async fn reload_rejects_a_damaged_build_and_clients_notice_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    build(&site, "good");
    let server = Server::with_site(&site, &[("WORKERS", "1")]);
    server.until("/readyz", 200).await;
    let script = asset(&site, "app").strip_prefix(site.join("public")).unwrap().to_owned();
    let script = format!("/{}", script.display());
    let mut visitors = Visitors::come(&server, &["/", "/?lang=zh"], 1, expects_a_whole_page);
    for (what, damage, expected) in CASES {
        fs::remove_dir_all(&site).unwrap();
        build(&site, "bad");
        damage(&site);
        let known = refusals(&server).len();
        server.signal("HUP");
        while refusals(&server).len() == known {
            visitors.wait_for(1).await;
        }
        let said = refusals(&server).pop().unwrap();
        assert!(expected.iter().all(|part| said.contains(part)), "{what}: {said}");
        assert_eq!(served_build(&server).await, "good", "{what}");
        assert_eq!(server.get(&script).await.status(), 200, "{what}");
    }
    visitors.leave().await;
}

#[test]
fn start_rejects_a_damaged_build() {
    for (what, damage, expected) in CASES {
        let folder = tempfile::tempdir().unwrap();
        build(folder.path(), "bad");
        damage(folder.path());
        let ended = run_to_end(marquee().env("DIST_DIR", folder.path()));
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success(), "{what}: {said}");
        assert!(expected.iter().all(|part| said.contains(part)), "{what}: {said}");
    }
}
