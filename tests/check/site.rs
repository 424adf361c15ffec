//! The real `marquee` process, the checker's, and a proxy between them that makes an error.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_TYPE, USER_AGENT};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};

/// The URL that the site's documents name.
const PUBLIC_URL: &str = "http://127.0.0.1:8080/";

const CHECKER: &str = env!("CARGO_BIN_EXE_marquee-check");

/// A running server, killed when this is dropped.
pub(crate) struct Site {
    process: Child,
    pub(crate) url: String,
}

impl Site {
    /// Starts the `marquee` binary that was built beside the checker.
    pub(crate) fn start() -> Self {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../dist");
        let mut process = Command::new(Path::new(CHECKER).with_file_name("marquee"))
            .args(["--listen-addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--access-log=off"])
            .env_clear()
            .env("DIST_DIR", dist)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = log.map_while(Result::ok).find_map(|line| {
            let event: serde_json::Value = serde_json::from_str(&line).ok()?;
            Some(event["address"].as_str()?.to_owned())
        });
        Self { process, url: format!("http://{}/", address.unwrap()) }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the checker on the deployment at `url`.
pub(crate) fn check(url: &str) -> Output {
    let mut command = Command::new(CHECKER);
    command.args([url, "--public-url", PUBLIC_URL]).env_clear().output().unwrap()
}

/// In responses that contain the first text, or to user agents with it in their names, the second text
/// becomes the third. The status is a line before the content.
pub(crate) type Change = (&'static str, &'static str, &'static str);

/// Starts a proxy on this thread's event loop for the site at `upstream`. Returns its URL.
pub(crate) fn proxy(upstream: &str, change: Change) -> String {
    // An error means that a provider was installed before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let upstream = upstream.trim_end_matches('/').to_owned();
    let app = move || {
        App::new()
            .app_data(web::Data::new((change, upstream.clone(), reqwest::Client::new())))
            .default_service(web::to(forward))
    };
    let server = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", server.addrs()[0]);
    actix_web::rt::spawn(server.run());
    url
}

async fn forward(
    request: HttpRequest,
    data: web::Data<(Change, String, reqwest::Client)>,
) -> HttpResponse {
    let ((part, from, to), upstream, http) = &**data;
    let header = |name| request.headers().get(name).unwrap().to_str().unwrap();
    let forwarded = http.get(format!("{upstream}{}", request.uri()));
    let response =
        forwarded.header("accept-language", header(ACCEPT_LANGUAGE)).send().await.unwrap();
    let headers = response.headers().clone();
    let status = response.status().as_u16();
    let content = response.bytes().await.unwrap();
    let mut message = [format!("{status}\n").as_bytes(), &content].concat();
    if let Ok(text) = str::from_utf8(&message)
        && (text.contains(part) || header(USER_AGENT).contains(part))
    {
        let large = " ".repeat(5 << 20);
        let to = if *to == crate::LARGE { &format!("{from}{large}") } else { *to };
        message = text.replace(from, to).into_bytes();
    }
    let content = message.split_off(4);
    let status = String::from_utf8(message).unwrap().trim().parse().unwrap();
    let mut changed = HttpResponse::build(StatusCode::from_u16(status).unwrap());
    for name in [CONTENT_TYPE, CONTENT_LANGUAGE] {
        for value in headers.get_all(name.as_str()) {
            changed.append_header((name.as_str(), value.to_str().unwrap()));
        }
    }
    changed.body(content)
}
