//! Real shared caches in front of the site, each configured by its file in
//! `deploy/caches/`.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use super::server::wait_for;
use super::skip;
use super::temp_dir::TempDir;

/// A cache that Debian packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Apache,
    Nginx,
    Squid,
    TrafficServer,
    Varnish,
}

impl Kind {
    /// Returns the caches to test. Traffic Server is one of them if it is installed: the
    /// Makefile installs it in CI only, since its package starts it on port 8080, which the
    /// site uses.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Apache, Self::Nginx, Self::Squid, Self::Varnish];
        if Path::new(TRAFFIC_SERVER).exists() {
            all.push(Self::TrafficServer);
        } else {
            skip::report("Debian's package `trafficserver` is not installed");
        }
        all
    }
}

const TRAFFIC_SERVER: &str = "/usr/bin/traffic_server";

/// A running cache, stopped when this is dropped.
pub struct Cache {
    pub kind: Kind,
    pub port: u16,
    process: Child,
    _folder: TempDir,
    _reserved: Socket,
}

impl Cache {
    /// Starts a cache in front of the server at `origin`, whose time windows last a second:
    /// the times in the cache's configuration are shortened to match.
    pub fn start(kind: Kind, origin: &str) -> Self {
        let folder = TempDir::new();
        // Started by root, caches switch to another user.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let (reserved, port) = reserve_port();
        let mut command = match kind {
            Kind::Apache => apache(folder.path(), port, origin),
            Kind::Nginx => nginx(folder.path(), port, origin),
            Kind::Squid => squid(folder.path(), port, origin),
            Kind::TrafficServer => traffic_server(folder.path(), port, origin),
            Kind::Varnish => varnish(folder.path(), port, origin),
        };
        let process = command
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{kind:?} is not installed: {error}"));
        let cache = Self { kind, port, process, _folder: folder, _reserved: reserved };
        // Traffic Server listens before it is ready, and closes connections until then.
        wait_for(|| is_served(port).then_some(()))
            .unwrap_or_else(|| panic!("{kind:?} does not serve"));
        cache
    }

    /// Starts one of each kind.
    pub fn start_all(origin: &str) -> Vec<Self> {
        thread::scope(|scope| {
            let start = |kind| scope.spawn(move || Self::start(kind, origin));
            let starts: Vec<_> = Kind::all().into_iter().map(start).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        })
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        // With its workers.
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-s", "KILL", "--", &group]).status();
        let _ = self.process.wait();
    }
}

/// Returns a free port of the loopback interface, for a program that cannot choose one itself, or is
/// restarted. It stays reserved by a socket that does not listen: with `SO_REUSEADDR`, as servers
/// set it, another one can.
pub fn reserve_port() -> (Socket, u16) {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_reuse_address(true).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
    let port = socket.local_addr().unwrap().as_socket().unwrap().port();
    (socket, port)
}

/// Returns a file of `deploy/caches/` with these replacements.
fn configuration(file: &str, changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/caches").join(file);
    let text = fs::read_to_string(path).unwrap();
    changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{file} has no {from}");
        text.replace(from, to)
    })
}

/// Whether a request to this port gets a response.
fn is_served(port: u16) -> bool {
    let request = || -> io::Result<String> {
        let mut connection = TcpStream::connect(("127.0.0.1", port))?;
        connection.set_read_timeout(Some(Duration::from_secs(5)))?;
        connection.write_all(b"GET /robots.txt HTTP/1.0\r\nhost: cache.example\r\n\r\n")?;
        let mut response = String::new();
        connection.read_to_string(&mut response)?;
        Ok(response)
    };
    request().is_ok_and(|response| response.contains(" 200 "))
}

/// Returns the command of an nginx with the http block `site`, which writes only in
/// `folder`.
fn nginx_command(folder: &Path, site: &str) -> Command {
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

fn write(path: PathBuf, text: &str) -> PathBuf {
    fs::write(&path, text).unwrap();
    path
}

fn nginx(folder: &Path, port: u16, origin: &str) -> Command {
    let path = folder.display().to_string();
    let site = configuration(
        "nginx.conf",
        &[
            ("127.0.0.1:8080", origin),
            ("listen 80;", &format!("listen 127.0.0.1:{port};")),
            ("/var/cache/nginx/marquee", &format!("{path}/cache")),
            ("10s", "1s"),
        ],
    );
    nginx_command(folder, &site)
}

fn varnish(folder: &Path, port: u16, origin: &str) -> Command {
    let origin_port = origin.rsplit(':').next().unwrap();
    let text = configuration(
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
    let site = configuration(
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
    let site = configuration(
        "apache.conf",
        &[
            ("127.0.0.1:8080", origin),
            ("/var/cache/apache2/mod_cache_disk", &cache.display().to_string()),
        ],
    );
    let modules =
        ["mpm_event", "authz_core", "cache", "cache_disk", "headers", "proxy", "proxy_http"]
            .map(|name| {
                format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n")
            })
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
        &configuration("trafficserver/remap.config", &[("127.0.0.1:8080", origin)]),
    );
    let site = configuration("trafficserver/records.config", &[]);
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
