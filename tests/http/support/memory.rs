//! How much memory this process takes.

/// Resident set size in bytes, from Linux's `/proc/self/statm`.
pub fn resident_bytes() -> u64 {
    const PAGE_BYTES: u64 = 4096;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * PAGE_BYTES
}
