//! `POST /api/hydration-errors?build=…&message=…`: browsers report pages that failed to
//! hydrate, or failed later. A report is in the query, so that no request has content.
//!
//! Anybody can send a report. To prevent abuse of the log and of the alert on these
//! errors, only reports of builds that this server has served count, one for each client
//! in [`CLIENT_INTERVAL`], and at most [`MAX_PER_MINUTE`] a minute.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::web::{self, ReqData};
use actix_web::{HttpRequest, HttpResponse};
use parking_lot::Mutex;
use serde::Deserialize;

use super::Routed;
use crate::state::AppState;

/// Where reports are sent.
pub(super) const PATH: &str = "/api/hydration-errors";

/// Interval in which the reports of one client count once. The alert covers an interval
/// of the same length, in which one client counts at most twice.
const CLIENT_INTERVAL: Duration = Duration::from_mins(15);

/// Limit of reports that count within a minute.
const MAX_PER_MINUTE: usize = 20;

const MINUTE: Duration = Duration::from_mins(1);

/// A report.
#[derive(Debug, Deserialize)]
pub(super) struct Report {
    /// The build of the page.
    build: String,
    /// React's error message.
    message: String,
}

/// Receives a report. Responds with 204, also if it does not count; 400 if it does not
/// parse; 403 if it is cross-site. One that is longer than `MAX_URL_LENGTH` gets 414.
pub(super) async fn report(
    request: HttpRequest,
    report: Option<web::Query<Report>>,
    app: web::Data<AppState>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    let status = match report {
        _ if super::is_cross_site(&request) => StatusCode::FORBIDDEN,
        None => StatusCode::BAD_REQUEST,
        Some(web::Query(Report { build, message })) => {
            if routed.release.builds.contains(&build) && counts(&request, &app) {
                app.metrics.hydration_errors.inc();
                tracing::warn!(build, report = message, "page did not hydrate as it was served");
            }
            StatusCode::NO_CONTENT
        }
    };
    HttpResponse::new(status)
}

/// Whether a report of this client counts now.
fn counts(request: &HttpRequest, app: &AppState) -> bool {
    static COUNTED: Mutex<Counted> = Mutex::new(Counted(VecDeque::new()));
    let client =
        request.peer_addr().map(|peer| app.trusted_proxies.client(peer, request.headers()));
    client.is_some_and(|client| COUNTED.lock().add(client, Instant::now()))
}

/// The clients whose reports counted within [`CLIENT_INTERVAL`], the latest last; at most
/// [`MAX_PER_MINUTE`] for each minute.
struct Counted(VecDeque<(Instant, IpAddr)>);

impl Counted {
    /// Adds a client. Returns whether its report counts: not if one did before, or too many
    /// did.
    fn add(&mut self, client: IpAddr, now: Instant) -> bool {
        let client = network(client);
        let age = |at: Instant| now.saturating_duration_since(at);
        while self.0.front().is_some_and(|(at, _)| age(*at) >= CLIENT_INTERVAL) {
            self.0.pop_front();
        }
        let in_last_minute = self.0.iter().rev().take_while(|(at, _)| age(*at) < MINUTE).count();
        let counts =
            in_last_minute < MAX_PER_MINUTE && self.0.iter().all(|(_, counted)| *counted != client);
        if counts {
            self.0.push_back((now, client));
        }
        counts
    }
}

/// Returns the key of a client: its IPv4 address, or the /48 of its IPv6 address, which
/// one site may be assigned (RFC 6177, section 2).
fn network(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn client_counts_once_per_interval() {
        let mut counted = Counted(VecDeque::new());
        let begun = Instant::now();
        assert!(counted.add(address("2001:db8::1"), begun));
        // Another address of the same site.
        assert!(!counted.add(address("2001:db8:0:1::1"), begun + CLIENT_INTERVAL / 2));
        assert!(counted.add(address("2001:db8:1::1"), begun + CLIENT_INTERVAL / 2));
        assert!(counted.add(address("2001:db8::1"), begun + CLIENT_INTERVAL));
        assert_eq!(counted.0.len(), 2);
    }

    #[test]
    fn counted_reports_are_capped_per_minute() {
        let mut counted = Counted(VecDeque::new());
        let mut now = Instant::now();
        let mut clients = (0..).map(|number| Ipv6Addr::from_bits(number << 80).into());
        for _ in 0..30 {
            let count = (0..1000).filter(|_| counted.add(clients.next().expect("endless"), now));
            assert_eq!(count.count(), MAX_PER_MINUTE);
            now += MINUTE;
        }
        assert_eq!(counted.0.len(), 15 * MAX_PER_MINUTE);
    }
}
