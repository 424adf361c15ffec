//! A real nginx in front of the site.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::server::wait_for;
use super::temp_dir::TempDir;

/// A running nginx, stopped when this is dropped.
pub struct Nginx {
    process: Child,
    pub port: u16,
    _folder: TempDir,
}

impl Nginx {
    /// Starts a reverse proxy for `upstreams`, with the additional directives `location` in
    /// its location block.
    pub fn before(upstreams: &[String], location: &str) -> Self {
        let folder = TempDir::new();
        let port = free_port();
        let server = |address| format!("server {address} max_fails=1 fail_timeout=1s;");
        let servers = upstreams.iter().map(server).collect::<Vec<_>>().join(" ");
        let site = format!(
            "upstream site {{ {servers} keepalive 16; }}
             server {{
               listen 127.0.0.1:{port};
               location / {{
                 proxy_pass http://site;
                 proxy_http_version 1.1;
                 proxy_set_header Connection '';
                 {location}
               }}
             }}"
        );
        let process = command(folder.path(), &site)
            .stderr(Stdio::null())
            .spawn()
            .expect("Debian's package `nginx-light` is installed");
        let nginx = Self { process, port, _folder: folder };
        wait_for(|| TcpStream::connect(("127.0.0.1", port)).ok()).expect("nginx listens");
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end only after a graceful stop.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// Returns the command of an nginx with the http block `site`, which writes only in
/// `folder`.
pub fn command(folder: &Path, site: &str) -> Command {
    let path = folder.display();
    // Started by root, its workers could not write to the folder.
    let user = if is_root() { "user root;" } else { "" };
    let configuration = format!(
        "{user} daemon off; pid {path}/pid; error_log stderr crit;
         events {{ worker_connections 4096; }}
         http {{
           access_log off;
           client_body_temp_path {path}/body; proxy_temp_path {path}/proxy;
           fastcgi_temp_path {path}/fastcgi; uwsgi_temp_path {path}/uwsgi;
           scgi_temp_path {path}/scgi;
           {site}
         }}"
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, configuration).unwrap();
    let mut command = Command::new("nginx");
    command.args(["-e", "stderr", "-c"]).arg(file);
    command
}

/// Whether the tests are run by root.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Returns a free port of the loopback interface, for a program that cannot choose one itself, or is
/// restarted. No connection takes it meanwhile: it is below the ports of clients.
pub fn free_port() -> u16 {
    let port = fastrand::u16(10_000..32_768);
    TcpListener::bind(("127.0.0.1", port)).map_or_else(|_| free_port(), |_| port)
}
