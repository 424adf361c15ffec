//! A proxy that makes an error.

use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_TYPE, USER_AGENT};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, dev::ServerHandle, web};

/// What the proxy changes in responses.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// One status into another.
    Status(u16, u16),
    /// A text in every page.
    Html(&'static str, &'static str),
    /// A text in the pages of a language.
    HtmlIn(&'static str, &'static str, &'static str),
    /// A text in every page for one user agent.
    Agent(&'static str, &'static str, &'static str),
    /// A text in the file at a path.
    File(&'static str, &'static str, &'static str),
    /// The file at a path into one of five MiB.
    Large(&'static str),
}

/// A [`Change`] as a search and replacement.
#[derive(Clone)]
struct Edit {
    status: Option<(u16, u16)>,
    /// The path of the file, or a text that pages have.
    path: Option<&'static str>,
    contains: String,
    /// Part of the user agent's name.
    agent: &'static str,
    text: &'static str,
    replacement: String,
}

impl From<&Change> for Edit {
    fn from(change: &Change) -> Self {
        let edit = |contains: String, text: &'static str, replacement: &str| Self {
            status: None,
            path: None,
            contains,
            agent: "",
            text,
            replacement: replacement.to_owned(),
        };
        let html_in = |language| format!("<html lang=\"{language}\"");
        match *change {
            Change::Status(from, to) => {
                Self { status: Some((from, to)), ..edit("<html".into(), "", "") }
            }
            Change::Html(text, replacement) => edit("<html".into(), text, replacement),
            Change::HtmlIn(language, text, replacement) => {
                edit(html_in(language), text, replacement)
            }
            Change::Agent(agent, text, replacement) => {
                Self { agent, ..edit("<html".into(), text, replacement) }
            }
            Change::File(path, text, replacement) => {
                Self { path: Some(path), ..edit(String::new(), text, replacement) }
            }
            Change::Large(path) => Self {
                path: Some(path),
                ..edit(String::new(), "{", &format!("{{{}", " ".repeat(5 << 20)))
            },
        }
    }
}

/// A running proxy, stopped when this is dropped.
pub(crate) struct Proxy {
    url: String,
    handle: ServerHandle,
}

impl Proxy {
    /// Starts a proxy for the site at `upstream`.
    pub(crate) fn start(upstream: &str, change: &Change) -> Self {
        // An error means that a provider was installed before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (edit, upstream) = (Edit::from(change), upstream.trim_end_matches('/').to_owned());
        let app = move || {
            App::new()
                .app_data(web::Data::new((edit.clone(), upstream.clone(), reqwest::Client::new())))
                .default_service(web::to(forward))
        };
        let server =
            HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/", server.addrs()[0]);
        let server = server.run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self { url, handle }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

async fn forward(
    request: HttpRequest,
    data: web::Data<(Edit, String, reqwest::Client)>,
) -> HttpResponse {
    let (edit, upstream, http) = &**data;
    let header = |name| request.headers().get(name).unwrap().to_str().unwrap();
    let response = http
        .get(format!("{upstream}{}", request.uri()))
        .header("accept-language", header(ACCEPT_LANGUAGE))
        .send()
        .await
        .unwrap();
    let mut status = response.status().as_u16();
    let headers = response.headers().clone();
    let mut body = response.bytes().await.unwrap().to_vec();
    if let Ok(text) = str::from_utf8(&body) {
        let is_affected = header(USER_AGENT).contains(edit.agent)
            && match edit.path {
                Some(path) => request.path() == path,
                None => text.contains(&edit.contains),
            };
        if is_affected {
            if let Some((from, to)) = edit.status
                && status == from
            {
                status = to;
            }
            body = text.replace(edit.text, &edit.replacement).into_bytes();
        }
    }
    let mut changed = HttpResponse::build(StatusCode::from_u16(status).unwrap());
    for name in [CONTENT_TYPE, CONTENT_LANGUAGE] {
        for value in headers.get_all(name.as_str()) {
            changed.append_header((name.as_str(), value.to_str().unwrap()));
        }
    }
    changed.body(body)
}
