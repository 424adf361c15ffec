//! Reloads that are asked for often, change nothing, or must not be done.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::builds::{
    Deployment, build, engine_starts, refusals, reload, reloads, served_build, write_bundle,
};
use crate::support::server::{Server, wait_for};
use crate::support::visitors::{Visitors, expects_a_whole_page};

const PATHS: [&str; 4] = ["/", "/?lang=en", "/?lang=zh", "/?lang=ms"];

#[tokio::test]
async fn second_reload_of_the_same_build_keeps_the_files_of_the_release_before() {
    let deployment = Deployment::of(&["first", "second"]);
    let server = Server::with_site(&deployment.current(), &[]);
    server.until("/readyz", 200).await;
    deployment.point_to("second");
    reload(&server, "applied").await;
    for _ in 0..2 {
        reload(&server, "applied").await;
        assert_eq!(engine_starts(&server).await.last(), Some(&false));
        for file in ["first", "second"] {
            assert_eq!(server.page(&format!("/assets/only-{file}.js")).await, file);
        }
    }
}

#[tokio::test]
async fn reload_without_a_page_cache_probes_every_page_in_every_language() {
    const BUNDLE: &str = "
        export function render(id, { page: { path, locale, isLocaleFixed } }) {
            if (path === '/404' && locale === 'ms' && isLocaleFixed) throw new Error('planned failure of one page');
            marquee.head(id);
            marquee.write(id, '<p>good</p>');
        }
    ";
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "good");
    let server = Server::with_site(folder.path(), &[("PAGE_CACHE", "off")]);
    server.until("/readyz", 200).await;
    write_bundle(folder.path(), BUNDLE);
    reload(&server, "rejected").await;
    // Lines of the log come a moment later.
    let said = wait_for(|| refusals(&server).pop()).unwrap();
    assert!(said.starts_with("/404?lang=ms: ") && said.contains("planned failure"), "{said}");
    assert_eq!(served_build(&server).await, "good");
}

#[tokio::test]
async fn reload_storm_under_load_costs_no_request_and_runs_a_few_reloads() {
    const SIGNALS: usize = 200;
    let deployment = Deployment::of(&["first", "second", "third"]);
    let server = Server::with_site(&deployment.current(), &[("RENDER_THREADS", "2")]);
    server.until("/readyz", 200).await;
    let mut visitors = Visitors::come(&server, &PATHS, 2, expects_a_whole_page);
    visitors.wait_for(100).await;
    deployment.point_to("second");
    for _ in 0..SIGNALS {
        server.signal("HUP");
    }
    while served_build(&server).await != "second" {
        visitors.wait_for(1).await;
    }
    // What is asked for during a reload is done after it.
    server.signal("HUP");
    deployment.point_to("third");
    server.signal("HUP");
    while served_build(&server).await != "third" {
        visitors.wait_for(1).await;
    }
    visitors.wait_for(100).await;
    visitors.leave().await;
    assert_eq!(reloads(&server, "rejected").await, 0, "{:?}", refusals(&server));
    let all = reloads(&server, "applied").await;
    assert!(all < SIGNALS as u64 / 4, "{all} reloads");
    let changes = engine_starts(&server).await.into_iter().filter(|has_new| *has_new).count();
    assert_eq!(changes, 2, "of the same build one is enough");
}

#[tokio::test]
async fn reloads_of_an_unchanged_build_keep_its_engines_and_take_no_memory() {
    const RELOADS: u64 = 40;
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "only");
    let server = Server::with_site(folder.path(), &[("RENDER_THREADS", "2")]);
    server.until("/readyz", 200).await;
    for _ in 0..5 {
        reload(&server, "applied").await;
    }
    let (threads, level) = (server.threads(), server.resident_bytes() / 100 * 120);
    for _ in 0..RELOADS {
        reload(&server, "applied").await;
        assert_eq!(engine_starts(&server).await.last(), Some(&false));
    }
    let returned = wait_for(|| (server.resident_bytes() <= level).then_some(()));
    assert!(returned.is_some(), "{} bytes, more than {level}", server.resident_bytes());
    assert!(server.threads() <= threads + 2, "{} threads, not {threads}", server.threads());
}

/// A control group of this test's own; removed when it is dropped.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    /// `None` where the test may make none.
    fn new() -> Option<Self> {
        let name = format!("marquee-test-{}", std::process::id());
        for mount in ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"] {
            let group = Path::new(mount).join(&name);
            if fs::create_dir(&group).is_err() {
                continue;
            }
            let group = Self(group);
            if group.limit().is_some() {
                return Some(group);
            }
        }
        None
    }

    fn limit(&self) -> Option<PathBuf> {
        let names = ["memory.max", "memory.limit_in_bytes"];
        names.map(|name| self.0.join(name)).into_iter().find(|limit| limit.exists())
    }

    fn set_limit(&self, bytes: u64) {
        fs::write(self.limit().unwrap(), bytes.to_string()).unwrap();
    }

    fn add(&self, server: &Server) {
        fs::write(self.0.join("cgroup.procs"), server.id().to_string()).unwrap();
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // It has no process any more.
        let _ = fs::remove_dir(&self.0);
    }
}

#[tokio::test]
async fn reload_is_rejected_while_the_memory_limit_leaves_no_room_for_more_engines() {
    let Some(group) = MemoryGroup::new() else {
        // Only root may make one, and not in every container. How much is left is
        // computed in a test of its own.
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), "first");
    let server = Server::with_site(folder.path(), &[("RENDER_THREADS", "2")]);
    server.until("/readyz", 200).await;
    group.set_limit(24 << 20);
    group.add(&server);
    build(folder.path(), "second");
    reload(&server, "rejected").await;
    // Lines of the log come a moment later.
    let said = wait_for(|| refusals(&server).pop()).unwrap();
    assert!(said.starts_with("the memory limit leaves "), "{said}");
    assert_eq!(served_build(&server).await, "first");
    // Without new engines there is room enough.
    build(folder.path(), "first");
    reload(&server, "applied").await;
    assert_eq!(engine_starts(&server).await.last(), Some(&false));

    group.set_limit(1 << 30);
    build(folder.path(), "second");
    reload(&server, "applied").await;
    assert_eq!(served_build(&server).await, "second");
    drop(server);
    wait_for(|| fs::remove_dir(&group.0).ok());
}
