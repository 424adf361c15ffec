//! A shared cache in front of the site, nginx, gives every reader the page in
//! their own language.

use std::collections::BTreeMap;

use futures_util::{StreamExt, stream};
use reqwest::Client;

use crate::support::encoding::decode;
use crate::support::html::Page;
use crate::support::nginx::Nginx;
use crate::support::server::Server;

/// An nginx that keeps what it may.
fn cache_before(server: &Server) -> Nginx {
    let location = "proxy_cache pages; proxy_cache_background_update on;
                    add_header X-Cache $upstream_cache_status always;";
    Nginx::before(&[server.address().to_owned()], "", location)
}

/// Something that a reader may ask for, and the language that is right for it.
const ADDRESSES: [(&str, Option<&str>); 6] = [
    ("/", None),
    ("/?lang=en", Some("en")),
    ("/?lang=zh", Some("zh")),
    ("/?lang=ms", Some("ms")),
    ("/nowhere", None),
    ("/nowhere?lang=zh", Some("zh")),
];

const WISHES: [(&str, &str); 7] = [
    ("en-GB,en;q=0.9", "en"),
    ("zh-TW,zh;q=0.9,en;q=0.1", "zh"),
    ("zh-CN", "zh"),
    ("ms-MY,en;q=0.5", "ms"),
    ("msa", "ms"),
    ("fr", "en"),
    ("", "en"),
];

const ENCODINGS: [&str; 5] = ["br", "gzip, br;q=0.5", "zstd", "identity", "gzip"];

#[tokio::test]
async fn no_reader_behind_a_shared_cache_gets_a_page_in_the_language_of_another() {
    const REQUESTS: usize = 10_000;
    const AT_ONCE: usize = 16;
    let server = Server::start(&[("PAGE_TTL", "1s")]);
    let cache = cache_before(&server);
    let http = Client::new();

    let requests = (0..REQUESTS).map(|number| {
        // Steps that share no divisor, so that every combination comes.
        let (address, fixed) = ADDRESSES[number % ADDRESSES.len()];
        let (wish, negotiated) = WISHES[number % WISHES.len()];
        let encoding = ENCODINGS[number % ENCODINGS.len()];
        let mut request = http
            .get(format!("http://127.0.0.1:{}{address}", cache.port))
            .header("Accept-Encoding", encoding);
        if !wish.is_empty() {
            request = request.header("Accept-Language", wish);
        }
        async move {
            let response = request.send().await.unwrap();
            let header = |name: &str| {
                response.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
            };
            let (how, sent_as) = (header("x-cache").unwrap(), header("content-encoding"));
            if let Some(sent_as) = &sent_as {
                assert!(encoding.contains(sent_as), "{sent_as} for {encoding:?}");
            }
            let status = response.status().as_u16();
            let body = decode(sent_as.as_deref(), &response.bytes().await.unwrap());
            let page = Page::parse(std::str::from_utf8(&body).unwrap());
            let expected = fixed.unwrap_or(negotiated);
            let language = page.attributes("html", "lang");
            assert_eq!(language, [expected], "{address} for {wish:?} as {encoding:?} ({how})");
            assert_eq!(status, if address.starts_with("/nowhere") { 404 } else { 200 });
            assert!(page.html().ends_with("</html>\n"));
            how
        }
    });
    let mut answers = stream::iter(requests).buffer_unordered(AT_ONCE);
    let mut times = BTreeMap::<String, usize>::new();
    while let Some(how) = answers.next().await {
        *times.entry(how).or_default() += 1;
    }
    // It did keep pages, so that it could have mixed them up.
    assert!(times.get("HIT").is_some_and(|hits| *hits > REQUESTS / 2), "{times:?}");
}
