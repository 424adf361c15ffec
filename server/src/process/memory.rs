//! The limit of memory, and the return of freed memory to the system.
//!
//! glibc's allocator retains freed memory, in an arena for each thread: the megabytes
//! that the compression of a page once needed would never be returned.
//! A lower trim threshold (`M_TRIM_THRESHOLD`) returns it after every render, and costs a
//! tenth of its speed; a timer is enough.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

use crate::tasks::blocking;

/// The lowest memory limit of the process's control group and those above it, in bytes: that
/// of the container, or systemd's `MemoryMax`.
pub(crate) fn limit() -> Option<u64> {
    /// What version 1 has without a limit is close to it.
    const NO_LIMIT: u64 = 1 << 62;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().flat_map(|line| {
        // `0::/path` in version 2, `4:memory:/path` in version 1.
        let mut parts = line.splitn(3, ':').skip(1);
        let (root, file) = match parts.next() {
            Some("") => ("/sys/fs/cgroup", "memory.max"),
            Some("memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => return Vec::new(),
        };
        let group = Path::new(parts.next().unwrap_or_default().trim_start_matches('/'));
        let files = group.ancestors().map(|group| Path::new(root).join(group).join(file));
        // `max` is no number.
        files.filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok()).collect()
    });
    limits.min().filter(|limit| *limit < NO_LIMIT)
}

/// Size in bytes from which a block is a mapping of its own, which is returned when it is freed. By
/// default glibc raises it to the largest block that was freed, up to 32 MiB, and blocks below it
/// fragment the heap: after 100 reloads, the process takes 4 MiB more.
#[cfg(target_env = "gnu")]
const LARGE_BLOCK: libc::c_int = 128 << 10;

/// Time between two trims: longer than a thread without work is kept (10 s), which the next one would keep for good.
const INTERVAL: Duration = Duration::from_secs(30);

/// Delay of the first trim, when the first pages have been rendered.
const FIRST: Duration = Duration::from_secs(1);

/// Maps large blocks by themselves, and limits the allocator to one arena for each core; by default
/// it creates up to eight times as many, each with free memory that the others cannot use. To be
/// called before any thread is started.
#[cfg(target_env = "gnu")]
pub(crate) fn limit_retained() {
    let arenas = libc::c_int::try_from(super::cores().get()).unwrap_or(libc::c_int::MAX);
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: each only sets a number.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK);
    }
}

/// Other C libraries have no arenas.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn limit_retained() {}

pub(crate) async fn trim_periodically() {
    sleep(FIRST).await;
    loop {
        // It fails without a thread, and is repeated.
        let _ = blocking(trim).await;
        sleep(INTERVAL).await;
    }
}

/// Returns freed memory to the system. Takes about a millisecond, in which other threads
/// wait for memory of the arena that is being trimmed.
#[cfg(target_env = "gnu")]
pub(crate) fn trim() {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it may be called at any time, from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(target_env = "gnu"))]
pub(crate) fn trim() {}
