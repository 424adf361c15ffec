//! Visitors who keep coming, and look at what they get.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server::{Server, header};

/// What one visitor got.
pub struct Visit {
    pub status: u16,
    /// `Cache-Status`.
    pub cache_status: String,
    pub body: String,
}

/// What there is to complain of in a page that is not there as a whole.
pub fn expects_a_whole_page(visit: &Visit) -> Option<&'static str> {
    if visit.status != 200 {
        Some("no page")
    } else if visit.cache_status.contains("shell") {
        Some("an empty page")
    } else if !visit.body.ends_with("</html>\n") {
        Some("half a page")
    } else {
        None
    }
}

/// A crowd that loads pages one after the other until it is told to leave.
pub struct Visitors {
    everyone: JoinSet<()>,
    visits: Arc<AtomicU64>,
    are_leaving: Arc<AtomicBool>,
}

impl Visitors {
    /// Lets `count` visitors come to each of `paths`. The test fails with the
    /// first of them who is told `complaint`.
    pub fn come(
        server: &Server,
        paths: &[&str],
        count: usize,
        complaint: fn(&Visit) -> Option<&'static str>,
    ) -> Self {
        let visits = Arc::<AtomicU64>::default();
        let are_leaving = Arc::<AtomicBool>::default();
        let mut everyone = JoinSet::new();
        for path in paths.iter().flat_map(|path| std::iter::repeat_n(*path, count)) {
            let request = server.request("GET", path);
            let (visits, are_leaving) = (Arc::clone(&visits), Arc::clone(&are_leaving));
            everyone.spawn(async move {
                while !are_leaving.load(Ordering::Relaxed) {
                    let response = request.try_clone().unwrap().send().await.unwrap();
                    let visit = Visit {
                        status: response.status().as_u16(),
                        cache_status: header(&response, "cache-status").to_owned(),
                        // An answer that was cut off is an error here.
                        body: response.text().await.unwrap(),
                    };
                    if let Some(complaint) = complaint(&visit) {
                        panic!(
                            "{complaint}: {} {}\n{}",
                            visit.status, visit.cache_status, visit.body
                        );
                    }
                    visits.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        Self { everyone, visits, are_leaving }
    }

    /// Waits for so many more visits.
    pub async fn wait_for(&mut self, more: u64) {
        const TIMEOUT: Duration = Duration::from_mins(1);
        let (begun, goal) = (Instant::now(), self.count() + more);
        while self.count() < goal {
            assert!(begun.elapsed() < TIMEOUT, "nobody is served any more");
            self.look().await;
        }
    }

    /// Waits for so long.
    pub async fn stay(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.look().await;
        }
    }

    /// Sends everybody home; gives the number of visits.
    pub async fn leave(mut self) -> u64 {
        self.are_leaving.store(true, Ordering::Relaxed);
        while let Some(visitor) = self.everyone.join_next().await {
            visitor.unwrap();
        }
        self.count()
    }

    fn count(&self) -> u64 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Lets them go on for a moment; fails if one of them has complained.
    async fn look(&mut self) {
        if let Ok(Some(visitor)) =
            tokio::time::timeout(Duration::from_millis(10), self.everyone.join_next()).await
        {
            visitor.unwrap();
        }
    }
}
