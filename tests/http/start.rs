//! Startup: validation of settings, and errors.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use marquee_renderer::ENGINE;
use serde_json::Value;

use crate::support::builds::write_bundle;
use crate::support::bundles::{bundle, site_of};
use crate::support::caches::is_root;
use crate::support::content_service::TOKEN;
use crate::support::generated::assert_up_to_date;
use crate::support::memory::{MemoryGroup, children};
use crate::support::metrics::sample;
use crate::support::server::{
    Running, Server, client, limited, marquee, run_to_end, signal, wait_for,
};
use crate::support::skip::skip;
use crate::support::temp_dir::TempDir;

/// Runs a command that must reject its settings. Returns what it reports.
fn rejection(command: &mut Command) -> String {
    let ended = run_to_end(command);
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64), "{command:?}: {line}");
    line
}

#[test]
fn invalid_setting_is_reported_with_name_value_and_reason() {
    for (variable, value, reason) in [
        ("LISTEN_ADDR", "8080", "like `127.0.0.1:8080`"),
        ("LISTEN_ADDR", "nowhere.invalid:8080", "the name is not resolved"),
        ("ADMIN_ADDR", "localhost", "or `localhost:8080`"),
        ("PUBLIC_URL", "marquee.example", "relative URL without a base"),
        ("PUBLIC_URL", "ftp://marquee.example", "only http and https"),
        ("PUBLIC_URL", "https://marquee.example/shop", "give no path"),
        ("TRUSTED_PROXIES", "10.0.0.0/33", "blocks like `10.0.0.0/8`"),
        ("CONTENT_API_URL", "javascript:alert(1)", "only http and https"),
        ("CONTENT_API_TIMEOUT", "0s", "100 ms at least"),
        ("HSTS_MAX_AGE", "500ms", "give whole seconds"),
        ("CONTENT_API_REFRESH", "300h", "24 h at most"),
        ("CONTENT_API_REFRESH", "1ns", "100 ms at least"),
        ("OPERATOR_LINK", "operator.example", "not an absolute address"),
        ("OPERATOR_BLOG_LINK", "javascript:alert(1)", "only http and https"),
        ("OPERATOR_HOSTS", "https://play.example", "hosts like `play.example`"),
        ("WORKERS", "0", "whole number from 1"),
        ("RENDER_THREADS", "1000", "whole number from 1"),
        ("RENDER_TIMEOUT", "soon", "write it like"),
        ("RENDER_TIMEOUT", "1ms", "100 ms at least"),
        ("RENDER_HEAP_LIMIT", "1MiB", "16.0 MiB at least"),
        ("RENDER_HEAP_LIMIT", "16EiB", "4.0 GiB at most"),
        ("PAGE_CACHE", "maybe", "give on or off"),
        ("PAGE_TTL", "500ms", "give whole seconds"),
        ("PRECONNECT", "maybe", "give on or off"),
        ("PSEUDO_LOCALES", "yes", "give on or off"),
        ("DRAIN_DELAY", "a while", "write it like"),
        ("SHUTDOWN_TIMEOUT", "0s", "100 ms at least"),
        ("MAX_CONNECTIONS", "0", "1 or more"),
        ("REQUEST_TIMEOUT", "5", "write it like"),
        ("SEND_TIMEOUT", "5", "write it like"),
        ("KEEP_ALIVE", "5", "write it like"),
        ("LOG_FORMAT", "xml", "give one of: auto, json, text"),
        ("LOG_LEVEL", "loud", "expected one of"),
        ("LOG_LEVEL", "", "it is empty"),
        ("ACCESS_LOG", "perhaps", "give on or off"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "only http and https"),
        ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector:4318", "only http and https"),
        ("DIST_DIR", "/nowhere", "no built site"),
        ("PUBLIC_URL", "https://marquee.example/?a=b", "without `?`"),
        ("CONTENT_API_URL", "https://me:secret@cms.example", "without a user"),
        ("OPERATOR_LINK", "https://operator.example/?a=b", "base URL"),
        ("OPERATOR_LINK", "https://me:secret@operator.example/", "user or password"),
        ("CAMPAIGN_PARAMETERS", "utm_source,lang", "selects the language"),
        ("CAMPAIGN_PARAMETERS", "aff,,gclid", "not a name"),
        ("CAMPAIGN_PARAMETERS", "a=b", "not a name"),
        ("CAMPAIGN_PARAMETERS", "aff,gclid,aff", "twice"),
        ("MESSAGING_LINK", "mailto:someone@example.org", "only http and https"),
    ] {
        let line = rejection(marquee().env(variable, value));
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(variable) && line.contains(reason), "{variable}={value}: {line}");
        // Of a URL, what could be a secret is left out.
        let is_printed = line.contains(value) || value.contains(['?', '@']);
        assert!(is_printed && !line.contains("secret"), "{variable}={value}: {line}");
    }
}

