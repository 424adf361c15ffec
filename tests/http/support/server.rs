//! The real `marquee` process.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::{Client, ClientBuilder, RequestBuilder, Response, redirect};
use serde_json::Value;

use super::content_service::ContentService;
use super::memory;
use super::metrics::sample;
use super::temp_dir::TempDir;

/// Long enough for a start or a reload on the busiest machine.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Interval of polling.
const INTERVAL: Duration = Duration::from_millis(5);

pub fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist")
}

/// Returns the command with an environment of test defaults.
pub fn marquee() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marquee"));
    command
        .env_clear()
        .env("DIST_DIR", dist())
        .env("LISTEN_ADDR", "127.0.0.1:0")
        .env("ADMIN_ADDR", "127.0.0.1:0")
        // Some tests send a million requests; those of the log turn it on.
        .env("ACCESS_LOG", "off")
        // Other tests may slow down renders.
        .env("RENDER_TIMEOUT", "20s");
    command
}

/// Returns the same command, after a command of the shell that sets a limit for it.
pub fn limited(limit: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit} && exec \"$0\"")]).arg(env!("CARGO_BIN_EXE_marquee"));
    let marquee = marquee();
    let variables = marquee.get_envs().filter_map(|(name, value)| Some((name, value?)));
    command.env_clear().envs(variables);
    command
}

pub fn client() -> ClientBuilder {
    // An error means that a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}

/// A process that is killed when this is dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running server, killed when this is dropped.
pub struct Server {
    process: Running,
    address: String,
    admin_address: String,
    log: Arc<Mutex<Vec<Value>>>,
    http: Client,
    /// Opens a connection for each request: the admin listener closes idle connections
    /// after seconds.
    admin_http: Client,
    /// The temporary folder of its site, deleted after the process has ended.
    site: Option<TempDir>,
}

impl Server {
    /// Starts a server with these settings and waits until it serves.
    pub fn start(settings: &[(&str, &str)]) -> Self {
        Self::run(marquee().envs(settings.iter().copied()))
    }

    /// Starts a server that uses this content service.
    pub fn using(service: &ContentService, settings: &[(&str, &str)]) -> Self {
        Self::run(marquee().envs(service.settings()).envs(settings.iter().copied()))
    }

    /// Starts a server with a test bundle and these routes, which renders each request.
    pub fn with_bundle(name: &str, paths: &[&str], settings: &[(&str, &str)]) -> Self {
        let dist = super::bundles::site_of(name, paths);
        let mut command = marquee();
        command
            .env("DIST_DIR", dist.path())
            .env("PAGE_CACHE", "off")
            .envs(settings.iter().copied());
        let mut server = Self::run(&mut command);
        server.site = Some(dist);
        server
    }

    /// Starts a server by this command.
    pub fn run(command: &mut Command) -> Self {
        let http = client().redirect(redirect::Policy::none()).build().unwrap();
        let admin_http = client().pool_max_idle_per_host(0).build().unwrap();
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let log = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&log);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let event = serde_json::from_str(&line).unwrap_or(Value::String(line));
                recorded.lock().unwrap().push(event);
            }
        });
        let mut server = Self {
            process: Running(process),
            address: String::new(),
            admin_address: String::new(),
            log,
            http,
            admin_http,
            site: None,
        };
        let serving = server.wait_for_log("serving", |event| field(event, "address").is_some());
        server.address = field(&serving, "address").unwrap();
        server.admin_address = field(&serving, "admin_address").unwrap();
        server
    }

    /// Starts a server for the built site in this folder.
    pub fn with_site(dist: &Path, settings: &[(&str, &str)]) -> Self {
        Self::run(marquee().env("DIST_DIR", dist).envs(settings.iter().copied()))
    }

    /// Returns a request to the public listener.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.http.request(method.parse().unwrap(), format!("http://{}{path}", self.address))
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request("GET", path).send().await.unwrap()
    }

    /// Returns the text of a page, whose status must be 200.
    pub async fn page(&self, path: &str) -> String {
        let response = self.get(path).await;
        assert_eq!(response.status(), 200, "{path}");
        response.text().await.unwrap()
    }

    pub async fn admin(&self, path: &str) -> Response {
        self.admin_request("GET", path).send().await.unwrap()
    }

    pub fn admin_request(&self, method: &str, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.admin_address);
        self.admin_http.request(method.parse().unwrap(), url)
    }

    /// Sends the process a signal: `TERM`, `INT`, `HUP`, `KILL`.
    pub fn signal(&self, name: &str) {
        signal(self.process.0.id(), name);
    }

    /// Sends all processes of its group a signal.
    pub fn signal_group(&self, name: &str) {
        let group = format!("-{}", self.process.0.id());
        assert!(Command::new("kill").args(["-s", name, "--", &group]).status().unwrap().success());
    }

    /// Waits until the process has ended. Returns its exit status, if it has one.
    pub fn wait(&mut self) -> Option<i32> {
        self.wait_status().code()
    }

    /// Waits until the process has ended.
    pub fn wait_status(&mut self) -> ExitStatus {
        wait_for(|| self.process.0.try_wait().unwrap()).expect("the process has ended")
    }

    /// Waits until the admin listener responds to this path with this status.
    pub async fn wait_for_status(&self, path: &str, status: u16) {
        let responds = async || self.admin(path).await.status() == status;
        until(&format!("{path} responds with {status}"), responds).await;
    }

    pub async fn metrics(&self) -> String {
        self.admin("/metrics").await.text().await.unwrap()
    }

    /// Waits until the metrics contain this text: a sample, or a part of one.
    pub async fn wait_for_metrics(&self, text: &str) {
        let contain = async || self.metrics().await.contains(text);
        until(&format!("the metrics contain {text}"), contain).await;
    }

    /// Returns the resident set size of the process and its engines in bytes.
    pub fn resident_bytes(&self) -> u64 {
        memory::resident_bytes(self.process.0.id())
    }

    /// Returns the resident set size of the process without its engines in bytes.
    pub fn own_resident_bytes(&self) -> u64 {
        memory::resident_bytes_of(self.process.0.id())
    }

    pub fn engines(&self) -> Vec<u32> {
        memory::children(self.process.0.id())
    }

    pub fn threads(&self) -> u64 {
        memory::status_field(self.process.0.id(), "Threads:")
    }

    /// Returns the number of pages served with this outcome.
    pub async fn counted(&self, outcome: &str) -> u64 {
        sample(
            &self.metrics().await,
            &format!("marquee_page_cache_lookups_total{{outcome=\"{outcome}\","),
        )
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn admin_address(&self) -> &str {
        &self.admin_address
    }

    pub fn log(&self) -> Vec<Value> {
        self.log.lock().unwrap().clone()
    }

    /// Waits for the first log line that matches `predicate`, past lines included.
    pub fn wait_for_log(&self, what: &str, predicate: impl Fn(&Value) -> bool) -> Value {
        wait_for(|| self.log().into_iter().find(|event| predicate(event)))
            .unwrap_or_else(|| panic!("no line about {what} in {:#?}", self.log()))
    }
}

