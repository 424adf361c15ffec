//! Upgrades of the binary with a socket that the service manager keeps open.

use crate::socket_activation::upgrade_under_load;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_of_50_000_fails_during_upgrades() {
    const RATE: u32 = 500;
    const UPGRADES: usize = 10;
    let requests = upgrade_under_load(RATE, UPGRADES, 4600).await;
    assert!(requests >= 50_000, "{requests} requests");
}
