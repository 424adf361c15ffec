//! `GET /api/winbox`: the links for a page that was served without them.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;
use url::form_urlencoded;

use crate::operator::Field;
use crate::state::AppState;

/// Responds with one field from memory, in the content service's shape (`{data:
/// {attributes: {F}}}`; `null` while unknown). No request is forwarded to the content
/// service.
pub(super) async fn winbox(request: HttpRequest, app: web::Data<AppState>) -> HttpResponse {
    let Some(field) = requested_field(request.query_string()) else {
        let names = Field::ALL.map(Field::name).join("` or `");
        return HttpResponse::BadRequest().json(json!({
            "data": null,
            "error": {
                "status": 400,
                "name": "ValidationError",
                "message": format!("`fields[0]` must be `{names}`"),
            },
        }));
    };
    let links = app.links.current();
    HttpResponse::Ok().json(json!({
        "data": { "attributes": { field.name(): links.field(field) } },
    }))
}

/// Parses the query: exactly one parameter, `fields[0]`, that names a known field.
fn requested_field(query: &str) -> Option<Field> {
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    let (name, value) = parameters.next()?;
    if name != "fields[0]" || parameters.next().is_some() {
        return None;
    }
    Field::ALL.into_iter().find(|field| field.name() == value)
}
