//! Real shared caches before the site, each with its own file of `deploy/caches/`.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::nginx::{free_port, is_root};
use super::server::wait_for;

/// A cache of Debian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Apache,
    Nginx,
    Squid,
    TrafficServer,
    Varnish,
}

impl Kind {
    /// Those to try. Traffic Server is one of them where it is installed: the
    /// Makefile does not install it, since its package starts it on port 8080,
    /// which is the site's own.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Apache, Self::Nginx, Self::Squid, Self::Varnish];
        if Path::new(TRAFFIC_SERVER).exists() {
            all.push(Self::TrafficServer);
        }
        all
    }
}

const TRAFFIC_SERVER: &str = "/usr/bin/traffic_server";

/// A running cache; it is ended when this is dropped.
pub struct Cache {
    pub kind: Kind,
    pub port: u16,
    process: Child,
    _folder: TempDir,
}

impl Cache {
    /// Starts a cache before the server at `origin`, which keeps a page for a
    /// second: the times in the cache's own file are shortened to match.
    pub fn start(kind: Kind, origin: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Started by root, caches go on as a user of their own.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let port = free_port();
        let mut command = match kind {
            Kind::Apache => apache(folder.path(), port, origin),
            Kind::Nginx => nginx(folder.path(), port, origin),
            Kind::Squid => squid(folder.path(), port, origin),
            Kind::TrafficServer => traffic_server(folder.path(), port, origin),
            Kind::Varnish => varnish(folder.path(), port, origin),
        };
        let process = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{kind:?} of Debian is needed: {error}"));
        let cache = Self { kind, port, process, _folder: folder };
        // Traffic Server listens before it is ready, and closes what comes.
        wait_for(|| is_served(port).then_some(()))
            .unwrap_or_else(|| panic!("{kind:?} does not serve"));
        cache
    }

    /// A URL as clients of the cache use it.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        // Their workers end with them only if they end in their own way.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}

/// The file of `deploy/caches/` with each of `changes` made in it.
fn deployed(file: &str, changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/caches").join(file);
    let text = fs::read_to_string(path).unwrap();
    changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{file} has no {from}");
        text.replace(from, to)
    })
}

/// Whether somebody answers a request at this port.
fn is_served(port: u16) -> bool {
    let ask = || -> io::Result<String> {
        let mut connection = TcpStream::connect(("127.0.0.1", port))?;
        connection.set_read_timeout(Some(Duration::from_secs(5)))?;
        connection.write_all(b"GET /robots.txt HTTP/1.0\r\nhost: cache.example\r\n\r\n")?;
        let mut response = String::new();
        connection.read_to_string(&mut response)?;
        Ok(response)
    };
    ask().is_ok_and(|response| response.contains(" 200 "))
}

fn write(path: PathBuf, text: &str) -> PathBuf {
    fs::write(&path, text).unwrap();
    path
}

fn nginx(folder: &Path, port: u16, origin: &str) -> Command {
    let path = folder.display().to_string();
    let site = deployed(
        "nginx.conf",
        &[
            ("127.0.0.1:8080", origin),
            ("listen 80;", &format!("listen 127.0.0.1:{port};")),
            ("/var/cache/nginx/marquee", &format!("{path}/cache")),
            ("10s", "1s"),
        ],
    );
    super::nginx::command(folder, &site)
}

fn varnish(folder: &Path, port: u16, origin: &str) -> Command {
    let origin_port = origin.rsplit(':').next().unwrap();
    let text = deployed(
        "varnish.vcl",
        &[("\"8080\"", &format!("\"{origin_port}\"")), ("req.grace = 60s", "req.grace = 1s")],
    );
    let file = write(folder.join("marquee.vcl"), &text);
    let mut command = Command::new("varnishd");
    command.args(["-F", "-T", "none", "-s", "malloc,32m", "-n"]).arg(folder.join("varnish"));
    command.args(["-a", &format!("127.0.0.1:{port}"), "-f"]).arg(file);
    command
}

fn squid(folder: &Path, port: u16, origin: &str) -> Command {
    let path = folder.display();
    let origin_port = origin.rsplit(':').next().unwrap();
    let site = deployed(
        "squid.conf",
        &[
            ("http_port 80 ", &format!("http_port 127.0.0.1:{port} ")),
            ("parent 8080 ", &format!("parent {origin_port} ")),
        ],
    );
    let text = format!(
        "{site}
         pid_filename {path}/pid
         cache_log /dev/null
         access_log none
         cache_mem 32 MB
         coredump_dir {path}
         pinger_enable off
         shutdown_lifetime 0 seconds
         visible_hostname cache.example
        "
    );
    let file = write(folder.join("squid.conf"), &text);
    let mut command = Command::new("squid");
    command.args(["-N", "-f"]).arg(file);
    command
}

fn apache(folder: &Path, port: u16, origin: &str) -> Command {
    let path = folder.display();
    let cache = folder.join("cache");
    fs::create_dir(&cache).unwrap();
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    let site = deployed(
        "apache.conf",
        &[
            ("127.0.0.1:8080", origin),
            ("/var/cache/apache2/mod_cache_disk", &cache.display().to_string()),
        ],
    );
    let modules = ["mpm_event", "authz_core", "cache", "cache_disk", "proxy", "proxy_http"]
        .map(|name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"))
        .concat();
    let user = if is_root() { "User www-data\nGroup www-data" } else { "" };
    let text = format!(
        "{modules}
         {user}
         ServerRoot {path}
         ServerName cache.example
         DefaultRuntimeDir {path}
         PidFile {path}/pid
         ErrorLog /dev/null
         Listen 127.0.0.1:{port}
         {site}"
    );
    let file = write(folder.join("apache.conf"), &text);
    let mut command = Command::new("apache2");
    command.arg("-DFOREGROUND").arg("-f").arg(file);
    command
}

fn traffic_server(folder: &Path, port: u16, origin: &str) -> Command {
    let path = folder.display();
    for name in ["etc", "state", "store"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    let etc = folder.join("etc");
    write(
        etc.join("remap.config"),
        &deployed("trafficserver/remap.config", &[("127.0.0.1:8080", origin)]),
    );
    let site = deployed("trafficserver/records.config", &[]);
    write(
        etc.join("records.config"),
        &format!(
            "{site}\
             CONFIG proxy.config.http.server_ports STRING {port}:ip-in=127.0.0.1\n\
             CONFIG proxy.config.admin.user_id STRING #-1\n\
             CONFIG proxy.config.log.logging_enabled INT 0\n"
        ),
    );
    write(etc.join("storage.config"), &format!("{path}/store 64M\n"));
    write(etc.join("plugin.config"), "");
    write(
        etc.join("ip_allow.yaml"),
        "ip_allow:\n  - {apply: in, ip_addrs: 0/0, action: allow, methods: ALL}\n",
    );
    let layout = format!(
        "{{prefix: {path}, exec_prefix: {path}, bindir: /usr/bin, sbindir: /usr/sbin, \
         sysconfdir: {path}/etc, datadir: {path}/state, includedir: {path}, libdir: /usr/lib, \
         libexecdir: /usr/lib/trafficserver/modules, localstatedir: {path}/state, \
         runtimedir: {path}/state, logdir: {path}/state, cachedir: {path}/store}}\n"
    );
    let layout = write(folder.join("layout.yaml"), &layout);
    let mut command = Command::new(TRAFFIC_SERVER);
    command.arg(format!("--run-root={}", layout.display()));
    command
}