fn memory_budget(server: &Server) -> Value {
    server.wait_for_log("the budget", |event| event["message"] == "memory budget")
}

#[test]
fn engines_that_do_not_fit_the_address_space_are_rejected_with_the_sum() {
    let line = rejection(limited("ulimit -v 204800").env("RENDER_THREADS", "2"));
    let [settings, reason] =
        ["RENDER_THREADS=2, RENDER_HEAP_LIMIT=64 MiB: ", "(RLIMIT_AS) allows 72 MiB"];
    assert!(line.contains(settings) && line.contains(reason), "{line}");
    assert!(line.contains(" MiB may be needed (48 MiB for the process, 2 × "), "{line}");
}

#[tokio::test]
async fn connections_and_engines_fit_the_memory_of_the_control_group() {
    let settings = ("RENDER_THREADS", "2");
    let total = memory_budget(&Server::start(&[settings]))["total_mib"].as_u64().unwrap();
    let limit = (total - 20) << 20;
    let Some(group) = MemoryGroup::create(limit) else { skip!("it has no control groups") };
    let server = Server::run(limited(&group.enter()).envs([settings]));
    let budget = memory_budget(&server);
    assert_eq!(
        (&budget["total_mib"], &budget["limit_mib"]),
        (&(total - 20).into(), &(total - 20).into())
    );
    let lowered = "MAX_CONNECTIONS and RENDER_THREADS lowered to fit the memory";
    let line = server.wait_for_log(lowered, |event| event["message"] == lowered);
    let connections = line["max_connections"].as_u64().unwrap();
    assert!((1_000..10_000).contains(&connections), "{line}");
    let metrics = server.metrics().await;
    for (name, value) in [
        ("marquee_memory_limit_bytes ", format!("{limit}.0")),
        ("marquee_connections_limit ", connections.to_string()),
    ] {
        assert_eq!(sample::<String>(&metrics, name), value, "{name}");
    }
    for engine in server.engines() {
        let score = fs::read_to_string(format!("/proc/{engine}/oom_score_adj")).unwrap();
        assert_eq!(score, "1000\n", "the kernel ends another process first");
    }
    drop(server);
    drop(group);

    let Some(group) = MemoryGroup::create(100 << 20) else { skip!("it has no control groups") };
    let line = rejection(limited(&group.enter()).envs([settings]));
    assert!(line.contains("the control group allows 100 MiB"), "{line}");
}

#[test]
fn manifests_unit_and_guides_have_the_memory_of_the_budget() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let base = read("deploy/kustomize/base/kustomization.yaml");
    let settings: Vec<_> =
        base.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split_once('=')).collect();
    assert!(settings.contains(&("RENDER_THREADS", "2")), "{settings:?}");
    let budget = memory_budget(&Server::start(&settings));
    let memory = budget["total_mib"].as_u64().unwrap().next_multiple_of(64);
    let mut expected = vec![
        ("deploy/kubernetes.md", "`#Mi`", "`#Mi`"),
        ("deploy/one-machine.md", "`MemoryMax=#M`", "`#M`"),
        ("deploy/kustomize/base/deployment.yaml", "memory: #Mi\n", "; #Mi with V8"),
        ("deploy/systemd/marquee.service", "\nMemoryMax=#M\n", "; #M with V8"),
        ("tests/image/image.test.ts", "quickjs: #,", "v8: # "),
        (".github/workflows/release.yml", "|| '#m'", "&& '#m'"),
    ];
    if ENGINE == "quickjs" {
        expected.push(("tests/http/soak/mod.rs", "LIMIT: u64 = # << 20", ""));
    }
    for (file, on_quickjs, on_v8) in expected {
        let text = if ENGINE == "quickjs" { on_quickjs } else { on_v8 };
        let text = text.replace('#', &memory.to_string());
        assert!(read(file).contains(&text), "{text} is not in {file}: {budget}");
    }
    let document = read("docs/settings.md");
    let amount = |(part, unit): (&str, &str)| {
        let row = document.lines().find(|line| line.starts_with(&format!("| {part}"))).unwrap();
        let cell = row.split('|').nth(if ENGINE == "quickjs" { 2 } else { 4 }).unwrap();
        cell.trim().strip_suffix(unit).unwrap().trim().parse::<u64>().unwrap()
    };
    let [process, besides, warm, connection] = [
        ("The process ", "MiB"),
        ("Each engine, ", "MiB"),
        ("Each engine at a reload ", "MiB"),
        ("Each connection ", "KiB"),
    ]
    .map(amount);
    let engine = 64 + besides;
    let sum = format!(
        "({process} MiB for the process, 2 × {engine} MiB for engines, 2 × {warm} MiB for those of a reload, "
    );
    let logged = budget["sum"].as_str().unwrap();
    assert!(logged.contains(&sum), "{sum} {budget}");
    let (_, connections) = logged.rsplit_once(" MiB for ").unwrap();
    let (connections, _) = connections.split_once(' ').unwrap();
    let mib = (connections.parse::<u64>().unwrap() * connection).div_ceil(1024);
    assert!(logged.contains(&format!(" {mib} MiB for {connections} ")), "{mib} {budget}");
}

