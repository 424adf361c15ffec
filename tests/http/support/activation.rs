//! A service manager that passes listening sockets.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use super::server::marquee;

/// Moves the sockets from standard input and output to the descriptors of the protocol, and
/// replaces the shell by the server.
const PASS_SOCKETS: &str =
    "exec 3<&0 4<&1 </dev/null >/dev/null; LISTEN_PID=$$; export LISTEN_PID; exec \"$0\"";

/// Returns the command of a server that inherits two sockets with these names, or one if the
/// second is `None`.
pub fn activated(
    first: (&str, &TcpListener),
    second: Option<(&str, &TcpListener)>,
    settings: &[(&str, &str)],
) -> Command {
    let server = marquee();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", PASS_SOCKETS]).arg(server.get_program()).env_clear();
    command.envs(server.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let names: Vec<_> = [Some(first), second].iter().flatten().map(|(name, _)| *name).collect();
    command.env("LISTEN_FDS", names.len().to_string()).env("LISTEN_FDNAMES", names.join(":"));
    command.stdin(duplicate(first.1)).stdout(match second {
        Some((_, listener)) => duplicate(listener),
        None => Stdio::null(),
    });
    command.envs(settings.iter().copied());
    command
}

fn duplicate(listener: &TcpListener) -> Stdio {
    OwnedFd::from(listener.try_clone().unwrap()).into()
}
