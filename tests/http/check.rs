//! `marquee check` finds nothing wrong with the site, and each of many mistakes
//! that are planted in a copy of it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::bundles::record_digests;
use crate::support::server::{dist, marquee, run_to_end};

fn check(dist: &Path) -> Output {
    run_to_end(marquee().arg("check").env("DIST_DIR", dist))
}

/// A copy of the built site that can be changed.
fn copy() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    symlink(fs::canonicalize(dist().join("public")).unwrap(), copy.path().join("public")).unwrap();
    for folder in ["server", "locales"] {
        fs::create_dir(copy.path().join(folder)).unwrap();
        for file in fs::read_dir(dist().join(folder)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), copy.path().join(folder).join(file.file_name())).unwrap();
        }
    }
    fs::copy(dist().join("site.json"), copy.path().join("site.json")).unwrap();
    copy
}

fn edit_json(file: &Path, edit: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    edit(&mut value);
    fs::write(file, value.to_string()).unwrap();
}

/// Where a mistake is made.
enum Mistake {
    /// In the HTML that the bundle writes: an expression over `html`, a piece of
    /// a page, which holds its whole head or its whole body.
    Html(&'static str),
    /// In a message of a language.
    Message(&'static str, &'static str, &'static str),
    /// In what the build says of the site.
    Site(fn(&mut Value)),
}

fn plant(dist: &Path, mistake: &Mistake) {
    let wrap = |html: &str| {
        let entry = dist.join("server/entry.js");
        let bundle = fs::read_to_string(&entry).unwrap();
        let host = format!(
            "const host = globalThis.marquee, parts = []; globalThis.marquee = {{ ...host, \n\
             put: (id, html) => void parts.push(html),\n\
             write: (id, end) => {{\n\
               const html = parts.splice(0).join('') + end;\n\
               return host.write(id, {html});\n\
             }},\n\
             head: (id, html) => host.head(id, {html}) }};\n"
        );
        fs::write(entry, host + &bundle).unwrap();
    };
    match mistake {
        Mistake::Html(html) => wrap(html),
        Mistake::Message(code, id, text) => {
            edit_json(&dist.join(format!("locales/{code}.json")), |table| table[id] = json!(text));
        }
        Mistake::Site(edit) => edit_json(&dist.join("site.json"), edit),
    }
    record_digests(dist);
}

#[test]
fn nothing_is_wrong_with_the_site() {
    let output = check(&dist());
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{report}");
    // It has looked at something.
    let looked_at = report.lines().find(|line| line.starts_with("canonical address")).unwrap();
    let pages: u32 = looked_at.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!(pages >= 12, "{report}");
}

/// One mistake at a time, and a line of the report that tells of it.
const MISTAKES: &[(Mistake, &str)] = &[
    // Addresses.
    (
        Mistake::Html(
            r#"html.replace("<title>", '<meta name="robots" content="noindex"><title>')"#,
        ),
        "/?lang=ms: status: is hidden from search engines",
    ),
    (
        Mistake::Html(r#"html.replace('content="noindex"', 'content="all"')"#),
        "/no/such/page?lang=zh: status: is not there, and not `noindex`",
    ),
    (
        Mistake::Html(r#"html.replace('<html lang="zh"', '<html lang="en"')"#),
        r#"/?lang=zh: language: <html lang> is ["en"] instead of "zh""#,
    ),
    (
        Mistake::Html(r#"html.replace(/<link rel="canonical"[^>]*>/, "")"#),
        "/?lang=ms: canonical address: is [] instead of",
    ),
    (
        Mistake::Html(r#"html.replace(/(rel="canonical" href="[^"?]*)[^"]*/, "$1")"#),
        r#"/?lang=ms: canonical address: is ["http://127.0.0.1:8080/"] instead of"#,
    ),
    (
        Mistake::Html(r#"html.replace(/<link rel="alternate" hreflang="en"[^>]*>/, "$&$&")"#),
        "translations (hreflang): lists en 2 times",
    ),
    (
        Mistake::Html(
            r#"html.includes('<html lang="zh"') ? html.replace(/<link rel="alternate" hreflang="ms"[^>]*>/, "") : html"#,
        ),
        "/?lang=ms: translations (hreflang): /?lang=zh does not list zh back",
    ),
    // Titles and descriptions.
    (Mistake::Html(r#"html.replace(/<title>[^<]*<.title>/, "")"#), "title: there are 0 of them"),
    (
        Mistake::Html(r#"html.replace(/<title>[^<]*<.title>/, "$&$&")"#),
        "title: there are 2 of them",
    ),
    (
        Mistake::Message(
            "ms",
            "page.home.title",
            "Sepuluh perkataan yang panjang sekali sehingga tiada siapa membacanya",
        ),
        "/?lang=ms: title: takes the room of",
    ),
    (
        Mistake::Message("zh", "page.home.title", "Marquee: free credit and entries"),
        r#"/?lang=zh: script: is all Latin: "Marquee: free credit and entries""#,
    ),
    (
        Mistake::Html(r#"html.replace(/<title>[^<]*<.title>/, "<title>Marquee</title>")"#),
        r#"has the title of /?lang=en: "Marquee""#,
    ),
    (
        Mistake::Html(r#"html.replace(/<meta name="description"[^>]*>/, "")"#),
        "description: there are 0 of them",
    ),
    // Cards and data.
    (
        Mistake::Html(r#"html.replace('content="summary_large_image"', 'content="summary"')"#),
        r#"social cards: twitter:card is "summary""#,
    ),
    (
        Mistake::Html(
            r#"html.replace(/(property="og:image" content="[^"]*assets)[^"]*/, "$1/gone.jpg")"#,
        ),
        "/assets/gone.jpg: files that pages name: answers 404",
    ),
    (
        Mistake::Html(r#"html.replace('{"@context"', '{"@context')"#),
        "linked data (JSON-LD): is not JSON",
    ),
    (Mistake::Html(r#"html.replace('"build":', '"build"')"#), "state: is not JSON"),
    // What a page is made of.
    (Mistake::Html(r#"html.replace(/(<.?)h1/g, "$1h2")"#), "headings: there are 0 <h1>"),
    (Mistake::Html(r#"html.replace(/<h2(.*?)<.h2>/, "<h4$1</h4>")"#), "headings: <h4> follows <h"),
    (Mistake::Html(r#"html.replace(/(<img[^>]*?) width="\d+"/, "$1")"#), "has no width"),
    (Mistake::Html(r#"html.replace(/(<img[^>]*?) alt="[^"]*"/, "$1")"#), "has no alt"),
    (
        Mistake::Html(r#"html.replace("<main", '<a href="/x"></a><main')"#),
        "links: nobody can tell what this is: /x",
    ),
    (Mistake::Html(r#"html.replace(/ sponsored/g, "")"#), "winbox-signup/ is not rel=sponsored"),
    (
        Mistake::Html(r#"html.replace(/ target="_blank"/g, "")"#),
        "winbox-signup/ does not open in a tab of its own",
    ),
    // Words.
    (
        Mistake::Message(
            "ms",
            "transactions.table.note",
            "Illustrative activity: these rows are generated and show no real members.",
        ),
        "/?lang=ms: untranslated text: is English (locales/ms.json)",
    ),
    (
        Mistake::Message("ms", "menu.tab.entries", "老虎机"),
        r#"/?lang=ms: script: there are Han letters in "老虎机""#,
    ),
    (
        // What a text looks like there that stands in the code.
        Mistake::Message("en-XA", "menu.tab.entries", "Slots"),
        r#"text that is in no locale file: in <a> comes from the code: "Slots""#,
    ),
    (
        Mistake::Site(|site| site["locales"][2]["missing"] = json!(["menu.tab.entries"])),
        "locales/ms.json: missing translations: menu.tab.entries is missing",
    ),
    // What crawlers are told.
    (
        Mistake::Site(|site| {
            site["routes"].as_array_mut().unwrap().push(json!({"path": "/ghost"}));
        }),
        "/sitemap.xml: site map: names /ghost, which is no good page",
    ),
];

#[test]
fn every_planted_mistake_is_found_with_its_place_and_its_reason() {
    let mut missed = Vec::new();
    for (mistake, expected) in MISTAKES {
        let site = copy();
        plant(site.path(), mistake);
        let output = check(site.path());
        let report = String::from_utf8(output.stdout).unwrap();
        if !report.contains(*expected) || output.status.code() != Some(1) {
            missed.push(format!("not found: {expected}\n{report}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
