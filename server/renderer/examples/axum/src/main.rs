//! `/` is a page of React, `/stream` one whose head is sent before React has rendered the rest, and
//! `/loop` one that never ends by itself: its deadline ends it. The bundle says which paths there are.

use std::{error::Error, fs, num::NonZeroUsize, sync::Arc, time::Duration};

use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header::CONTENT_TYPE};
use axum::{Router, response::Response, routing::get};
use marquee_renderer::{Bundle, PageRequest, RenderError, Renderer, RendererOptions};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    // Before anything else: an engine does not return from it.
    marquee_renderer::run_engine_if_asked();
    serve()
}

#[tokio::main]
async fn serve() -> Result<(), Box<dyn Error>> {
    let source = fs::read_to_string("dist/entry-server.js")?;
    let bundle = Bundle::new(source, json!({ "title": "Example" }));
    let mut options = RendererOptions::default();
    options.engines = NonZeroUsize::new(2).ok_or("no engines")?;
    options.timeout = Duration::from_secs(1);
    let pages = Router::new()
        .route("/stream", get(streamed))
        .route("/stream/loop", get(streamed))
        .fallback(whole)
        .with_state(Renderer::start(bundle, options, Arc::new(())).await?);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    Ok(axum::serve(listener, pages).await?)
}

fn request(uri: &Uri) -> Result<PageRequest, RenderError> {
    PageRequest::new(uri.path(), &json!({ "path": uri.path() }))
}

async fn whole(State(renderer): State<Renderer>, uri: Uri) -> Result<Response, StatusCode> {
    let page = async {
        let page = renderer.render(request(&uri)?).await?;
        let head = page.response.clone();
        Ok((head, page.whole().await?))
    };
    let (head, html) = page.await.map_err(status)?;
    respond(head, html.into())
}

async fn streamed(State(renderer): State<Renderer>, uri: Uri) -> Result<Response, StatusCode> {
    let mut request = request(&uri).map_err(status)?;
    request.early_flush = true;
    let page = renderer.render(request).await.map_err(status)?;
    respond(page.response.clone(), Body::from_stream(page))
}

/// The response with the status and headers that the bundle gave.
fn respond(head: marquee_renderer::Response, html: Body) -> Result<Response, StatusCode> {
    let response = Response::builder().header(CONTENT_TYPE, "text/html; charset=utf-8");
    let headers = head.headers.into_iter();
    let response = headers
        .fold(response.status(head.status), |response, (name, value)| response.header(name, value));
    response.body(html).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}

fn status(error: RenderError) -> StatusCode {
    eprintln!("{error}");
    match error {
        RenderError::Timeout(_) => StatusCode::GATEWAY_TIMEOUT,
        RenderError::QueueFull => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
