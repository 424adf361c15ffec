//! Starts with and without the snapshot that `marquee prepare` writes.

use std::fs;

use marquee_renderer::ENGINE;

use crate::support::bundles::site_of;
use crate::support::server::{Server, marquee, run_to_end};

#[tokio::test]
async fn prepared_site_starts_with_and_without_valid_snapshot() {
    let site = site_of("long.js", &["/"]);
    let path = site.path().join(format!("engine/{ENGINE}.snapshot"));
    let serves = async |is_rejected: bool| {
        let server = Server::with_site(site.path(), &[]);
        assert_eq!(server.page("/").await, "<p>short</p>");
        let log = server.log();
        assert_eq!(log.iter().find(|line| line["level"] == "ERROR"), None);
        let rejected = "snapshot of another program not used";
        assert_eq!(log.iter().any(|line| line["message"] == rejected), is_rejected, "{log:?}");
    };
    serves(false).await;

    let prepared = run_to_end(marquee().arg("prepare").env("DIST_DIR", site.path()));
    assert!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
    assert_eq!(String::from_utf8_lossy(&prepared.stdout), "");
    serves(false).await;

    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() / 2], &whole[..16], &[], &changed] {
        fs::write(&path, damaged).unwrap();
        serves(true).await;
    }
}
