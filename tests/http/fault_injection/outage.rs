//! An outage of the origin that outlasts the freshness of all cached pages.

use std::time::Duration;

use crate::shared_cache::caches_serve_while_the_origin_is_down;

#[tokio::test]
async fn caches_serve_for_five_minutes_while_the_origin_is_down() {
    caches_serve_while_the_origin_is_down(Duration::from_mins(5)).await;
}
