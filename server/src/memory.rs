//! Returns freed memory to the system.
//!
//! glibc's allocator keeps what was freed, in an arena for each thread: the
//! megabytes that a page's compression took once would stay with the process
//! forever. A lower trim threshold (`M_TRIM_THRESHOLD`) returns them after every
//! render, and costs a tenth of its speed; a timer is enough.

use std::thread;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// Time between two rounds.
const INTERVAL: Duration = Duration::from_secs(10);

/// The first round comes when the first pages have been rendered.
const FIRST: Duration = Duration::from_secs(1);

/// Keeps the allocator to as many arenas as there are cores; on its own it makes
/// eight times as many, each with free memory that the others cannot use. To be
/// called before any thread is started.
#[cfg(target_env = "gnu")]
pub fn limit_arenas() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let arenas = libc::c_int::try_from(cores).unwrap_or(libc::c_int::MAX);
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it only sets a number.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
    }
}

/// Other C libraries have no such thing.
#[cfg(not(target_env = "gnu"))]
pub fn limit_arenas() {}

/// Does so for as long as the process lives.
pub(crate) async fn give_back_now_and_then() {
    sleep(FIRST).await;
    loop {
        // An error means that the process ends.
        let _ = spawn_blocking(give_back).await;
        sleep(INTERVAL).await;
    }
}

/// Takes about a millisecond, in which other threads wait for memory of the
/// arena that is being looked at.
#[cfg(target_env = "gnu")]
pub(crate) fn give_back() {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it may be called at any time, from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(target_env = "gnu"))]
pub(crate) fn give_back() {}
