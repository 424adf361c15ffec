//! A load generator that checks every response.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::server::{Server, header_if_any, until};

/// Between two requests of a client, so that the server has cores left for what is tested.
const INTERVAL: Duration = Duration::from_millis(5);

/// A response with a page.
pub struct PageResponse {
    pub status: u16,
    pub cache_status: Option<String>,
    pub body: String,
}

/// Returns what is wrong with a response, if anything.
pub type Check = fn(&PageResponse) -> Option<&'static str>;

/// A [`Check`] for a complete page.
pub fn check_complete_page(response: &PageResponse) -> Option<&'static str> {
    if response.status != 200 {
        Some("no page")
    } else if response.cache_status.as_ref().is_none_or(|status| status.contains("shell")) {
        Some("no page, or an app shell")
    } else if !response.body.ends_with("</html>\n") {
        Some("an incomplete page")
    } else {
        None
    }
}

/// Clients that load pages, one every few milliseconds, until they are stopped.
pub struct LoadGenerator {
    clients: JoinSet<()>,
    responses: Arc<AtomicU64>,
    is_stopping: Arc<AtomicBool>,
}

impl LoadGenerator {
    /// Starts `count` clients for each of `paths`. The test fails with the first
    /// response that `check` rejects.
    pub fn start(server: &Server, paths: &[&str], count: usize, check: Check) -> Self {
        let responses = Arc::<AtomicU64>::default();
        let is_stopping = Arc::<AtomicBool>::default();
        let mut clients = JoinSet::new();
        for path in paths.iter().flat_map(|path| std::iter::repeat_n(*path, count)) {
            let request = server.request("GET", path);
            let (responses, is_stopping) = (Arc::clone(&responses), Arc::clone(&is_stopping));
            clients.spawn(async move {
                while !is_stopping.load(Ordering::Relaxed) {
                    let response = request.try_clone().unwrap().send().await.unwrap();
                    let response = PageResponse {
                        status: response.status().as_u16(),
                        cache_status: header_if_any(&response, "cache-status").map(str::to_owned),
                        // An incomplete response is an error here.
                        body: response.text().await.unwrap(),
                    };
                    if let Some(error) = check(&response) {
                        panic!(
                            "{error}: {} {:?}\n{}",
                            response.status, response.cache_status, response.body
                        );
                    }
                    responses.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(INTERVAL).await;
                }
            });
        }
        Self { clients, responses, is_stopping }
    }

    /// Waits for `more` further responses.
    pub async fn wait_for(&mut self, more: u64) {
        let goal = self.count() + more;
        let responses = Arc::clone(&self.responses);
        self.until("further responses", async || responses.load(Ordering::Relaxed) >= goal).await;
    }

    /// Waits until a condition is met.
    pub async fn until(&mut self, what: &str, mut is_met: impl AsyncFnMut() -> bool) {
        until(what, async || {
            self.check_clients().await;
            is_met().await
        })
        .await;
    }

    /// Runs for some time.
    pub async fn run_for(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.check_clients().await;
        }
    }

    /// Stops the clients. Returns the number of responses.
    pub async fn stop(mut self) -> u64 {
        self.is_stopping.store(true, Ordering::Relaxed);
        while let Some(client) = self.clients.join_next().await {
            client.unwrap();
        }
        self.count()
    }

    fn count(&self) -> u64 {
        self.responses.load(Ordering::Relaxed)
    }

    /// Waits for a moment; fails if a client has failed.
    async fn check_clients(&mut self) {
        if let Ok(Some(client)) =
            tokio::time::timeout(Duration::from_millis(10), self.clients.join_next()).await
        {
            client.unwrap();
        }
    }
}
