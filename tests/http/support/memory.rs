//! The memory of processes.

use std::fs;
use std::path::{Path, PathBuf};

use super::server::wait_for;

/// Returns the resident set size of a process and its children, which are engines, in bytes.
pub fn resident_bytes(pid: u32) -> u64 {
    resident_bytes_of(pid) + children(pid).into_iter().map(resident_bytes_of).sum::<u64>()
}

/// Returns the resident set size of a process in bytes: none, if it has ended.
pub fn resident_bytes_of(pid: u32) -> u64 {
    status_field(pid, "VmRSS:") * 1024
}

/// Returns a field of `/proc/PID/status`: 0, if the process has ended.
pub fn status_field(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let field = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
    field.split_whitespace().next().unwrap().parse().unwrap()
}

pub fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    tasks
        .flat_map(|task| {
            let children = task.unwrap().path().join("children");
            fs::read_to_string(children)
                .unwrap_or_default()
                .split_whitespace()
                .map(|pid| pid.parse().unwrap())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// A control group with a limit of memory, for one process and its children.
pub struct MemoryGroup {
    folder: PathBuf,
    /// Name of the file with the memory in use.
    used: &'static str,
}

impl MemoryGroup {
    /// Creates a group with a limit in bytes, unless this machine does not allow it.
    pub fn create(limit: u64) -> Option<Self> {
        let first = Path::new("/sys/fs/cgroup/memory");
        let (parent, file, used) = if first.exists() {
            (first, "memory.limit_in_bytes", "memory.usage_in_bytes")
        } else {
            (Path::new("/sys/fs/cgroup"), "memory.max", "memory.current")
        };
        let folder = parent.join(format!("marquee-{}-{limit}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        fs::write(folder.join(file), limit.to_string()).ok()?;
        Some(Self { folder, used })
    }

    /// Returns the shell command that puts the shell into the group.
    pub fn enter(&self) -> String {
        format!("echo $$ > {}/cgroup.procs", self.folder.display())
    }

    /// Returns the memory of all processes of the group in bytes, that of their sockets included.
    pub fn used(&self) -> u64 {
        fs::read_to_string(self.folder.join(self.used)).unwrap().trim().parse().unwrap()
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // Once its processes have ended.
        let _ = wait_for(|| fs::remove_dir(&self.folder).ok());
    }
}
