//! Health checks and metrics, on a listener of their own: the public port has pages only.

use actix_web::{HttpResponse, web};

use crate::app::App;

/// The media type of metrics (`OpenMetrics` 1.0).
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Adds the routes of the admin listener.
pub fn routes(config: &mut web::ServiceConfig, app: &web::Data<App>) {
    config.app_data(app.clone()).service(web::resource("/metrics").to(metrics));
    for path in ["/livez", "/readyz"] {
        // The listener answers only once every engine thread is ready.
        config.service(web::resource(path).to(|| async { HttpResponse::Ok().body("ok\n") }));
    }
}

async fn metrics(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().content_type(OPENMETRICS).body(app.metrics.text())
}
