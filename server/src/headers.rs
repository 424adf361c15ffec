//! Headers that every answer carries.

use actix_web::middleware::DefaultHeaders;

/// Only the site's own files may run, style or be asked; nothing inline, no
/// frames around it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The security headers of every answer, errors included. `reload_origin` is
/// where a development page listens for rebuilds.
#[must_use]
pub fn security(reload_origin: Option<&str>) -> DefaultHeaders {
    let policy = match reload_origin {
        Some(origin) => CONTENT_SECURITY_POLICY
            .replace("connect-src 'self'", &format!("connect-src 'self' {origin}")),
        None => CONTENT_SECURITY_POLICY.to_owned(),
    };
    DefaultHeaders::new()
        .add(("Content-Security-Policy", policy))
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("Referrer-Policy", "strict-origin-when-cross-origin"))
}
