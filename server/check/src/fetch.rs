//! HTTP requests to a deployment, limited in time and size.

use std::error::Error;
use std::iter;
use std::time::Duration;

use reqwest::header::{ACCEPT_LANGUAGE, USER_AGENT};
use reqwest::redirect;
use url::Url;

/// Longest time for one response.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Size limit of one response, in MiB: all files of the site together have about one.
const MAX_MEBIBYTES: usize = 4;

/// User agent of most requests: that of a browser, and the name of this tool.
pub(crate) const BROWSER: &str = concat!(
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 ",
    "Safari/537.36 marquee-check/",
    env!("CARGO_PKG_VERSION")
);

/// Crawlers that must get what a browser gets.
pub(crate) const CRAWLERS: [(&str, &str); 3] = [
    ("Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
    ("Bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"),
    (
        "facebookexternalhit",
        "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    ),
];

/// A URL could not be fetched.
#[derive(Debug, thiserror::Error)]
#[error("{url}: {reason}")]
pub(crate) struct FetchError {
    url: Url,
    pub(crate) reason: FetchErrorReason,
}

/// Why a URL could not be fetched.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchErrorReason {
    #[error("{}", causes(.0))]
    Http(reqwest::Error),
    #[error("the response is larger than {MAX_MEBIBYTES} MiB")]
    TooLarge,
}

impl From<reqwest::Error> for FetchErrorReason {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error.without_url())
    }
}

fn causes(error: &(dyn Error + 'static)) -> String {
    let all = iter::successors(Some(error), |error| (*error).source());
    all.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// A response to a request.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) content_language: String,
    pub(crate) text: String,
}

/// Fetches URLs as the documents of a deployment name them.
pub(crate) struct Fetcher {
    http: reqwest::Client,
    public_url: Url,
    /// Where the deployment is reached in place of its public URL.
    url: Url,
}

impl Fetcher {
    /// Fetches from `url` what the documents name by `public_url`.
    ///
    /// # Errors
    /// [`FetchError`] when there can be no HTTP client.
    pub(crate) fn new(url: Url, public_url: Url) -> Result<Self, FetchError> {
        // An error means that a provider was installed before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .timeout(TIMEOUT)
            .build()
            .map_err(|error| FetchError { url: url.clone(), reason: error.into() })?;
        Ok(Self { http, public_url, url })
    }

    /// Fetches a URL in a language, as a user agent.
    pub(crate) async fn get(
        &self,
        url: &Url,
        language: &str,
        agent: &str,
    ) -> Result<Response, FetchError> {
        let request = self.http.get(self.target(url)).header(ACCEPT_LANGUAGE, language);
        read(request.header(USER_AGENT, agent))
            .await
            .map_err(|reason| FetchError { url: url.clone(), reason })
    }

    /// Where a URL is fetched from.
    fn target(&self, url: &Url) -> Url {
        let mut target = url.clone();
        if url.origin() == self.public_url.origin() {
            target.clone_from(&self.url);
            target.set_path(url.path());
            target.set_query(url.query());
        }
        target
    }
}

async fn read(request: reqwest::RequestBuilder) -> Result<Response, FetchErrorReason> {
    let mut response = request.send().await?;
    let header = |name: &str| {
        let values = response.headers().get_all(name).iter();
        values.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(", ")
    };
    let (content_type, content_language) = (header("content-type"), header("content-language"));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_MEBIBYTES << 20 {
            return Err(FetchErrorReason::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response {
        status: response.status().as_u16(),
        content_type,
        content_language,
        // The text of a picture is never used.
        text: String::from_utf8_lossy(&body).into_owned(),
    })
}