#[test]
fn invalid_url_is_printed_without_secrets() {
    for (variable, value, printed) in [
        ("PUBLIC_URL", "http://user:s3cret@host.example/", "***@host.example/"),
        ("CONTENT_API_URL", "http://s3cret@host.example/", "***@host.example/"),
        ("OPERATOR_LINK", "http://user:s3cret@host.example:port/", "***@host.example:port/"),
        ("OPERATOR_BLOG_LINK", "http:user:s3/c?r#et@host.example/", "***@host.example/"),
        ("MESSAGING_LINK", "user:s3cret@host.example", "***@host.example"),
        ("PUBLIC_URL", "ftp://host.example/?token=s3cret", "ftp://host.example/?***"),
        ("OPERATOR_LINK", "ftp://host.example/#s3cret", "ftp://host.example/?***"),
        (
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "ftp://user:s3cret@host.example/?token=s3cret",
            "***@host.example/?***",
        ),
    ] {
        let line = rejection(marquee().env(variable, value));
        assert!(line.contains(&format!("{variable}={printed}: ")), "{value}: {line}");
        assert!(!line.contains("s3cret") && !line.contains("et@"), "{value}: {line}");
    }
}

#[test]
fn public_url_is_required_when_not_on_loopback() {
    for address in ["0.0.0.0:0", "[::]:0", "203.0.113.1:80", "[::ffff:0.0.0.0]:0"] {
        let line = rejection(marquee().env("LISTEN_ADDR", address));
        assert!(line.starts_with("marquee: PUBLIC_URL: it is required"), "{line}");
        assert!(line.contains(address) && line.lines().count() == 1, "{line}");
    }
    // Another error, so none about the URL.
    for (address, url) in [
        ("203.0.113.1:80", Some("http://localhost:8080")),
        ("127.255.255.254:0", None),
        ("[::1]:0", None),
        ("[::ffff:127.0.0.1]:0", None),
    ] {
        let mut command = marquee();
        command.env("LISTEN_ADDR", address).env("DIST_DIR", "/nowhere");
        command.envs(url.map(|url| ("PUBLIC_URL", url)));
        let line = String::from_utf8(run_to_end(&mut command).stderr).unwrap();
        assert!(line.contains("DIST_DIR"), "{address}: {line}");
    }
}

#[test]
fn public_site_does_not_start_with_a_placeholder() {
    let own = [
        ("OPERATOR_LINK", "https://play.brand.com/"),
        ("OPERATOR_BLOG_LINK", "https://play.brand.com/blog/"),
        ("MESSAGING_LINK", "https://messages.brand.com/"),
    ];
    let content = [("CONTENT_API_URL", "http://127.0.0.1:9"), ("CONTENT_API_TOKEN", "t")];
    for (address, public_url, settings, names) in [
        (
            "127.0.0.1:0",
            "https://brand.com",
            &[][..],
            "OPERATOR_LINK, OPERATOR_BLOG_LINK, MESSAGING_LINK: ",
        ),
        ("127.0.0.1:0", "https://brand.com", &own[..1], "OPERATOR_BLOG_LINK, MESSAGING_LINK: "),
        ("127.0.0.1:0", "https://brand.com", &own[..2], "MESSAGING_LINK: "),
        ("127.0.0.1:0", "https://brand.com", &content, "MESSAGING_LINK: "),
        ("0.0.0.0:0", "https://site.example", &own, "PUBLIC_URL: "),
        ("0.0.0.0:0", "https://www.example.com", &own, "PUBLIC_URL: "),
        // Another error, so none about placeholders.
        ("0.0.0.0:0", "https://brand.com", &own, "DIST_DIR: "),
        ("0.0.0.0:0", "http://192.168.0.7:8080", &[], "DIST_DIR: "),
        ("127.0.0.1:0", "https://marquee.example", &[], "DIST_DIR: "),
    ] {
        let mut command = marquee();
        command.env("LISTEN_ADDR", address).env("PUBLIC_URL", public_url);
        command.envs(settings.iter().copied()).env("DIST_DIR", "/nowhere");
        let line = rejection(&mut command);
        assert!(line.starts_with(&format!("marquee: {names}")), "{public_url}: {line}");
    }
}

