//! Served pages and responses, compared with the product's specification.
//!
//! `tests/specification.json` has the statements as data. Nothing here comes from the site's
//! sources or its build, which could have the same error. It is about this site: for one of another
//! brand or with other languages the tests fail, as they should, until it has a specification.

use std::collections::BTreeMap;
use std::fmt::Debug;

use scraper::ElementRef;
use serde::Deserialize;
use serde_json::Value;

use crate::support::content_service::{ContentService, TOKEN};
use crate::support::html::{Page, text_of};
use crate::support::server::{Server, header_if_any, wait_for};

#[derive(Deserialize)]
struct Specification {
    links: Links,
    /// Selectors of the parts of a page that the statements name.
    places: BTreeMap<String, String>,
    statements: Vec<Statement>,
}

/// What the content service returns.
#[derive(Deserialize)]
struct Links {
    base: String,
    blog: String,
}

#[derive(Deserialize)]
struct Statement {
    id: String,
    section: String,
    #[serde(rename = "statement")]
    text: String,
    path: Option<String>,
    language: Option<String>,
    /// Statements about a width are for browsers.
    width: Option<String>,
    expect: Expectation,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Expectation {
    Texts(Texts),
    Contains(Texts),
    Count {
        of: String,
        is: usize,
    },
    /// Names of files, and of icons within one.
    Pictures {
        of: String,
        are: Vec<String>,
    },
    Attributes(Attributes),
    Order(Vec<String>),
    Cells(Cells),
    Response(ExpectedResponse),
    Call {
        path: String,
        #[serde(rename = "fields[0]")]
        field: String,
    },
    Failure(Failure),
    /// For browsers.
    #[serde(alias = "across", alias = "visible")]
    Steps(#[expect(dead_code, reason = "for browsers")] Value),
}

#[derive(Deserialize)]
struct Texts {
    of: String,
    /// The texts are its values.
    attribute: Option<String>,
    /// By the code of a language, or `every`.
    #[serde(flatten)]
    languages: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Attributes {
    of: String,
    /// A value of all elements, or a list with one for each.
    #[serde(flatten)]
    values: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Cells {
    of: String,
    count: usize,
    #[serde(flatten)]
    format: Format,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Format {
    Among {
        among: Vec<String>,
    },
    /// Each `#` is a digit.
    Like {
        like: String,
    },
    Amount {
        prefix: String,
        decimals: usize,
        from: f64,
        to: f64,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExpectedResponse {
    path: String,
    accept_language: Option<String>,
    status: u16,
    #[serde(flatten)]
    headers: BTreeMap<String, String>,
}

/// Fields whose calls fail, and places whose links have no target, or have one.
#[derive(Deserialize)]
struct Failure {
    path: Option<String>,
    calls: Vec<String>,
    empty: Vec<String>,
    working: Vec<String>,
}

type Outcome = Result<(), String>;

#[tokio::test]
async fn served_pages_and_responses_match_the_specification() {
    let specification: Specification =
        serde_json::from_str(include_str!("../specification.json")).unwrap();
    let site = Site::start(&specification);
    let mut failures = Vec::new();
    for statement in &specification.statements {
        if let Err(reason) = site.check(statement).await {
            let Statement { id, section, text, .. } = statement;
            failures.push(format!("{id} (section {section}): {text}\n    {reason}"));
        }
    }
    let count = failures.len();
    assert!(count == 0, "statements that fail: {count}\n\n{}", failures.join("\n\n"));
}

/// A site whose operator links come from a content service.
struct Site<'a> {
    specification: &'a Specification,
    service: ContentService,
    server: Server,
}

impl<'a> Site<'a> {
    fn start(specification: &'a Specification) -> Self {
        let Links { base, blog } = &specification.links;
        Self::with_links(specification, base, blog)
    }

    fn with_links(specification: &'a Specification, base: &str, blog: &str) -> Self {
        let service = ContentService::with_links(base, blog);
        let server = Server::using(&service, &[]);
        Self { specification, service, server }
    }

    async fn check(&self, statement: &Statement) -> Outcome {
        match &statement.expect {
            _ if statement.width.is_some() => Ok(()),
            Expectation::Steps(_) => Ok(()),
            Expectation::Response(expected) => self.check_response(expected).await,
            Expectation::Call { path, field } => self.check_call(path, field),
            Expectation::Failure(failure) => self.check_failure(failure).await,
            expectation => {
                let path = statement.path.as_deref().unwrap_or("/");
                for language in ["en", "zh", "ms"] {
                    if statement.language.as_deref().is_some_and(|only| only != language) {
                        continue;
                    }
                    let page = self.page(path, language).await;
                    self.check_page(&page, language, expectation)
                        .map_err(|reason| format!("in {language}: {reason}"))?;
                }
                Ok(())
            }
        }
    }

    async fn page(&self, path: &str, language: &str) -> Page {
        let query = if language == "en" { String::new() } else { format!("?lang={language}") };
        let response = self.server.get(&format!("{path}{query}")).await;
        Page::parse(&response.text().await.unwrap())
    }

    fn check_page(&self, page: &Page, language: &str, expectation: &Expectation) -> Outcome {
        match expectation {
            Expectation::Texts(texts) => {
                let found = match &texts.attribute {
                    Some(name) => self
                        .find(page, &texts.of)
                        .iter()
                        .map(|each| each.attr(name).unwrap_or_default().to_owned())
                        .collect(),
                    None => self.texts(page, &texts.of),
                };
                equal(&found, texts.expected(language))
            }
            Expectation::Pictures { of, are } => {
                let found = self.find(page, of).into_iter().map(picture_of).collect();
                equal::<Vec<_>>(&found, are)
            }
            Expectation::Contains(texts) => {
                let found = self.texts(page, &texts.of).join(" ");
                let missing: Vec<_> =
                    texts.expected(language).iter().filter(|text| !found.contains(*text)).collect();
                ensure(missing.is_empty(), || format!("{missing:?} not in {found:?}"))
            }
            Expectation::Count { of, is } => equal(&self.find(page, of).len(), is),
            Expectation::Attributes(attributes) => {
                self.check_attributes(page, language, attributes)
            }
            Expectation::Order(places) => {
                let all = page.all("*");
                let position = |place: &String| {
                    let first = self.find(page, place).into_iter().next();
                    first.and_then(|first| all.iter().position(|each| *each == first))
                };
                let positions: Vec<_> = places.iter().map(position).collect();
                ensure(positions.iter().all(Option::is_some) && positions.is_sorted(), || {
                    format!("positions of {places:?}: {positions:?}")
                })
            }
            Expectation::Cells(Cells { of, count, format }) => {
                let texts = self.texts(page, of);
                equal(&texts.len(), count)?;
                ensure(texts.iter().all(|text| format.allows(text)), || {
                    format!("found {texts:?}, expected {format:?}")
                })
            }
            _ => unreachable!("not about a page"),
        }
    }

    fn check_attributes(&self, page: &Page, language: &str, attributes: &Attributes) -> Outcome {
        let elements = self.find(page, &attributes.of);
        ensure(!elements.is_empty(), || format!("no {}", attributes.of))?;
        for (name, value) in &attributes.values {
            let found: Vec<_> = elements.iter().map(|each| Value::from(each.attr(name))).collect();
            let expected = match value {
                Value::Array(values) => values.clone(),
                value => vec![value.clone(); elements.len()],
            };
            let with_links = |value| self.with_links_in(value, language);
            equal(&found, &expected.iter().map(with_links).collect())
                .map_err(|reason| format!("{name}: {reason}"))?;
        }
        Ok(())
    }

    async fn check_response(&self, expected: &ExpectedResponse) -> Outcome {
        let mut request = self.server.request("GET", &expected.path);
        if let Some(languages) = &expected.accept_language {
            request = request.header("Accept-Language", languages);
        }
        let response = request.send().await.unwrap();
        equal(&response.status().as_u16(), &expected.status)?;
        for (name, value) in &expected.headers {
            equal(&header_if_any(&response, name), &Some(value.as_str()))?;
        }
        Ok(())
    }

    fn check_call(&self, path: &str, field: &str) -> Outcome {
        let lines = ["[0]", "%5B0%5D"]
            .map(|index| format!("GET {path}?fields{index}={field} HTTP/1.1\r\n"));
        let token = format!("\r\nauthorization: Bearer {TOKEN}\r\n");
        let is_call = |head: &String| {
            lines.iter().any(|line| head.starts_with(line)) && head.contains(&token)
        };
        let requests = || Some(self.service.requests()).filter(|all| all.len() >= 2);
        let requests = wait_for(requests).unwrap();
        ensure(requests.iter().any(is_call), || format!("requests: {requests:#?}"))
    }

    /// Checks that failed calls are logged, empty their links and change nothing else.
    async fn check_failure(&self, failure: &Failure) -> Outcome {
        let Failure { path, calls, empty, working } = failure;
        let path = path.as_deref().unwrap_or("/");
        let Links { base, blog } = &self.specification.links;
        let link = |field: &str, link: &str| {
            let fails = calls.iter().any(|call| call == field);
            if fails { "no link".to_owned() } else { link.to_owned() }
        };
        let (base, blog) = (link("winbox77_my", base), link("winboxv2_com", blog));
        let site = Site::with_links(self.specification, &base, &blog);
        for call in calls {
            let names_call = |event: &Value| {
                event["level"] == "WARN"
                    && event["reason"].as_str().is_some_and(|reason| reason.contains(call))
            };
            wait_for(|| site.server.log().iter().find(|event| names_call(event)).map(drop))
                .ok_or_else(|| format!("no warning about {call} in the log"))?;
        }
        let page = site.page(path, "en").await;
        for (places, has_target) in [(empty, false), (working, true)] {
            for place in places {
                let links = self.find(&page, place);
                let is_expected = |link: &ElementRef| link.attr("href").is_some() == has_target;
                ensure(!links.is_empty() && links.iter().all(is_expected), || {
                    format!("{place}: {:?}", links.iter().map(ElementRef::html).collect::<Vec<_>>())
                })?;
            }
        }
        let without_rows = |page: &Page| {
            let rows = page.find("tbody").into_iter().map(text_of);
            rows.fold(page.text(), |text, row| text.replace(&row, ""))
        };
        equal(&without_rows(&page), &without_rows(&self.page(path, "en").await))
    }

    fn find<'p>(&self, page: &'p Page, place: &str) -> Vec<ElementRef<'p>> {
        page.find(&self.specification.places[place])
    }

    fn texts(&self, page: &Page, place: &str) -> Vec<String> {
        self.find(page, place).into_iter().map(text_of).collect()
    }

    fn with_links_in(&self, value: &Value, language: &str) -> Value {
        let Links { base, blog } = &self.specification.links;
        let home = if language == "en" { "/".to_owned() } else { format!("/?lang={language}") };
        let links = [("{base}", base), ("{blog}", blog), ("{home}", &home)];
        let with_link = |text: String, (name, link): (&str, &String)| text.replace(name, link);
        value.as_str().map(|text| links.into_iter().fold(text.to_owned(), with_link)).into()
    }
}

impl Texts {
    fn expected(&self, language: &str) -> &Vec<String> {
        self.languages.get(language).unwrap_or_else(|| &self.languages["every"])
    }
}

impl Format {
    fn allows(&self, text: &str) -> bool {
        match self {
            Self::Among { among } => among.iter().any(|each| each == text),
            Self::Like { like } => {
                let matches = |(c, l): (char, char)| c == l || (l == '#' && c.is_ascii_digit());
                text.len() == like.len() && text.chars().zip(like.chars()).all(matches)
            }
            Self::Amount { prefix, decimals, from, to } => text
                .strip_prefix(prefix)
                .filter(|amount| amount.split_once('.').is_some_and(|it| it.1.len() == *decimals))
                .and_then(|amount| amount.parse::<f64>().ok())
                .is_some_and(|amount| (*from..=*to).contains(&amount)),
        }
    }
}

/// Returns the name of a picture's file, or of its icon.
fn picture_of(element: ElementRef) -> String {
    let icon = element.child_elements().next().and_then(|child| child.attr("href"));
    let url = icon.or(element.attr("src")).unwrap_or_default();
    let name = url.rsplit(['/', '#']).next().unwrap_or_default();
    // Less its hash.
    if name.contains('.') { name.rsplit_once('-').map_or(name, |(name, _)| name) } else { name }
        .to_owned()
}

fn equal<T: PartialEq + Debug + ?Sized>(found: &T, expected: &T) -> Outcome {
    ensure(found == expected, || format!("found {found:?}, expected {expected:?}"))
}

fn ensure(condition: bool, reason: impl FnOnce() -> String) -> Outcome {
    if condition { Ok(()) } else { Err(reason()) }
}
