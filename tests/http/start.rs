//! What an operator experiences when starting the server.

use std::net::TcpListener;

use crate::support::content_service::TOKEN;
use crate::support::server::{marquee, run_to_end};

#[test]
fn a_bad_setting_stops_the_start_with_its_name_its_value_and_the_reason() {
    for (variable, value, reason) in [
        ("LISTEN_ADDR", "8080", "invalid socket address"),
        ("LISTEN_ADDR", "127.0.0.1:99999", "invalid socket address"),
        ("ADMIN_ADDR", "localhost", "invalid socket address"),
        ("PUBLIC_URL", "marquee.example", "relative URL without a base"),
        ("PUBLIC_URL", "ftp://marquee.example", "only http and https"),
        ("PUBLIC_URL", "https://marquee.example/shop", "give no path"),
        ("PUBLIC_URL", "https://marquee.example/?a=b", "without `?`"),
        ("CONTENT_API_URL", "javascript:alert(1)", "only http and https"),
        ("CONTENT_API_URL", "https://me:secret@cms.example", "without a user"),
        ("CONTENT_API_TIMEOUT", "2", "write it like"),
        ("CONTENT_API_TIMEOUT", "0s", "more than nothing"),
        ("CONTENT_API_REFRESH", "300h", "24 h at most"),
        ("OPERATOR_LINK", "operator.example", "not an absolute address"),
        ("OPERATOR_LINK", "https://operator.example/?a=b", "base address"),
        ("OPERATOR_BLOG_LINK", "javascript:alert(1)", "only http and https"),
        ("MESSAGING_LINK", "mailto:someone@example.org", "only http and https"),
        ("WORKERS", "0", "whole number from 1"),
        ("WORKERS", "many", "whole number from 1"),
        ("RENDER_THREADS", "-1", "whole number from 1"),
        ("RENDER_THREADS", "1000", "whole number from 1"),
        ("RENDER_TIMEOUT", "soon", "write it like"),
        ("RENDER_HEAP_LIMIT", "lots", "write it like"),
        ("RENDER_HEAP_LIMIT", "1MiB", "16.0 MiB at least"),
        ("PSEUDO_LOCALES", "yes", "give on or off"),
        ("DIST_DIR", "/nowhere", "no built site"),
    ] {
        let ended = run_to_end(marquee().env(variable, value));
        let line = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(64), "{variable}={value}: {line}");
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(variable) && line.contains(value), "{line}");
        assert!(line.contains(reason), "{variable}={value}: {line}");
    }
}

#[test]
fn an_empty_setting_is_told_to_be_left_out() {
    let ended = run_to_end(marquee().env("OPERATOR_LINK", ""));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.contains("OPERATOR_LINK") && line.contains("empty"), "{line}");
}

#[test]
fn a_flag_is_named_by_its_variable_too() {
    let ended = run_to_end(marquee().args(["--workers", "none"]));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.starts_with("marquee: WORKERS=none: "), "{line}");
}

#[test]
fn an_unknown_flag_is_refused() {
    let ended = run_to_end(marquee().arg("--nonsense"));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.contains("--nonsense"), "{line}");
}

#[test]
fn a_bad_token_is_never_repeated() {
    let secret = "a secret with spaces";
    let ended = run_to_end(marquee().env("CONTENT_API_TOKEN", secret));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.contains("CONTENT_API_TOKEN") && line.contains("visible ASCII"), "{line}");
    assert!(!line.contains("secret"), "{line}");
}

#[test]
fn a_content_service_needs_a_token() {
    let ended = run_to_end(marquee().env("CONTENT_API_URL", "https://cms.example"));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.contains("CONTENT_API_TOKEN") && line.contains("required"), "{line}");
}

#[test]
fn health_checks_need_an_address_of_their_own() {
    let command = &mut marquee();
    command.env("LISTEN_ADDR", "127.0.0.1:8081").env("ADMIN_ADDR", "127.0.0.1:8081");
    let ended = run_to_end(command);
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(64));
    assert!(line.contains("ADMIN_ADDR") && line.contains("LISTEN_ADDR"), "{line}");
}

#[test]
fn settings_are_checked_before_any_port_is_bound() {
    // The port is taken: a server that bound first would complain of that.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let command = &mut marquee();
    command.env("LISTEN_ADDR", address).env("RENDER_TIMEOUT", "soon");
    let ended = run_to_end(command);
    assert!(String::from_utf8(ended.stderr).unwrap().contains("RENDER_TIMEOUT"));
}

#[test]
fn an_address_in_use_ends_the_start_with_its_setting() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = run_to_end(marquee().env("LISTEN_ADDR", &address));
    let line = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{line}");
    assert!(line.contains("LISTEN_ADDR") && line.contains(&address), "{line}");
}

#[test]
fn help_tells_every_setting_and_no_secret() {
    let ended = run_to_end(marquee().arg("--help").env("CONTENT_API_TOKEN", TOKEN));
    let help = String::from_utf8(ended.stdout).unwrap();
    assert!(ended.status.success());
    for variable in [
        "LISTEN_ADDR",
        "ADMIN_ADDR",
        "PUBLIC_URL",
        "DIST_DIR",
        "CONTENT_API_URL",
        "CONTENT_API_TOKEN",
        "CONTENT_API_TIMEOUT",
        "CONTENT_API_REFRESH",
        "OPERATOR_LINK",
        "OPERATOR_BLOG_LINK",
        "MESSAGING_LINK",
        "WORKERS",
        "RENDER_THREADS",
        "RENDER_TIMEOUT",
        "RENDER_HEAP_LIMIT",
        "DRAIN_DELAY",
        "SHUTDOWN_TIMEOUT",
        "LOG_FORMAT",
        "LOG_LEVEL",
        "ACCESS_LOG",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "OTEL_SERVICE_NAME",
    ] {
        assert!(help.contains(variable), "{variable} is not in:\n{help}");
    }
    assert!(!help.contains(TOKEN));
}