#[test]
fn variable_with_nearly_the_name_of_a_setting_is_a_warning() {
    let variables = [("PAGE_TTLL", "20s"), ("OPERATORLINK", "x"), ("PORT", "80"), ("HOME", "/")];
    let server = Server::start(&variables);
    let event = |name| server.wait_for_log(name, |event| event["name"] == name);
    for (name, nearest) in
        [("PAGE_TTLL", "PAGE_TTL"), ("OPERATORLINK", "OPERATOR_LINK"), ("PORT", "LISTEN_ADDR")]
    {
        let event = event(name);
        assert_eq!((&event["nearest"], &event["level"]), (&nearest.into(), &"WARN".into()));
    }
    let about = |name| server.log().iter().filter(|event| event["name"] == name).count();
    assert_eq!((about("HOME"), about("LISTEN_ADDR")), (0, 0));
}

#[test]
fn invalid_setting_is_one_json_line_where_the_log_is_json() {
    for (arguments, variables) in [
        (&[][..], &[("LOG_FORMAT", "json"), ("WORKERS", "none")][..]),
        (&["--log-format", "json"], &[("WORKERS", "none"), ("LOG_FORMAT", "xml")]),
        (&["--log-format=json"], &[("WORKERS", "none")]),
        // Found after the parser's errors.
        (&[], &[("LOG_FORMAT", "json"), ("DIST_DIR", "/nowhere/WORKERS=none")]),
    ] {
        let mut command = marquee();
        let ended = run_to_end(command.args(arguments).envs(variables.iter().copied()));
        let text = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(64), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        let line: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(line["level"], "ERROR");
        assert!(line["timestamp"].as_str().unwrap().ends_with('Z'), "{line}");
        assert!(line["error"].as_str().unwrap().contains("WORKERS=none"), "{line}");
    }
    // Not a format.
    let ended = run_to_end(marquee().env("LOG_FORMAT", "jsonl"));
    assert!(String::from_utf8(ended.stderr).unwrap().starts_with("marquee: LOG_FORMAT=jsonl: "));
}

fn without_certificates() -> Command {
    let mut command = marquee();
    command.envs([("SSL_CERT_FILE", "/nowhere"), ("SSL_CERT_DIR", "/nowhere")]);
    command.env("CONTENT_API_TOKEN", TOKEN);
    command
}

#[test]
fn certificates_are_needed_for_https_alone() {
    let _ = Server::run(without_certificates().env("CONTENT_API_URL", "http://127.0.0.1:9"));
    for (variable, status) in [("CONTENT_API_URL", 1), ("OTEL_EXPORTER_OTLP_ENDPOINT", 64)] {
        let mut command = without_certificates();
        command.env("CONTENT_API_URL", "http://127.0.0.1:9").env(variable, "https://127.0.0.1:9");
        let ended = run_to_end(&mut command);
        let line = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(status), "{line}");
        assert!(line.contains(variable) && line.contains("No CA certificates"), "{line}");
    }
}

#[tokio::test]
async fn host_name_is_resolved_to_its_addresses() {
    let server = Server::start(&[("LISTEN_ADDR", "localhost:0")]);
    let addresses: Vec<_> = server.address().split(", ").map(str::to_owned).collect();
    assert!(addresses.iter().any(|address| address.starts_with("127.0.0.1:")), "{addresses:?}");
    for address in addresses {
        let response = client().build().unwrap().get(format!("http://{address}/")).send().await;
        assert_eq!(response.unwrap().status(), 200, "{address}");
    }
}

