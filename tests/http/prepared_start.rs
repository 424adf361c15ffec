//! A site whose engine was prepared by the build starts from what that left
//! behind, and starts as well without it.

use std::fs;
use std::path::{Path, PathBuf};

use marquee::digest::digest;

use crate::support::bundles::site_of;
use crate::support::server::{Server, marquee, run_to_end};

/// The snapshots in the folder of a site.
fn snapshots(site: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(site.join("engine")).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "snapshot")).collect()
}

/// A snapshot that is whole by the digest it begins with, of an engine in which
/// what pages write with has another name.
fn with_another_name(whole: &[u8]) -> Vec<u8> {
    let (name, other) = (b"marquee", b"Marquee");
    let mut content = whole[digest(&[]).len()..].to_vec();
    for start in 0..=content.len() - name.len() {
        let place = &mut content[start..start + name.len()];
        if place == name {
            place.copy_from_slice(other);
        }
    }
    [digest(&content).as_bytes(), &content].concat()
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
async fn a_prepared_site_starts_from_its_snapshot_and_without_it_where_that_is_damaged() {
    let site = site_of("streaming.js", &["/"]);
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
