//! What the process of an engine must not have in common with its host, and what is missing of that.

use std::fmt::Display;

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::frame::Text;

/// What an engine is not confined by, and why.
#[derive(Default)]
pub(super) struct Gaps(Vec<String>);

impl Gaps {
    /// Notes why the process is not confined in this respect.
    pub(super) fn note(&mut self, respect: &str, result: Result<(), impl Display>) {
        self.0.extend(result.err().map(|error| format!("{respect}: {error}")));
    }

    /// All of them, if there are any.
    pub(super) fn into_text(self) -> Option<Text> {
        (!self.0.is_empty()).then(|| Text::cut(self.0.join(", ")))
    }
}

/// Leaves what the process has in common with its host: descriptors that the host has inherited and
/// did not mark, signals that are meant for the host, a core file with pages and their data. The
/// caller must have opened no descriptor and started no thread.
pub(super) fn leave_host() -> Gaps {
    let mut gaps = Gaps::default();
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    gaps.note("core files", setrlimit(Resource::Core, none));
    block_signals();
    #[cfg(target_os = "linux")]
    {
        use std::io::Error;

        use rustix::process::{Signal, set_parent_process_death_signal};

        // The main thread's name is that of the process.
        gaps.note("name", rustix::thread::set_name(c"marquee-engine"));
        // Also a process that is stopped, which does not notice the end of its input.
        let killed = set_parent_process_death_signal(Some(Signal::KILL));
        gaps.note("end with the host", killed);
        #[expect(unsafe_code, reason = "a call into the C library")]
        // SAFETY: nothing in this process owns one of them yet.
        let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) };
        // Kernels before 5.9 have no such call.
        gaps.note("descriptors", if closed == 0 { Ok(()) } else { Err(Error::last_os_error()) });
        // Where memory lacks, the kernel ends an engine rather than the server.
        gaps.note("lack of memory", std::fs::write("/proc/self/oom_score_adj", "1000"));
    }
    gaps
}

/// Blocks all signals but those of errors and those that cannot be blocked: a terminal, a service
/// manager or an operator means the host, which decides when its engines end.
fn block_signals() {
    #[expect(unsafe_code, reason = "calls into the C library")]
    // SAFETY: each only changes the set, or the mask of this thread; `sigfillset` initializes the set.
    unsafe {
        let mut signals = std::mem::zeroed();
        libc::sigfillset(&raw mut signals);
        for signal in [
            libc::SIGABRT,
            libc::SIGBUS,
            libc::SIGFPE,
            libc::SIGILL,
            libc::SIGSEGV,
            libc::SIGSYS,
            libc::SIGTRAP,
        ] {
            libc::sigdelset(&raw mut signals, signal);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const signals, std::ptr::null_mut());
    }
}
