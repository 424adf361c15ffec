//! The priority of V8's worker threads, which compile and collect garbage.

use std::fs;
use std::path::Path;

/// Name of the worker threads, `V8 DefaultWorker`, truncated by the kernel to 15 bytes.
const NAME: &str = "V8 DefaultWorke";

/// Niceness of the worker threads, which reduces their share of a core to a quarter.
/// With a smaller share, a process under full load stays slow for long, since little
/// code gets compiled, and the compiler's memory is freed later.
const NICENESS: libc::c_int = 5;

/// Lowers the priority of the worker threads below that of the engine threads. On one
/// core a burst of compilation delays some hundred responses otherwise.
pub(crate) fn lower() {
    for thread in threads() {
        #[expect(unsafe_code, reason = "a call into the C library")]
        // SAFETY: it takes numbers, and fails for a thread that has ended.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS, thread, NICENESS);
        }
    }
}

/// Returns the ids of all worker threads.
pub(crate) fn threads() -> impl Iterator<Item = libc::id_t> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks.filter_map(|task| worker_id(&task.path()))
}

/// Returns the id of the thread with this directory in `/proc`, if it is a worker thread.
fn worker_id(task: &Path) -> Option<libc::id_t> {
    let name = fs::read_to_string(task.join("comm")).ok()?;
    let id = task.file_name()?.to_str()?.parse().ok()?;
    (name.trim_end() == NAME).then_some(id)
}

/// Returns the niceness of a thread.
#[cfg(test)]
pub(crate) fn niceness(thread: libc::id_t) -> libc::c_int {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it takes numbers.
    unsafe {
        libc::getpriority(libc::PRIO_PROCESS, thread)
    }
}
