//! Parsing of the content service's responses.

use serde_json::Value;

/// The text of `field`, trimmed: empty where an editor cleared the
/// field, which Strapi sends as `null` or an empty text. `None` for a response
/// without the field, or with another type.
///
/// Strapi 4 sends `{data: {attributes: {F}}}`, Strapi 5 `{data: {F}}`; either
/// may be nested in another `data`.
pub(super) fn field_text(body: &Value, field: &str) -> Option<String> {
    let data = &body["data"];
    let value = [data, &data["data"]]
        .into_iter()
        .flat_map(|data| [data["attributes"].get(field), data.get(field)])
        .flatten()
        .next()?;
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Null => Some(String::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn responses_of_both_strapi_versions_are_parsed() {
        for body in [
            json!({"data": {"id": 1, "attributes": {"base_url": " https://a.example "}}}),
            json!({"data": {"id": 1, "documentId": "x", "base_url": " https://a.example\n"}}),
            json!({"data": {"data": {"attributes": {"base_url": "https://a.example"}}}}),
            json!({"data": {"data": {"base_url": "https://a.example"}}}),
        ] {
            assert_eq!(field_text(&body, "base_url").as_deref(), Some("https://a.example"));
        }
    }

    #[test]
    fn other_shapes_have_no_field() {
        for body in [
            json!(null),
            json!([]),
            json!({"data": null}),
            json!({"data": {"id": 1}}),
            json!({"data": {"attributes": null}}),
            json!({"data": {"base_url": 7}}),
            json!({"data": [{"base_url": "https://a.example"}]}),
            json!({"base_url": "https://a.example"}),
        ] {
            assert_eq!(field_text(&body, "base_url"), None, "{body}");
        }
    }
}
