//! The language of a page as the wire asks for it. Which header asks for which
//! is the table of `server/src/locale/negotiation_cases.rs`.

use reqwest::header::{ACCEPT_LANGUAGE, HeaderValue};

use crate::support::server::Server;

/// The language that a visitor gets who sends these `Accept-Language` fields.
async fn language_for(server: &Server, fields: &[&[u8]]) -> String {
    let request = fields.iter().fold(server.request("GET", "/"), |request, field| {
        request.header(ACCEPT_LANGUAGE, HeaderValue::from_bytes(field).unwrap())
    });
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.headers()["content-language"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_page_is_in_the_language_that_the_header_asks_for() {
    let server = Server::start(&[]);
    let long = "fr-x-aaaaaaaa;q=0.9, ".repeat(600);
    let (late, early) = (format!("{long}zh"), format!("zh;q=0.1, {long}"));
    let subtags = format!("zh{}", "-abcdefgh".repeat(1500));
    let cases: &[(&[&[u8]], &str, &str)] = &[
        (&[], "en", "no header"),
        (&[b""], "en", "an empty one"),
        (&[b"zh-TW,zh;q=0.9,en;q=0.1"], "zh", "an ordinary one"),
        (&[b"cmn"], "zh", "a name that the build has found"),
        (&[b"zsm, en;q=0.9"], "ms", "and another"),
        (&[b"may"], "ms", "and an old one"),
        (&[b"yue-HK"], "zh", "one that the server knows"),
        (&[b"zh-Hans;q=0, zh, ms;q=0.1"], "ms", "the site's Chinese by its script"),
        (&[b"fr", b"ms;q=0.5", b"zh;q=0.8"], "zh", "repeated fields are one list"),
        (&[b"zh", b"zh;q=0", b"ms;q=0.1"], "ms", "refusals in another field count"),
        (&[b"\xe4\xb8\xad\xe6\x96\x87, ms;q=0.2"], "ms", "UTF-8 spoils its own range only"),
        (&[b"\xff\xfe, zh;q=0.2"], "zh", "as do bytes that are no text"),
        (&[b"\xff", b"zh"], "zh", "in a field of their own too"),
        (&[late.as_bytes()], "en", "12 KB, of which only so much is read"),
        (&[early.as_bytes()], "zh", "a wish before all that"),
        (&[subtags.as_bytes()], "zh", "one range of 13 KB"),
    ];
    for (fields, expected, reason) in cases {
        assert_eq!(language_for(&server, fields).await, *expected, "{reason}");
    }
}
