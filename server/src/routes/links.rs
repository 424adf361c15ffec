//! The operator's links, for a page that was served without them. The site has their path.

use actix_web::web::ReqData;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;
use url::form_urlencoded;

use super::Routed;
use crate::content::{ContentApi, Field};
use crate::state::AppState;

/// Responds with one field from memory, in the content service's shape (`{data:
/// {attributes: {F}}}`; `null` while unknown). No request is forwarded to the content
/// service.
pub(super) async fn links(
    request: HttpRequest,
    app: web::Data<AppState>,
    routed: ReqData<Routed>,
) -> HttpResponse {
    let api = &routed.release.site.content_api;
    let Some(field) = requested_field(api, request.query_string()) else {
        let names = Field::ALL.map(|field| api.name(field)).join("` or `");
        return HttpResponse::BadRequest().json(json!({
            "data": null,
            "error": {
                "status": 400,
                "name": "ValidationError",
                "message": format!("`fields[0]` must be `{names}`"),
            },
        }));
    };
    let links = &app.content.current().links;
    HttpResponse::Ok().json(json!({
        "data": { "attributes": { api.name(field): links.field(field) } },
    }))
}

/// Parses the query: exactly one parameter, `fields[0]`, that names a known field.
fn requested_field(api: &ContentApi, query: &str) -> Option<Field> {
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    let (name, value) = parameters.next()?;
    if name != "fields[0]" || parameters.next().is_some() {
        return None;
    }
    Field::ALL.into_iter().find(|field| api.name(*field) == value)
}
