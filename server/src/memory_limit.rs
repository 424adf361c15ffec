//! The memory that the process may still allocate before it exceeds its control group's
//! limit (cgroup v2's `memory.max`, v1's `memory.limit_in_bytes`).

use std::fs;
use std::path::{Path, PathBuf};

/// Mount point of the control groups.
const ROOT: &str = "/sys/fs/cgroup";

/// The files of one version of the interface.
struct Names {
    limit: &'static str,
    usage: &'static str,
    /// The line of `memory.stat` with the cached file contents that the kernel
    /// reclaims first, of the group and those below it.
    reclaimable: &'static str,
}

const V1: Names = Names {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
};

const V2: Names =
    Names { limit: "memory.max", usage: "memory.current", reclaimable: "inactive_file" };

/// Returns the bytes left below the tightest limit of the process's control groups; `None`
/// where there is no limit.
#[must_use]
pub fn bytes_left() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    bytes_left_in(Path::new(ROOT), &groups)
}

/// `groups` is the content of `/proc/self/cgroup`: a line `number:controllers:path`
/// for each hierarchy, where version 2 has no controllers.
fn bytes_left_in(root: &Path, groups: &str) -> Option<u64> {
    let left = groups.lines().flat_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
        let (names, mount) = match controllers {
            "" => (V2, root.to_path_buf()),
            list if list.split(',').any(|name| name == "memory") => (V1, root.join("memory")),
            _ => return Vec::new(),
        };
        levels(&mount, path).iter().filter_map(|group| left_in(group, &names)).collect()
    });
    left.min()
}

/// Returns the folders of a group and its ancestors, each of which has its own limit. In
/// a container only the mount itself may be visible.
fn levels(mount: &Path, path: &str) -> Vec<PathBuf> {
    let group = Path::new(path.trim_start_matches('/'));
    group.ancestors().map(|level| mount.join(level)).collect()
}

fn left_in(group: &Path, names: &Names) -> Option<u64> {
    let number = |name| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
    // `max` is no number, and no limit.
    let limit = number(names.limit)?;
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let reclaimable = stat
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(name, _)| *name == names.reclaimable)
        .and_then(|(_, bytes)| bytes.parse().ok());
    let usage = number(names.usage)?.saturating_sub(reclaimable.unwrap_or(0));
    Some(limit.saturating_sub(usage))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Control groups with these files.
    fn groups(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (path, contents) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a group")).expect("made");
            fs::write(path, contents).expect("written");
        }
        root
    }

    #[test]
    fn version_2_limits_each_level() {
        let root = groups(&[
            ("pods/memory.max", "1000\n"),
            ("pods/memory.current", "900\n"),
            ("pods/memory.stat", "anon 1\ninactive_file 300\n"),
            ("pods/one/memory.max", "max\n"),
            ("pods/one/memory.current", "500\n"),
        ]);
        assert_eq!(bytes_left_in(root.path(), "0::/pods/one\n"), Some(400));
        assert_eq!(bytes_left_in(root.path(), "0::/\n"), None);
    }

    #[test]
    fn version_1_limits_where_the_container_group_is_the_root() {
        let root = groups(&[
            ("memory/memory.limit_in_bytes", "5000\n"),
            ("memory/memory.usage_in_bytes", "2000\n"),
            ("memory/memory.stat", "inactive_file 7\ntotal_inactive_file 500\n"),
        ]);
        let groups = "9:cpu,cpuacct:/a\n4:memory:/pods/out/of/sight\n0::/\n";
        assert_eq!(bytes_left_in(root.path(), groups), Some(3500));
    }

    #[test]
    fn usage_beyond_the_limit_leaves_nothing() {
        let root = groups(&[("memory.max", "10\n"), ("memory.current", "20\n")]);
        assert_eq!(bytes_left_in(root.path(), "0::/\n"), Some(0));
    }
}
