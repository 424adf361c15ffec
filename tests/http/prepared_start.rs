//! Starts with and without the engine cache that `marquee prepare` writes.

use std::fs;
use std::path::{Path, PathBuf};

#[cfg(feature = "quickjs")]
use crate::support::builds::{build, name_build, rejected_reloads};
use crate::support::bundles::site_of;
use crate::support::server::{Server, marquee, run_to_end};
#[cfg(feature = "quickjs")]
use crate::support::server::{signal, until};
#[cfg(feature = "quickjs")]
use crate::support::temp_dir::TempDir;

/// Returns the snapshots of a site.
fn snapshots(site: &Path) -> Vec<PathBuf> {
    prepared(site, "snapshot")
}

/// Returns the files with this extension in the engine cache of a site.
fn prepared(site: &Path, extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(site.join("engine")).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

/// Returns a snapshot of an engine whose host API has another name.
fn with_another_name(whole: &[u8]) -> Vec<u8> {
    let (name, other) = (b"marquee", b"Marquee");
    let mut content = whole.to_vec();
    for start in 0..=content.len() - name.len() {
        let place = &mut content[start..start + name.len()];
        if place == name {
            place.copy_from_slice(other);
        }
    }
    content
}

/// Whether the site's page can be rendered.
fn renders(site: &Path) -> bool {
    run_to_end(marquee().arg("render").env("DIST_DIR", site)).status.success()
}

async fn serves(site: &Path) {
    let server = Server::with_site(site, &[]);
    assert_eq!(server.page("/").await, "<p>short</p>");
    assert_eq!(server.log().iter().find(|line| line["level"] == "ERROR"), None);
}

#[tokio::test]
async fn prepared_site_starts_with_and_without_valid_snapshot() {
    let site = site_of("long.js", &["/"]);
    let site = site.path();
    serves(site).await;

    let prepared = run_to_end(marquee().arg("prepare").env("DIST_DIR", site));
    assert!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
    assert_eq!(String::from_utf8_lossy(&prepared.stdout), "");
    let found = snapshots(site);
    let [snapshot] = &found[..] else { panic!("{found:?}") };
    serves(site).await;

    let whole = fs::read(snapshot).unwrap();
    assert!(renders(site));
    fs::write(snapshot, with_another_name(&whole)).unwrap();
    let output = run_to_end(marquee().arg("render").env("DIST_DIR", site));
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && log.contains("engine cache not used"), "{log}");

    for damaged in [&whole[..whole.len() / 2], &whole[..16], &[]] {
        fs::write(snapshot, damaged).unwrap();
        serves(site).await;
    }
}

/// Damages a file.
#[cfg(feature = "quickjs")]
type Damage = fn(&[u8]) -> Vec<u8>;

#[cfg(feature = "quickjs")]
#[tokio::test]
async fn site_with_damaged_bytecode_starts_without_it() {
    let site = site_of("long.js", &["/"]);
    let site = site.path();
    let prepare = || run_to_end(marquee().arg("prepare").env("DIST_DIR", site)).status.success();
    assert!(prepare());
    let files = prepared(site, "qbc");
    assert!(!files.is_empty());
    let wholes: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    let ways: [Damage; 2] =
        [|whole| whole[..whole.len() / 2].to_vec(), |_| b"anything else".to_vec()];
    for damage in ways {
        for (file, whole) in files.iter().zip(&wholes) {
            fs::write(file, damage(whole)).unwrap();
        }
        serves(site).await;
        assert!(prepare());
        for (file, whole) in files.iter().zip(&wholes) {
            assert_eq!(fs::read(file).unwrap(), *whole);
        }
    }
}

#[cfg(feature = "quickjs")]
#[tokio::test]
async fn prepare_beside_servers_that_reload_disturbs_neither() {
    let folder = TempDir::new();
    let site = folder.path();
    build(site, "first");
    let prepare = || marquee().arg("prepare").env("DIST_DIR", site).spawn().unwrap();
    assert!(prepare().wait().unwrap().success());
    let files = prepared(site, "qbc").len();
    let servers = [(); 2].map(|()| Server::with_site(site, &[("RENDER_THREADS", "1")]));
    for server in &servers {
        server.wait_for_status("/readyz", 200).await;
    }
    let mut build_number = 0;
    for _ in 0..2 {
        let mut preparing = prepare();
        while preparing.try_wait().unwrap().is_none() {
            build_number += 1;
            name_build(site, &build_number.to_string());
            for server in &servers {
                server.signal("HUP");
            }
            for server in &servers {
                let label = format!("build=\"{build_number}\"");
                until(&label, async || {
                    assert_eq!(rejected_reloads(server), [""; 0]);
                    server.metrics().await.contains(&label)
                })
                .await;
            }
        }
        assert!(preparing.wait().unwrap().success());
        assert!(prepared(site, "qbc").len() >= files);
    }
}

#[cfg(feature = "quickjs")]
#[tokio::test]
async fn engines_write_no_files() {
    let site = site_of("many.js", &["/"]);
    let cache = site.path().join("engine");
    let restarted = async |server: &Server, times: usize| {
        for engine in server.engines() {
            signal(engine, "KILL");
        }
        let counted = format!("\nmarquee_engine_restarts_total{{reason=\"lost\"}} {times}\n");
        server.wait_for_metrics(&counted).await;
        server.wait_for_metrics("\nmarquee_engines_up 1\n").await;
    };
    // An engine cache without bytecode, such as that of another version.
    fs::create_dir(&cache).unwrap();
    let server = Server::with_site(site.path(), &[("RENDER_THREADS", "1")]);
    server.wait_for_status("/readyz", 200).await;
    restarted(&server, 1).await;
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 0);
    // The folder of a release that has been deleted.
    fs::remove_dir(&cache).unwrap();
    restarted(&server, 2).await;
    assert!(!cache.exists(), "the folder is there again");
}
