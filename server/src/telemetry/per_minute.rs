//! A limit of lines that anybody can cause.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Admits the first events of each minute.
#[derive(Debug)]
pub(crate) struct PerMinute {
    most: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When the minute began.
    begun: Option<Instant>,
    admitted: u64,
    left_out: u64,
}

impl PerMinute {
    /// Admits `most` events of each minute.
    pub(crate) const fn first(most: u64) -> Self {
        Self { most, state: Mutex::new(State { begun: None, admitted: 0, left_out: 0 }) }
    }

    /// Returns how many events were left out since the last one that was admitted; `None` leaves this
    /// one out.
    pub(crate) fn admit(&self) -> Option<u64> {
        self.admit_at(Instant::now())
    }

    fn admit_at(&self, now: Instant) -> Option<u64> {
        let mut state = self.state.lock();
        let is_over =
            |begun: Instant| now.saturating_duration_since(begun) >= Duration::from_mins(1);
        if state.begun.is_none_or(is_over) {
            state.begun = Some(now);
            state.admitted = 0;
        }
        if state.admitted == self.most {
            state.left_out += 1;
            return None;
        }
        state.admitted += 1;
        Some(std::mem::take(&mut state.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_events_of_a_minute_are_admitted_and_the_others_counted() {
        let limit = PerMinute::first(2);
        let start = Instant::now();
        let at = |seconds| limit.admit_at(start + Duration::from_secs(seconds));
        assert_eq!([0, 1, 2, 59].map(at), [Some(0), Some(0), None, None]);
        assert_eq!([60, 61, 62].map(at), [Some(2), Some(0), None]);
        assert_eq!(at(500), Some(1));
    }
}
