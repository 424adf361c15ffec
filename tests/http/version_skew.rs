//! Two builds behind a load balancer that neither knows them nor retries, as in the middle of
//! a rollout: the recipes of `deploy/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::builds::{build, copy};
use crate::support::bundles::record_digests;
use crate::support::html::Page;
use crate::support::nginx::Nginx;
use crate::support::server::{Server, client, header};

const PAGES: usize = 200;

/// Creates the build `id`, whose script, app and style sheet no other build has.
fn distinct_build(id: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), id);
    let file = folder.path().join("site.json");
    let mut site: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for name in ["script", "app", "style"] {
        let old = site["assets"][name].as_str().unwrap().to_owned();
        let new = old.replace("/assets/", &format!("/assets/{id}-"));
        for encoding in ["", ".br", ".gz"] {
            let [old, new] = [&old, &new].map(|url| format!("public{url}{encoding}"));
            fs::rename(folder.path().join(old), folder.path().join(new)).unwrap();
        }
        site["assets"][name] = new.into();
    }
    fs::write(file, site.to_string()).unwrap();
    record_digests(folder.path());
    folder
}

fn assets(build: &Path) -> std::path::PathBuf {
    build.join("public/assets")
}

/// Loads pages with the style sheet, the scripts and the pictures of each. Returns the number
/// of pages with a missing file, and how many of the pages are of the build `new`.
async fn broken_pages(http: &Client, site: &str, new: &str) -> (usize, usize) {
    let (mut broken, mut of_new) = (0, 0);
    for number in 0..PAGES {
        // Else a page with an odd number of files would always come from the same process.
        for _ in 0..number % 3 {
            http.get(format!("{site}/robots.txt")).send().await.unwrap();
        }
        let response = http.get(format!("{site}/")).send().await.unwrap();
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
        let page = Page::parse(&response.text().await.unwrap());
        of_new += usize::from(page.state()["build"] == new);
        let mut urls = BTreeSet::new();
        for (selector, attribute) in [
            ("script[src]", "src"),
            ("script[data-app]", "data-app"),
            ("link[rel=stylesheet], link[rel=icon], link[rel=apple-touch-icon]", "href"),
            ("img", "src"),
            ("use", "href"),
        ] {
            urls.extend(page.attributes(selector, attribute));
        }
        urls.extend(
            page.state()["locales"]
                .as_array()
                .unwrap()
                .iter()
                .map(|locale| locale["messages"].as_str().unwrap().to_owned()),
        );
        let urls: Vec<_> = urls.iter().filter(|url| !url.starts_with('#')).collect();
        assert!(urls.len() > 10, "{urls:?}");
        let mut is_complete = true;
        for url in urls {
            let url = if url.starts_with('/') { format!("{site}{url}") } else { url.clone() };
            is_complete &= http.get(url).send().await.unwrap().status() == 200;
        }
        broken += usize::from(!is_complete);
    }
    (broken, of_new)
}

/// Starts a process with each build, and a load balancer that does not retry.
fn rollout(old: &Path, new: &Path, settings: &[(&str, &str)]) -> (Vec<Server>, Nginx, String) {
    let processes = [old, new].map(|dist| Server::with_site(dist, settings));
    let addresses: Vec<_> = processes.iter().map(|process| process.address().to_owned()).collect();
    let balancer = Nginx::before(&addresses, "proxy_next_upstream off;");
    let site = format!("http://127.0.0.1:{}", balancer.port);
    (processes.into(), balancer, site)
}

#[tokio::test]
async fn no_page_misses_a_file_that_an_asset_store_has() {
    let [old, new] = ["old", "new"].map(distinct_build);
    // Filled before the rollout, with the files of both builds.
    let store = tempfile::tempdir().unwrap();
    copy(&assets(old.path()), &store.path().join("assets"));
    copy(&assets(new.path()), &store.path().join("assets"));
    let location = format!(
        "}} location /assets/ {{ root {}; add_header Access-Control-Allow-Origin *;",
        store.path().display()
    );
    let bucket = Nginx::before(&["127.0.0.1:9".into()], &location);
    let origin = format!("http://127.0.0.1:{}", bucket.port);
    let (_processes, _balancer, site) =
        rollout(old.path(), new.path(), &[("ASSET_ORIGIN", &origin)]);
    let (broken, of_new) = broken_pages(&client().build().unwrap(), &site, "new").await;
    assert_eq!(broken, 0, "of {PAGES}");
    assert!((PAGES / 4..=PAGES * 3 / 4).contains(&of_new), "{of_new} of {PAGES} are new");
}

#[tokio::test]
async fn no_page_misses_a_file_when_both_builds_have_all_files() {
    let [old, new] = ["old", "new"].map(distinct_build);
    let copy_files = |from: &TempDir, to: &TempDir| copy(&assets(from.path()), &assets(to.path()));
    // `PREVIOUS=`, from which alone the old process does not know the new files.
    copy_files(&old, &new);
    let http = client().build().unwrap();
    let (processes, balancer, site) = rollout(old.path(), new.path(), &[]);
    let (broken, _) = broken_pages(&http, &site, "new").await;
    assert!(broken > 0, "the load balancer sends each client to one process");
    drop((processes, balancer));

    // The first step of the rollout: the old build with the files of the new one.
    copy_files(&new, &old);
    let (_processes, _balancer, site) = rollout(old.path(), new.path(), &[]);
    let (broken, of_new) = broken_pages(&http, &site, "new").await;
    assert_eq!(broken, 0, "of {PAGES}");
    assert!((PAGES / 4..=PAGES * 3 / 4).contains(&of_new), "{of_new} of {PAGES} are new");
}
