//! How a visitor came to a page, told in the answer and counted.

use std::sync::LazyLock;
use std::time::Duration;

use actix_web::http::header::HeaderValue;

use crate::headers::value;
use crate::telemetry::milliseconds;

/// The steps of the ladder, from the best to the last. A request takes the
/// first one that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A copy of this very time bucket.
    Fresh,
    /// A copy of a bucket just past, while its successor is rendered.
    Stale,
    /// Rendered for this request.
    Rendered,
    /// Rendered for another request at the same time.
    Shared,
    /// Rendered for this request alone and streamed: there is no cache.
    Streamed,
    /// The last good copy, since its successor could not be rendered.
    LastGood,
    /// The page without content, to be rendered by the client.
    Shell,
    /// Nothing but an error.
    Unavailable,
}

impl Step {
    /// Every step, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Fresh,
        Self::Stale,
        Self::Rendered,
        Self::Shared,
        Self::Streamed,
        Self::LastGood,
        Self::Shell,
        Self::Unavailable,
    ];

    /// Its name in headers and metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Stale => "stale",
            Self::Rendered => "rendered",
            Self::Shared => "shared",
            Self::Streamed => "streamed",
            Self::LastGood => "last-good",
            Self::Shell => "shell",
            Self::Unavailable => "unavailable",
        }
    }

    /// What the page cache gave: `hit`, `miss`, or `bypass` where it is off.
    #[must_use]
    pub fn cache_result(self) -> &'static str {
        match self {
            Self::Fresh | Self::Stale | Self::LastGood => "hit",
            Self::Rendered | Self::Shared | Self::Shell | Self::Unavailable => "miss",
            Self::Streamed => "bypass",
        }
    }

    /// The `Cache-Status` of an answer (RFC 9211). `ttl` is what is left of the
    /// copy's time; seconds, below zero when it is over.
    #[must_use]
    pub fn cache_status(self, ttl: i64) -> HeaderValue {
        let status = match self {
            Self::Fresh => return value(format!("Marquee; hit; ttl={ttl}")),
            Self::Stale => return value(format!("Marquee; hit; ttl={ttl}; detail=stale")),
            Self::LastGood => return value(format!("Marquee; hit; ttl={ttl}; detail=last-good")),
            Self::Rendered => "Marquee; fwd=miss; stored",
            Self::Shared => "Marquee; fwd=miss; stored; collapsed",
            Self::Streamed => "Marquee; fwd=bypass",
            Self::Shell => "Marquee; fwd=miss; detail=shell",
            Self::Unavailable => "Marquee; fwd=miss; detail=unavailable",
        };
        HeaderValue::from_static(status)
    }

    /// The `Server-Timing` of an answer: its step, and what a render took that
    /// the visitor waited for.
    #[must_use]
    pub fn server_timing(self, timing: Option<RenderTiming>) -> HeaderValue {
        let Some(RenderTiming { queue, render }) = timing else {
            return CACHE_TIMINGS[self as usize].clone();
        };
        value(format!(
            "cache;desc={}, queue;dur={:.1}, render;dur={:.1}",
            self.name(),
            milliseconds(queue),
            milliseconds(render),
        ))
    }
}

/// Where the time of a render went.
#[derive(Debug, Clone, Copy, Default)]
pub struct RenderTiming {
    /// Wait for an engine thread.
    pub queue: Duration,
    /// From the engine's first step to the page's last byte.
    pub render: Duration,
}

// The number of a step is its place in the list.
const _: () = {
    let mut place = 0;
    while place < Step::ALL.len() {
        assert!(Step::ALL[place] as usize == place);
        place += 1;
    }
    assert!(Step::Unavailable as usize + 1 == Step::ALL.len());
};

/// The `Server-Timing` of each step that nobody waited for.
static CACHE_TIMINGS: LazyLock<[HeaderValue; Step::ALL.len()]> =
    LazyLock::new(|| Step::ALL.map(|step| value(format!("cache;desc={}", step.name()))));