#[test]
fn unreadable_site_is_reported_as_such() {
    let folder = TempDir::new();
    let site = folder.path().join("dist");
    fs::create_dir(&site).unwrap();
    fs::write(site.join("site.json"), "{}").unwrap();
    fs::set_permissions(&site, fs::Permissions::from_mode(0o600)).unwrap();
    let mut command = marquee();
    if is_root() {
        // Root reads every folder.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        command.uid(65532);
    }
    let line = rejection(command.env("DIST_DIR", &site));
    let site = site.join("site.json");
    assert!(line.contains(&format!("DIST_DIR: {}: Permission denied", site.display())), "{line}");
}

#[test]
fn missing_file_of_the_site_is_named_once() {
    let site = site_of("printing.js", &["/"]);
    fs::remove_file(site.path().join("entry.js")).unwrap();
    let ended = run_to_end(marquee().env("DIST_DIR", site.path()));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(line.matches("entry.js").count(), 1, "{line}");
}

#[test]
fn unusable_token_file_is_reported_without_its_content() {
    let folder = TempDir::new();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let missing = folder.path().join("missing").to_str().unwrap().to_owned();
    for (path, reason) in [
        (missing, "No such file"),
        (folder.path().to_str().unwrap().to_owned(), "is not a regular file"),
        (file("empty", b""), "it is empty"),
        (file("newline", b"\n"), "it is empty"),
        (file("two", b"s3cret\ns3cret\n"), "visible ASCII"),
        (file("binary", b"s3cret\xff"), "visible ASCII"),
    ] {
        let mut command = marquee();
        command.env("CONTENT_API_URL", "http://127.0.0.1:9").env("CONTENT_API_TOKEN_FILE", &path);
        let line = rejection(&mut command);
        assert!(line.contains(&format!("CONTENT_API_TOKEN_FILE={path}: ")), "{line}");
        assert!(line.contains(reason) && !line.contains("s3cret"), "{line}");
    }
    let path = file("good", b"token");
    for (variables, reason) in [
        (&[][..], "together with CONTENT_API_URL"),
        (&[("CONTENT_API_URL", "http://127.0.0.1:9"), ("CONTENT_API_TOKEN", TOKEN)], "one of them"),
    ] {
        let mut command = marquee();
        command.env("CONTENT_API_TOKEN_FILE", &path).envs(variables.iter().copied());
        let line = rejection(&mut command);
        assert!(line.contains("CONTENT_API_TOKEN_FILE: ") && line.contains(reason), "{line}");
    }
}

#[test]
fn unusable_combination_of_settings_is_reported_without_the_token() {
    for (variables, expected) in [
        (&[("OPERATOR_LINK", "")][..], &["OPERATOR_LINK", "empty"][..]),
        (&[("CONTENT_API_TOKEN", "s3cret with spaces")], &["CONTENT_API_TOKEN", "visible ASCII"]),
        (
            &[("OPERATOR_HOSTS", "*.play.example"), ("OPERATOR_LINK", "https://evil.example/")],
            &["OPERATOR_LINK=https://evil.example/", "OPERATOR_HOSTS"],
        ),
        (&[("CONTENT_API_URL", "https://cms.example")], &["CONTENT_API_TOKEN", "required"]),
        (&[("CONTENT_API_TOKEN", "s3cret")], &["CONTENT_API_TOKEN: it", "with CONTENT_API_URL"]),
        (
            &[("LISTEN_ADDR", "127.0.0.1:8081"), ("ADMIN_ADDR", "127.0.0.1:8081")],
            &["ADMIN_ADDR", "LISTEN_ADDR"],
        ),
    ] {
        let line = rejection(marquee().envs(variables.iter().copied()));
        assert!(expected.iter().all(|part| line.contains(part)), "{line}");
        assert!(!line.contains("s3cret"), "{line}");
    }
    let line = rejection(marquee().env("PUBLIC_URL", OsStr::from_bytes(b"https://\xff")));
    assert!(line.contains("PUBLIC_URL") && line.contains("UTF-8"), "{line}");
    let line = rejection(marquee().args(["--workers", "none"]));
    assert!(line.starts_with("marquee: WORKERS=none: "), "{line}");
}

#[test]
fn address_in_use_is_reported_with_its_setting_after_all_settings_are_valid() {
    let in_use = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = in_use.local_addr().unwrap().to_string();
    let mut command = marquee();
    command.env("LISTEN_ADDR", &address);
    let ended = run_to_end(&mut command);
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{line}");
    assert!(line.contains("LISTEN_ADDR") && line.contains(&address), "{line}");
    assert!(rejection(command.env("RENDER_TIMEOUT", "soon")).contains("RENDER_TIMEOUT"));
}

