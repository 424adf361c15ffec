//! What an engine may ask of the kernel once its bundle is evaluated: memory, time, and to read and
//! write its pipes. Without a call that opens, connects or starts anything, neither files nor the
//! network nor other processes are within its reach.

/// Closes every descriptor but those of the standard streams: what the host has inherited and did
/// not mark, an engine must not have. The caller must have opened none.
#[cfg(target_os = "linux")]
pub(super) fn close_descriptors() {
    #[expect(unsafe_code, reason = "a call into the C library")]
    // SAFETY: nothing in this process owns one of them yet. It fails on kernels before 5.9.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0);
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn enter() -> Result<(), String> {
    Err("there is none for this platform".into())
}

/// Confines all threads of this process. Any call that is not listed fails as one without the
/// permission (`EPERM`).
///
/// # Errors
/// Why the kernel has no such filter.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn enter() -> Result<(), String> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter_all_threads};

    let rules = CALLS.iter().map(|call| (*call, Vec::new())).collect();
    let denied = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let filter = std::env::consts::ARCH
        .try_into()
        .and_then(|arch| SeccompFilter::new(rules, denied, SeccompAction::Allow, arch))
        .and_then(BpfProgram::try_from);
    let filter = filter.map_err(|error| error.to_string())?;
    apply_filter_all_threads(&filter).map_err(|error| error.to_string())
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: &[libc::c_long] = &[
    // Pipes.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_ppoll,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_ctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
    // Memory.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_pkey_mprotect,
    // Threads that exist.
    libc::SYS_futex,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_membarrier,
    libc::SYS_rseq,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    // Time and random numbers.
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    // Signals, and the end.
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
];

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::process::Command;

    #[test]
    fn files_sockets_and_processes_are_out_of_reach() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let address = listener.local_addr().expect("an address");
        super::enter().expect("a kernel with seccomp");
        let attempts = [
            ("read a file", fs::read("/etc/hostname").err()),
            ("write a file", fs::write("/tmp/marquee-sandbox", "").err()),
            ("list a folder", fs::read_dir("/").err()),
            ("connect", TcpStream::connect(address).err()),
            ("listen", TcpListener::bind("127.0.0.1:0").err()),
            ("send a datagram", UdpSocket::bind("127.0.0.1:0").err()),
            ("start a process", Command::new("/bin/true").spawn().err()),
        ];
        for (attempt, error) in attempts {
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, Some(ErrorKind::PermissionDenied), "{attempt}");
        }
    }
}
