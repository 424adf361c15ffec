//! The home page, rendered by Askama for each request: `PORT=8080 DATA=home.json askama-home`.

use std::{env, fs, io};

use actix_web::{App, HttpResponse, HttpServer, web};
use askama::Template;
use serde::Deserialize;

/// What the template inserts, escaped: texts by their position, and tables of rows of cells.
#[derive(Clone, Deserialize, Template)]
#[template(path = "home.html")]
struct Home {
    link: String,
    texts: Vec<String>,
    tables: Vec<Vec<Vec<String>>>,
}

async fn home(data: web::Data<Home>) -> actix_web::Result<HttpResponse> {
    let html = data.render().map_err(actix_web::error::ErrorInternalServerError)?;
    Ok(HttpResponse::Ok().content_type("text/html; charset=utf-8").body(html))
}

#[actix_web::main]
async fn main() -> io::Result<()> {
    let variable =
        |name| env::var(name).map_err(|_| io::Error::other(format!("{name} is not set")));
    let data: Home = serde_json::from_slice(&fs::read(variable("DATA")?)?)?;
    let data = web::Data::new(data);
    HttpServer::new(move || App::new().app_data(data.clone()).route("/", web::get().to(home)))
        .workers(1)
        .bind(format!("127.0.0.1:{}", variable("PORT")?))?
        .run()
        .await
}
