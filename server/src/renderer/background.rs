//! V8's own threads, which compile and collect garbage beside the engines.

use std::fs;
use std::path::Path;

/// What the kernel keeps of the name that V8 gives them, `V8 DefaultWorker`.
const NAME: &str = "V8 DefaultWorke";

/// How far they step back: to a quarter of the share that they would have of a
/// core. With less, a process under full load stays slow for long, since nothing
/// of it gets compiled, and what compiling takes of memory lies there longer.
const NICENESS: libc::c_int = 5;

/// Has them leave the cores to the threads that visitors wait for. On one core
/// a burst of compiling makes some hundred visitors wait otherwise.
pub(super) fn step_back() {
    for thread in threads() {
        #[expect(unsafe_code, reason = "a call into the C library")]
        // SAFETY: it takes numbers, and fails for a thread that has ended.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS, thread, NICENESS);
        }
    }
}

/// The ids of all of them.
pub(super) fn threads() -> impl Iterator<Item = libc::id_t> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks.filter_map(|task| id_of_own(&task.path()))
}

/// The id of the thread that this folder of `/proc` tells of, if it is V8's own.
fn id_of_own(task: &Path) -> Option<libc::id_t> {
    let name = fs::read_to_string(task.join("comm")).ok()?;
    let id = task.file_name()?.to_str()?.parse().ok()?;
    (name.trim_end() == NAME).then_some(id)
}

/// How far a thread has stepped back.
#[cfg(test)]
pub(super) fn niceness(thread: libc::id_t) -> libc::c_int {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: it takes numbers.
    unsafe {
        libc::getpriority(libc::PRIO_PROCESS, thread)
    }
}
