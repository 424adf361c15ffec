//! Builds of the site for reloads.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::bundles::record_digests;
use super::html::Page;
use super::metrics::sample;
use super::server::{Server, dist, until, wait_for};
use super::temp_dir::TempDir;

/// Builds of the site in one folder, and a symbolic link to the current one.
pub struct Deployment {
    folder: TempDir,
}

impl Deployment {
    /// Creates builds with these ids; the first one is current.
    pub fn of(ids: &[&str]) -> Self {
        let deployment = Self { folder: TempDir::new() };
        for id in ids {
            build(&deployment.folder.path().join(id), id);
        }
        deployment.point_to(ids[0]);
        deployment
    }

    /// Returns the link, for `DIST_DIR`.
    pub fn current(&self) -> PathBuf {
        self.folder.path().join("current")
    }

    /// Replaces the link atomically.
    pub fn point_to(&self, id: &str) {
        let next = self.folder.path().join("next");
        symlink(self.folder.path().join(id), &next).unwrap();
        fs::rename(next, self.current()).unwrap();
    }
}

/// Copies the built site as the build `id`, with one additional file.
pub fn build(folder: &Path, id: &str) {
    copy(&dist(), folder);
    name_build(folder, id);
    fs::write(folder.join(format!("public/assets/only-{id}.js")), id).unwrap();
    record_digests(folder);
}

/// Gives a build another id.
pub fn name_build(folder: &Path, id: &str) {
    edit_site(folder, |site| site["build"] = id.into());
}

/// Changes `site.json`.
pub fn edit_site(folder: &Path, edit: impl FnOnce(&mut Value)) {
    let file = folder.join("site.json");
    let mut site: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    edit(&mut site);
    // Atomically, for servers that read it.
    let next = folder.join("site.json.next");
    fs::write(&next, site.to_string()).unwrap();
    fs::rename(next, file).unwrap();
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Replaces the server bundle.
pub fn write_bundle(folder: &Path, source: &str) {
    let site: Value = serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap();
    fs::write(folder.join(site["entry"].as_str().unwrap()), source).unwrap();
    record_digests(folder);
}

/// Returns a bundle whose pages are whole, but throw where a condition on `path`, `locale` and
/// `isLocaleFixed` holds.
pub fn bundle_that_throws_if(condition: &str) -> String {
    let whole = whole_page();
    format!(
        "export function render(page, {{ page: {{ path, locale, isLocaleFixed }} }}) {{
            if ({condition}) throw new Error('planned failure');
            page.head();
            page.write('{whole}');
        }}"
    )
}

/// Returns HTML with all that each page of the site has, and longer than any.
pub fn whole_page() -> String {
    let parts =
        "<header><nav></nav></header><main><h1>x</h1></main><footer></footer><i id=\"state\"></i>";
    parts.to_owned() + &" ".repeat(1 << 17)
}

pub async fn served_build(server: &Server) -> String {
    let page = Page::parse(&server.page("/").await);
    page.state()["build"].as_str().unwrap().to_owned()
}

pub fn rejected_reloads(server: &Server) -> Vec<String> {
    let events = server.log();
    let rejected_reloads = events
        .iter()
        .filter(|event| event["message"] == "reload failed, keeping the current build");
    rejected_reloads.map(|event| event["error"].as_str().unwrap().to_owned()).collect()
}

/// Returns the number of reloads with this outcome: `applied` or `rejected`.
pub async fn reloads(server: &Server, outcome: &str) -> u64 {
    sample(&server.metrics().await, &format!("marquee_reloads_total{{outcome=\"{outcome}\"}}"))
}

/// Triggers a reload, and waits for this outcome.
pub async fn reload(server: &Server, outcome: &str) {
    let before = reloads(server, outcome).await;
    server.signal("HUP");
    until(outcome, async || reloads(server, outcome).await > before).await;
}

/// Returns for each applied reload whether it started new engines.
pub async fn engine_starts(server: &Server) -> Vec<bool> {
    let reloads = reloads(server, "applied").await;
    let starts = || -> Vec<_> {
        let log = server.log();
        log.iter().filter_map(|event| event["has_new_engines"].as_bool()).collect()
    };
    // The log is written asynchronously.
    wait_for(|| Some(starts()).filter(|starts| starts.len() as u64 >= reloads))
        .expect("a line each")
}
