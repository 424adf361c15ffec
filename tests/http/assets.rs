//! Files of the build, as clients and caches get them.

use std::fs;

use reqwest::Response;

use crate::support::builds::{build, reload};
use crate::support::encoding::decode;
use crate::support::html::Page;
use crate::support::server::{Server, dist, header, header_if_any, marquee, run_to_end};
use crate::support::temp_dir::TempDir;

/// The URL of the site's largest script.
async fn script(server: &Server) -> String {
    Page::parse(&server.page("/").await).attributes("script[data-app]", "data-app").remove(0)
}

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = headers
        .iter()
        .fold(server.request("GET", path), |request, (name, value)| request.header(*name, *value));
    request.send().await.unwrap()
}

#[tokio::test]
async fn responses_under_assets_vary_with_the_encoding_and_errors_are_not_stored() {
    let server = Server::start(&[]);
    let script = script(&server).await;
    let plain = get(&server, &script, &[]).await;
    let tag = header(&plain, "etag").to_owned();
    let plain = plain.bytes().await.unwrap();
    for encoding in ["br", "gzip"] {
        let response = get(&server, &script, &[("accept-encoding", encoding)]).await;
        assert_eq!(header(&response, "content-encoding"), encoding);
        assert!(header(&response, "content-type").contains("javascript"));
        let body = response.bytes().await.unwrap();
        assert!(body.len() < plain.len() / 2 && decode(Some(encoding), &body) == plain);
    }
    let below = format!("{script}/nothing");
    let long = format!("/assets/{}.js", "x".repeat(300));
    for (path, headers, status) in [
        (&*script, &[][..], 200),
        (&script, &[("accept-encoding", "gzip")], 200),
        (&script, &[("if-none-match", &*tag)], 304),
        (&script, &[("range", "bytes=0-9")], 200),
        (&script, &[("if-match", "\"other\"")], 412),
        (&script, &[("if-match", "*")], 200),
        ("/assets/none.js", &[], 404),
        ("/assets/none.js", &[("if-none-match", "*")], 404),
        ("/assets/none.js", &[("if-match", "\"other\"")], 404),
        ("/assets/", &[], 404),
        // No path escapes the folder of public files.
        ("/assets/..%2fsite.webmanifest", &[], 404),
        ("/assets/%00", &[], 404),
        (&below, &[], 404),
        (&long, &[], 404),
    ] {
        let response = get(&server, path, headers).await;
        assert_eq!(response.status(), status, "{path} {headers:?}");
        let is_error = status >= 400;
        let vary = header_if_any(&response, "vary");
        assert!(is_error || vary == Some("Accept-Encoding"), "{path} {headers:?}: {vary:?}");
        let caching = header(&response, "cache-control");
        let is_expected =
            if is_error { caching == "no-store" } else { caching.contains("immutable") };
        assert!(is_expected, "{path} {headers:?}: {caching}");
        assert!(!is_error || response.bytes().await.unwrap().is_empty(), "{path} {headers:?}");
    }
}

#[tokio::test]
async fn files_of_other_releases_are_served_if_they_are_as_their_builds_wrote_them() {
    let folder = TempDir::new();
    let [older, newer] = ["older", "newer"].map(|id| {
        build(&folder.path().join(id), id);
        folder.path().join(id)
    });
    let others = format!("{},{}", older.display(), newer.display());
    let server = Server::with_site(&dist(), &[("OTHER_DIST_DIRS", &others)]);
    server.wait_for_status("/readyz", 200).await;
    let own = script(&server).await;
    assert_eq!(get(&server, &own, &[]).await.status(), 200);
    for id in ["older", "newer"] {
        let response = get(&server, &format!("/assets/only-{id}.js"), &[]).await;
        assert_eq!(header(&response, "cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(response.text().await.unwrap(), id);
    }

    fs::write(newer.join("public/assets/only-newer.js"), "other").unwrap();
    reload(&server, "rejected").await;
    let file = newer.join("public/assets/only-newer.js");
    for (others, reason) in [
        (&*others, format!("{}: has other contents", file.display())),
        ("/nowhere", "/nowhere/site.json: No such file".into()),
    ] {
        let ended = run_to_end(marquee().env("OTHER_DIST_DIRS", others));
        let error = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success() && error.contains("OTHER_DIST_DIRS: "), "{error}");
        assert!(error.contains(&reason), "{error}");
    }
}

#[tokio::test]
async fn serves_files_after_release_folder_is_deleted() {
    let folder = TempDir::new();
    let site = folder.path().join("site");
    build(&site, "only");
    let server = Server::with_site(&site, &[]);
    server.wait_for_status("/readyz", 200).await;
    let script = script(&server).await;
    let paths = [&*script, "/assets/only-only.js", "/favicon.ico", "/site.webmanifest", "/"];
    let mut before = Vec::new();
    for path in paths {
        let response = get(&server, path, &[]).await;
        assert_eq!(response.status(), 200, "{path}");
        before.push(header(&response, "content-type").to_owned());
    }
    fs::remove_dir_all(&site).unwrap();
    for (path, content_type) in paths.iter().zip(before) {
        let response = get(&server, path, &[]).await;
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(header(&response, "content-type"), content_type, "{path}");
        assert!(!response.bytes().await.unwrap().is_empty(), "{path}");
    }
    assert_eq!(server.log().iter().find(|line| line["level"] == "ERROR"), None);
}
