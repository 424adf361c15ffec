//! The priority of V8's worker threads, which compile and collect garbage.

use std::fs;
use std::path::Path;

/// What the kernel keeps of the name that V8 gives them, `V8 DefaultWorker`.
const NAME: &str = "V8 DefaultWorke";

/// Their niceness, which leaves them a quarter of their share of a core. With less,
/// a process under full load stays slow for long, since little of it gets
/// compiled, and the memory of the compiler is held for longer.
const NICENESS: libc::c_int = 5;

/// Lowers their priority below that of the threads that clients wait for. On one
/// core a burst of compilation delays some hundred responses otherwise.
pub(crate) fn lower_priority() {
    for thread in threads() {
        #[expect(unsafe_code, reason = "a call into the C library")]
        // SAFETY: it takes numbers, and fails for a thread that has ended.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS, thread, NICENESS);
        }
    }
}

/// The ids of all of them.
pub(crate) fn threads() -> impl Iterator<Item = libc::id_t> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks.filter_map(|task| id_of_own(&task.path()))
}

/// The id of the thread with this folder in `/proc`, if it is one of V8's.
fn id_of_own(task: &Path) -> Option<libc::id_t> {
    let name = fs::read_to_string(task.join("comm")).ok()?;
    let id = task.file_name()?.to_str()?.parse().ok()?;
    (name.trim_end() == NAME).then_some(id)
}

/// The niceness of a thread.
#[cfg(test)]
pub(crate) fn niceness(thread: libc::id_t) -> libc::c_int {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it takes numbers.
    unsafe {
        libc::getpriority(libc::PRIO_PROCESS, thread)
    }
}
