//! Health checks, on a listener of their own: the public port has pages only.

use actix_web::{HttpResponse, web};

/// Adds the routes of the admin listener.
pub fn routes(config: &mut web::ServiceConfig) {
    for path in ["/livez", "/readyz"] {
        // The listener answers only once every engine thread is ready.
        config.service(web::resource(path).to(|| async { HttpResponse::Ok().body("ok\n") }));
    }
}
