//! Two builds behind a load balancer that neither knows them nor retries, as in the middle of
//! a rollout: the recipes of `deploy/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use reqwest::Client;
use serde_json::Value;

use crate::support::builds::{build, copy};
use crate::support::bundles::record_digests;
use crate::support::html::Page;
use crate::support::nginx::Nginx;
use crate::support::server::{Server, client, header};
use crate::support::temp_dir::TempDir;

/// Visits in each stage of a rollout.
const VISITS: usize = 60;

/// Creates the build `id`, whose script, app and style sheet no other build has.
fn distinct_build(id: &str) -> TempDir {
    let folder = TempDir::new();
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

struct Visits {
    /// Visits with a missing file.
    broken: usize,
    /// Visits that got a page of the build `new`.
    of_new: usize,
    /// The files of all pages, those that a page loads later among them.
    files: BTreeSet<String>,
}

/// Loads pages with all their files.
async fn visit(http: &Client, site: &str) -> Visits {
    let mut visits = Visits { broken: 0, of_new: 0, files: BTreeSet::new() };
    for number in 0..VISITS {
        // Else a page with an odd number of files would always come from the same process.
        for _ in 0..number % 3 {
            http.get(format!("{site}/robots.txt")).send().await.unwrap();
        }
        let response = http.get(format!("{site}/")).send().await.unwrap();
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
        let page = Page::parse(&response.text().await.unwrap());
        visits.of_new += usize::from(page.state()["build"] == "new");
        let files = files_of(&page);
        visits.broken += usize::from(!are_there(http, site, &files).await);
        visits.files.extend(files);
    }
    visits
}

/// Returns the style sheet, the scripts, the pictures and the messages of a page.
fn files_of(page: &Page) -> BTreeSet<String> {
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
    let state = page.state();
    let locales = state["locales"].as_array().unwrap();
    urls.extend(locales.iter().map(|locale| locale["messages"].as_str().unwrap().to_owned()));
    urls.retain(|url| !url.starts_with('#'));
    assert!(urls.len() > 10, "{urls:?}");
    urls
}

async fn are_there(http: &Client, site: &str, files: &BTreeSet<String>) -> bool {
    let mut are_there = true;
    for url in files {
        let url = if url.starts_with('/') { format!("{site}{url}") } else { url.clone() };
        are_there &= http.get(url).send().await.unwrap().status() == 200;
    }
    are_there
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
    let store = TempDir::new();
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
    let Visits { broken, of_new, .. } = visit(&client().build().unwrap(), &site).await;
    assert_eq!(broken, 0, "of {VISITS}");
    assert!((VISITS / 4..=VISITS * 3 / 4).contains(&of_new), "{of_new} of {VISITS} are new");
}

#[tokio::test]
async fn no_page_misses_a_file_during_an_upgrade_and_its_rollback() {
    let [old, new] = ["old", "new"].map(distinct_build);
    let next = TempDir::new();
    copy(old.path(), next.path());
    // The images of two releases, and `VERSION-next` of the older one between them.
    copy(&assets(new.path()), &assets(next.path()));
    copy(&assets(old.path()), &assets(new.path()));
    let http = client().build().unwrap();
    {
        let (_processes, _balancer, site) = rollout(old.path(), new.path(), &[]);
        let Visits { broken, .. } = visit(&http, &site).await;
        assert!(broken > 0, "without the first step, the older release lacks files");
    }
    let mut open_files = BTreeSet::new();
    for (from, to) in [(&old, &next), (&next, &new), (&new, &next)] {
        let (_processes, _balancer, site) = rollout(from.path(), to.path(), &[]);
        // Pages that were open before, from both processes.
        assert!(are_there(&http, &site, &open_files).await);
        http.get(format!("{site}/robots.txt")).send().await.unwrap();
        assert!(are_there(&http, &site, &open_files).await);
        let visits = visit(&http, &site).await;
        assert_eq!(visits.broken, 0, "of {VISITS}");
        open_files = visits.files;
    }
    let rolled_back = Server::with_site(next.path(), &[]);
    let site = format!("http://{}", rolled_back.address());
    assert!(are_there(&http, &site, &open_files).await);
}