/// Returns a field of a line of the log, as JSON or text, if it has it.
fn field(line: &Value, name: &str) -> Option<String> {
    let text = || line.as_str()?.split_once(&format!(" {name}=\""))?.1.split([' ', '"']).next();
    line[name].as_str().or_else(text).map(str::to_owned)
}

/// Returns a header of a response, which must have it.
pub fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    header_if_any(response, name).unwrap_or_else(|| panic!("no {name} in {response:#?}"))
}

/// Returns a header of a response, if it has it.
pub fn header_if_any<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

/// Runs a command until it ends, which must be soon.
pub fn run_to_end(command: &mut Command) -> Output {
    let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = process.id();
    let (ended, output) = mpsc::channel();
    // Reads the output meanwhile, since a full pipe would block the process.
    thread::spawn(move || ended.send(process.wait_with_output().unwrap()));
    output.recv_timeout(TIMEOUT).unwrap_or_else(|_| {
        signal(pid, "KILL");
        panic!("{command:?} does not end");
    })
}

/// Sends a process a signal: `TERM`, `INT`, `HUP`, `KILL`.
pub fn signal(pid: u32, name: &str) {
    assert!(try_signal(pid, name), "no process receives {name}");
}

/// Sends a process a signal, unless it has ended.
pub fn try_signal(pid: u32, name: &str) -> bool {
    let mut kill = Command::new("kill");
    kill.args(["-s", name, &pid.to_string()]).stderr(Stdio::null()).status().unwrap().success()
}

/// Polls until there is a result, or a timeout passes.
pub fn wait_for<T>(mut poll: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let found = poll();
        if found.is_some() || begun.elapsed() > TIMEOUT {
            return found;
        }
        thread::sleep(INTERVAL);
    }
}

/// Polls until a condition is met; fails with its description after a timeout.
pub async fn until(what: &str, mut is_met: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_met().await {
        assert!(begun.elapsed() < TIMEOUT, "it never happens: {what}");
        tokio::time::sleep(INTERVAL).await;
    }
}
