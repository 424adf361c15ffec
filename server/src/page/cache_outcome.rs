//! How a page was obtained, as responses and metrics report it.

use std::sync::LazyLock;

use actix_web::http::header::HeaderValue;
use prometheus_client::metrics::counter::Counter;

use crate::http::value;
use crate::metrics::METRICS;

/// The steps of the fallback chain, in order. A request gets the first one that is
/// available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CacheOutcome {
    /// A page of the current time window, from the cache.
    Fresh,
    /// A page of a recent time window, while it is rendered again
    /// (stale-while-revalidate).
    Stale,
    /// Rendered for this request.
    Rendered,
    /// Rendered for a concurrent request (request coalescing).
    Coalesced,
    /// Rendered for this request and streamed; there is no cache.
    Streamed,
    /// The last known good page, since the render failed (stale-if-error).
    StaleIfError,
    /// The app shell, which the client renders.
    Shell,
    /// An error.
    Unavailable,
}

impl CacheOutcome {
    /// All of them, in the order of their numbers.
    const ALL: [Self; 8] = [
        Self::Fresh,
        Self::Stale,
        Self::Rendered,
        Self::Coalesced,
        Self::Streamed,
        Self::StaleIfError,
        Self::Shell,
        Self::Unavailable,
    ];

    /// Counts a request with this outcome.
    pub(crate) fn count(self) {
        // By number, so that no labels are looked up.
        static LOOKUPS: LazyLock<[Counter; CacheOutcome::ALL.len()]> = LazyLock::new(|| {
            CacheOutcome::ALL.map(CacheOutcome::texts).map(|[outcome, result, _]| {
                METRICS.marquee_page_cache_lookups.at([outcome, result])
            })
        });
        LOOKUPS[self as usize].inc();
    }

    /// Its name in the log and in metrics, the result of the cache lookup (`bypass` for a page that is
    /// streamed), and the parameters of its `Cache-Status` (RFC 9211).
    fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Fresh => ["fresh", "hit", ""],
            Self::Stale => ["stale", "hit", "; detail=stale"],
            Self::Rendered => ["rendered", "miss", "; stored"],
            Self::Coalesced => ["coalesced", "miss", "; stored; collapsed"],
            Self::Streamed => ["streamed", "bypass", ""],
            Self::StaleIfError => ["stale-if-error", "hit", "; detail=stale-if-error"],
            Self::Shell => ["shell", "miss", "; detail=shell"],
            Self::Unavailable => ["unavailable", "miss", "; detail=unavailable"],
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.texts()[0]
    }

    /// The `Cache-Status` of a response. `ttl` is the rest of the time window of a page from the cache
    /// in seconds, negative after its end.
    pub(crate) fn cache_status(self, ttl: i64) -> HeaderValue {
        value(match self.texts() {
            [_, "hit", parameters] => format!("Marquee; hit; ttl={ttl}{parameters}"),
            [_, result, parameters] => format!("Marquee; fwd={result}{parameters}"),
        })
    }
}