/// Starts a server by the command for a site whose bundle begins with this, and passes it to `during` once
/// it has an engine.
fn with_slow_start(
    delay: &str,
    command: impl FnOnce(&Path) -> Command,
    during: impl FnOnce(&mut Running),
) {
    let site = site_of("long.js", &["/"]);
    write_bundle(site.path(), &format!("{delay}\n{}", bundle("long.js").source));
    let mut server = Running(command(site.path()).stderr(Stdio::piped()).spawn().unwrap());
    let started = wait_for(|| children(server.0.id()).first().copied());
    started.expect("an engine is started");
    during(&mut server);
}

#[test]
fn sighup_during_startup_does_not_stop_the_process() {
    let command = |site: &Path| {
        let mut command = marquee();
        command.env("DIST_DIR", site);
        command
    };
    let delay = "for (const begun = Date.now(); Date.now() < begun + 3000;);";
    with_slow_start(delay, command, |server| {
        signal(server.0.id(), "HUP");
        let lines = BufReader::new(server.0.stderr.take().unwrap()).lines();
        let mut log = lines.map_while(Result::ok);
        assert!(log.any(|line| line.contains("\"address\":")), "the signal stopped it");
    });
}

#[test]
fn start_ends_at_once_at_a_signal_to_stop_also_one_that_the_parent_blocks() {
    // An engine that does not start is awaited for 20 s.
    const AT_ONCE: Duration = Duration::from_secs(10);
    for (arguments, name, status) in
        [(&["serve"][..], "TERM", 143), (&["serve"], "INT", 130), (&["render"], "INT", 130)]
    {
        let blocking = |site: &Path| {
            let mut command = Command::new("env");
            command.args(["--block-signal=TERM", "--block-signal=INT", "--ignore-environment"]);
            for (name, value) in marquee().env("DIST_DIR", site).get_envs() {
                command.arg(format!("{}={}", name.display(), value.unwrap().display()));
            }
            command.arg(marquee().get_program()).args(arguments);
            command
        };
        with_slow_start("for (;;);", blocking, |server| {
            let begun = Instant::now();
            signal(server.0.id(), name);
            let ended = wait_for(|| server.0.try_wait().unwrap()).unwrap();
            assert_eq!(ended.code(), Some(status), "{arguments:?} {name}: {ended}");
            assert!(begun.elapsed() < AT_ONCE, "{arguments:?} {name}: {:?}", begun.elapsed());
        });
    }
}

#[test]
fn server_dumps_no_core() {
    let folder = TempDir::new();
    let mut server = Server::run(limited("ulimit -c unlimited").current_dir(folder.path()));
    server.signal("ABRT");
    let status = server.wait_status();
    assert_eq!((status.signal(), status.core_dumped()), (Some(libc::SIGABRT), false), "{status}");
}

/// Returns the settings in the output of `--help` as the rows of a Markdown table.
fn settings_table(help: &str) -> String {
    let rows = help.split("\n      --").filter_map(|option| {
        let (_, variable) = option.split_once("[env: ")?;
        let variable = variable.split(['=', ']']).next()?;
        let default = option.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']'));
        let default = default.map(|(default, _)| format!("`{default}` ")).unwrap_or_default();
        let meaning = option.lines().nth(1)?.trim();
        Some(format!("| `{variable}` | {default}| {meaning} |\n"))
    });
    ["| Variable | Default | Meaning |\n|---|---|---|\n".to_owned()]
        .into_iter()
        .chain(rows)
        .collect()
}

#[test]
fn documented_settings_are_those_of_help() {
    const BEGIN: &str = "<!-- Generated from `marquee --help` by `make generated`. -->\n";
    const END: &str = "<!-- End of the generated part. -->\n";
    let mut command = marquee();
    command.env("CONTENT_API_URL", format!("http://user:{TOKEN}@host.example/"));
    let ended = run_to_end(command.arg("--help").env("CONTENT_API_TOKEN", TOKEN));
    let help = String::from_utf8(ended.stdout).unwrap();
    assert!(ended.status.success());
    assert!(!help.contains(TOKEN));

    let expected = settings_table(&help);
    assert!(expected.lines().count() > 30, "{help}");
    assert_up_to_date("docs/settings.md", |document| {
        let (before, rest) = document.split_once(BEGIN).unwrap();
        let (_, after) = rest.split_once(END).unwrap();
        [before, BEGIN, &expected, END, after].concat()
    });
}
