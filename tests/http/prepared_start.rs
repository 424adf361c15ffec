//! Starts with and without the engine cache that `marquee prepare` writes.

use std::fs;
use std::path::{Path, PathBuf};

use marquee::site::built_files::sha256;

#[cfg(feature = "quickjs")]
use crate::support::builds::{build, name_build, rejected_reloads};
use crate::support::bundles::site_of;
#[cfg(feature = "quickjs")]
use crate::support::server::until;
use crate::support::server::{Server, marquee, run_to_end};
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

/// Returns a snapshot with a valid digest, of an engine whose host API has another name.
fn with_another_name(whole: &[u8]) -> Vec<u8> {
    let (name, other) = (b"marquee", b"Marquee");
    let mut content = whole[sha256(&[]).len()..].to_vec();
    for start in 0..=content.len() - name.len() {
        let place = &mut content[start..start + name.len()];
        if place == name {
            place.copy_from_slice(other);
        }
    }
    [sha256(&content).as_bytes(), &content].concat()
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
    assert!(!renders(site), "its engine did not start from the snapshot");

    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() - 1], &whole[..16], &[], &changed] {
        fs::write(snapshot, damaged).unwrap();
        serves(site).await;
    }
}

/// Damages a file.
#[cfg(feature = "quickjs")]
type Damage = fn(&[u8]) -> Vec<u8>;

#[cfg(feature = "quickjs")]
#[tokio::test]
async fn damaged_or_unlisted_bytecode_is_not_loaded() {
    let site = site_of("long.js", &["/"]);
    let site = site.path();
    let prepare = || run_to_end(marquee().arg("prepare").env("DIST_DIR", site)).status.success();
    assert!(prepare());
    let files = prepared(site, "qbc");
    assert!(!files.is_empty());
    let wholes: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(renders(site));
    assert!(files.iter().all(|file| file.exists()), "valid files are not removed");

    let is_as_prepared = || {
        files.iter().zip(&wholes).all(|(file, whole)| fs::read(file).is_ok_and(|now| now == *whole))
    };
    let ways: [Damage; 3] = [
        |whole| whole[..whole.len() / 2].to_vec(),
        |whole| {
            whole.iter().enumerate().map(|(place, byte)| byte ^ u8::from(place % 7 == 3)).collect()
        },
        |_| b"anything else".to_vec(),
    ];
    for damage in ways {
        for (file, whole) in files.iter().zip(&wholes) {
            fs::write(file, damage(whole)).unwrap();
        }
        // Loaded, a damaged file crashes the engine. It stays, for other processes.
        serves(site).await;
        for (file, whole) in files.iter().zip(&wholes) {
            assert_eq!(fs::read(file).unwrap(), damage(whole));
        }
        assert!(prepare());
        assert!(is_as_prepared());
    }

    // No file is loaded beside an unlisted one, or without a list.
    let foreign = site.join("engine/0123456789abcdef.qbc");
    fs::write(&foreign, "foreign").unwrap();
    serves(site).await;
    assert!(foreign.exists());
    assert!(prepare());
    assert!(!foreign.exists());
    let lists = prepared(site, "bytecode");
    assert!(!lists.is_empty());
    for list in lists {
        fs::remove_file(list).unwrap();
    }
    for (file, whole) in files.iter().zip(&wholes) {
        fs::write(file, &whole[..whole.len() / 2]).unwrap();
    }
    serves(site).await;
}

#[cfg(feature = "quickjs")]
#[tokio::test]
async fn prepare_beside_servers_that_reload_lists_every_file() {
    let folder = TempDir::new();
    let site = folder.path();
    build(site, "first");
    let prepare = || marquee().arg("prepare").env("DIST_DIR", site).spawn().unwrap();
    let listed = || {
        let text = fs::read_to_string(&prepared(site, "bytecode")[0]).unwrap();
        text.lines().map(|line| site.join("engine").join(&line[66..])).collect::<Vec<_>>()
    };
    assert!(prepare().wait().unwrap().success());
    let files = listed();
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
        assert_eq!(listed(), files);
        assert_eq!(files.iter().find(|file| !file.exists()), None);
    }
}
