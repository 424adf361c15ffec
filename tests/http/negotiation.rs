//! Language negotiation over HTTP. `server/src/locale/negotiation_cases.rs` has the cases
//! for `Accept-Language` values.

use reqwest::header::{ACCEPT_LANGUAGE, HeaderValue};

use crate::support::server::Server;

/// Returns the language of the page for these `Accept-Language` fields.
async fn language_for(server: &Server, fields: &[&[u8]]) -> String {
    let request = fields.iter().fold(server.request("GET", "/"), |request, field| {
        request.header(ACCEPT_LANGUAGE, HeaderValue::from_bytes(field).unwrap())
    });
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.headers()["content-language"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn page_language_follows_accept_language() {
    let server = Server::start(&[]);
    let long = "fr-x-aaaaaaaa;q=0.9, ".repeat(600);
    let (late, early) = (format!("{long}zh"), format!("zh;q=0.1, {long}"));
    let subtags = format!("zh{}", "-abcdefgh".repeat(1500));
    let cases: &[(&[&[u8]], &str, &str)] = &[
        (&[], "en", "no header"),
        (&[b""], "en", "an empty header"),
        (&[b"cmn"], "zh", "an alias from the build"),
        (&[b"yue-HK"], "zh", "a related language"),
        (&[b"zh-Hans;q=0, zh, ms;q=0.1"], "ms", "the site's Chinese by its script"),
        (&[b"fr", b"ms;q=0.5", b"zh;q=0.8"], "zh", "repeated fields are one list"),
        (&[b"zh", b"zh;q=0", b"ms;q=0.1"], "ms", "exclusions in another field count"),
        (
            &[b"\xe4\xb8\xad\xe6\x96\x87, ms;q=0.2"],
            "ms",
            "non-ASCII text invalidates only its own range",
        ),
        (&[b"\xff\xfe, zh;q=0.2"], "zh", "so do invalid bytes"),
        (&[b"\xff", b"zh"], "zh", "also in a separate field"),
        (&[late.as_bytes()], "en", "12 KB, of which only the first ranges are parsed"),
        (&[early.as_bytes()], "zh", "a range before all that"),
        (&[subtags.as_bytes()], "zh", "one range of 13 KB"),
    ];
    for (fields, expected, reason) in cases {
        assert_eq!(language_for(&server, fields).await, *expected, "{reason}");
    }
}
