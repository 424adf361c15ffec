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
            CacheOutcome::ALL.map(|it| METRICS.page_cache_lookups(it.name(), it.result()))
        });
        LOOKUPS[self as usize].inc();
    }

    /// Returns its name in headers and metrics.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::Rendered => "rendered",
            Self::Coalesced => "coalesced",
            Self::Streamed => "streamed",
            Self::StaleIfError => "stale-if-error",
            Self::Shell => "shell",
            Self::Unavailable => "unavailable",
        }
    }

    /// Returns the result of the cache lookup: `hit`, `miss`, or `bypass` where the cache is
    /// off.
    fn result(self) -> &'static str {
        match self {
            Self::Fresh | Self::Stale | Self::StaleIfError => "hit",
            Self::Rendered | Self::Coalesced | Self::Shell | Self::Unavailable => "miss",
            Self::Streamed => "bypass",
        }
    }

    /// Returns the `Cache-Status` of a response (RFC 9211). `ttl` is the remaining freshness
    /// lifetime of the page in seconds, negative when it is stale.
    pub(crate) fn cache_status(self, ttl: i64) -> HeaderValue {
        let status = match self {
            Self::Fresh => return value(format!("Marquee; hit; ttl={ttl}")),
            Self::Stale => return value(format!("Marquee; hit; ttl={ttl}; detail=stale")),
            Self::StaleIfError => {
                return value(format!("Marquee; hit; ttl={ttl}; detail=stale-if-error"));
            }
            Self::Rendered => "Marquee; fwd=miss; stored",
            Self::Coalesced => "Marquee; fwd=miss; stored; collapsed",
            Self::Streamed => "Marquee; fwd=bypass",
            Self::Shell => "Marquee; fwd=miss; detail=shell",
            Self::Unavailable => "Marquee; fwd=miss; detail=unavailable",
        };
        HeaderValue::from_static(status)
    }
}
