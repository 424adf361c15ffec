//! What an engine may ask of the kernel. It writes no files; once its bundle is evaluated, it may only
//! ask for memory, time, and to read and write its pipes. Without a call that opens, connects or starts
//! anything, neither files nor the network nor other processes are within its reach.

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod filters {
    pub(in crate::child) fn forbid_writing() -> Result<(), &'static str> {
        enter()
    }

    pub(in crate::child) fn enter() -> Result<(), &'static str> {
        Err("there is no filter for this platform")
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod filters {
    use seccompiler::SeccompCmpArgLen::Dword;
    use seccompiler::SeccompCmpOp::MaskedEq;
    use seccompiler::{
        BpfProgram, Error, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule,
        apply_filter_all_threads,
    };

    use super::CALLS;

    /// Denies all threads of this process to create files and folders, and to open files for
    /// writing: the default engine would write bytecode that it does not find.
    ///
    /// # Errors
    /// Why the kernel has no such filter.
    pub(in crate::child) fn forbid_writing() -> Result<(), Error> {
        let creating = [
            #[cfg(target_arch = "x86_64")]
            libc::SYS_creat,
            #[cfg(target_arch = "x86_64")]
            libc::SYS_mkdir,
            libc::SYS_mkdirat,
            libc::SYS_openat2,
        ];
        // The flags' place among the arguments.
        let opening = [
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_open, 1),
            (libc::SYS_openat, 2),
        ];
        let mut rules: Vec<_> = creating.map(|call| (call, Vec::new())).into();
        for (call, flags) in opening {
            let writing = [libc::O_WRONLY, libc::O_RDWR, libc::O_CREAT, libc::O_TRUNC];
            let writing: Result<_, _> = writing
                .map(|flag| u64::from(flag.unsigned_abs()))
                .map(|flag| SeccompCondition::new(flags, Dword, MaskedEq(flag), flag))
                .into_iter()
                .map(|condition| SeccompRule::new(vec![condition?]))
                .collect();
            rules.push((call, writing?));
        }
        apply(rules, SeccompAction::Allow, denied())
    }

    /// Confines all threads of this process. Any call that is not listed fails as one without the
    /// permission (`EPERM`).
    ///
    /// # Errors
    /// Why the kernel has no such filter.
    pub(in crate::child) fn enter() -> Result<(), Error> {
        let rules = CALLS.iter().map(|call| (*call, Vec::new())).collect();
        apply(rules, denied(), SeccompAction::Allow)
    }

    fn denied() -> SeccompAction {
        SeccompAction::Errno(libc::EPERM.unsigned_abs())
    }

    /// Does `listed` for the calls in `rules`, and `otherwise` for all others.
    fn apply(
        rules: Vec<(libc::c_long, Vec<SeccompRule>)>,
        otherwise: SeccompAction,
        listed: SeccompAction,
    ) -> Result<(), Error> {
        let arch = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(rules.into_iter().collect(), otherwise, listed, arch)?;
        apply_filter_all_threads(&BpfProgram::try_from(filter)?)
    }
}

pub(super) use filters::{enter, forbid_writing};

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
