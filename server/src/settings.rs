//! Settings: flags, environment variables, defaults and validation, all of it before
//! any port is bound.
//!
//! A flag takes precedence over its variable. An invalid value stops the start with
//! status [`EX_USAGE`] and one line that names the variable, the value and the reason,
//! without what may be secret in the value.

use std::borrow::Cow;
use std::error::Error;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches};
use ipnet::IpNet;
use secrecy::SecretString;
use url::Url;

use crate::limits::Limits;
use crate::operator::{BaseLink, OperatorLink};
use crate::page::PageCacheMode;
use crate::telemetry::TelemetryOptions;
use crate::values::{
    parse_duration, parse_duration_or_zero, parse_heap_limit, parse_network, parse_public_url,
    parse_seconds, parse_service_url, parse_switch, parse_threads, parse_token, without_secrets,
};

/// Exit status for a command used wrongly (`sysexits.h`).
pub const EX_USAGE: u8 = 64;

/// All settings.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// Address and port of the public site; port 0 takes a free one
    #[arg(long, env = "LISTEN_ADDR", value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen_addr: SocketAddr,

    /// Address and port of health checks, apart from the public site
    #[arg(long, env = "ADMIN_ADDR", value_name = "ADDR", default_value = "127.0.0.1:9090")]
    pub admin_addr: SocketAddr,

    /// Public URL of the site, for canonical links and crawlers; required where
    /// LISTEN_ADDR is not a loopback address
    #[arg(long, env = "PUBLIC_URL", value_name = "URL", default_value = "http://127.0.0.1:8080", value_parser = parse_public_url)]
    pub public_url: Url,

    /// Folder of the built bundles; by default `dist` in the working directory,
    /// else beside the binary
    #[arg(long, env = "DIST_DIR", value_name = "DIR")]
    pub dist_dir: Option<PathBuf>,

    /// Networks of proxies in front of the site (addresses or CIDR blocks,
    /// separated by commas), whose `X-Request-Id`, `traceparent` and
    /// `X-Forwarded-For` are trusted
    #[arg(long, env = "TRUSTED_PROXIES", value_name = "CIDR,...", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Base URL of the content service that has the operator's links;
    /// without one they are taken from OPERATOR_LINK and OPERATOR_BLOG_LINK
    #[arg(long, env = "CONTENT_API_URL", value_name = "URL", value_parser = parse_service_url, requires = "content_api_token")]
    pub content_api_url: Option<Url>,

    /// Bearer token for the content service
    #[arg(long, env = "CONTENT_API_TOKEN", value_name = "TOKEN", hide_env_values = true, value_parser = parse_token, requires = "content_api_url")]
    pub content_api_token: Option<SecretString>,

    /// Timeout of a request to the content service
    #[arg(long, env = "CONTENT_API_TIMEOUT", value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    pub content_api_timeout: Duration,

    /// Time between two requests for the links, give or take a tenth
    #[arg(long, env = "CONTENT_API_REFRESH", value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub content_api_refresh: Duration,

    /// The operator's base URL, until the first response of the content service; the
    /// default is used without a content service only
    #[arg(long, env = "OPERATOR_LINK", value_name = "URL", default_value = "https://operator.example/", default_value_if("content_api_url", ArgPredicate::IsPresent, None), value_parser = BaseLink::parse)]
    pub operator_link: Option<BaseLink>,

    /// URL of the operator's blog, until the first response of the content service;
    /// the default is used without a content service only
    #[arg(long, env = "OPERATOR_BLOG_LINK", value_name = "URL", default_value = "https://operator.example/blog/", default_value_if("content_api_url", ArgPredicate::IsPresent, None), value_parser = OperatorLink::parse)]
    pub operator_blog_link: Option<OperatorLink>,

    /// URL that the messaging icon opens
    #[arg(long, env = "MESSAGING_LINK", value_name = "URL", default_value = "https://messaging.example/marquee", value_parser = OperatorLink::parse)]
    pub messaging_link: OperatorLink,

    /// Threads that serve HTTP; by default one for each processor core
    #[arg(long, env = "WORKERS", value_name = "COUNT", default_value_t = cores(), value_parser = parse_threads)]
    pub workers: NonZeroUsize,

    /// Threads that render pages, each with its own engine; by default
    /// one for each processor core
    #[arg(long, env = "RENDER_THREADS", value_name = "COUNT", default_value_t = cores(), value_parser = parse_threads)]
    pub render_threads: NonZeroUsize,

    /// Timeout of one render
    #[arg(long, env = "RENDER_TIMEOUT", value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    pub render_timeout: Duration,

    /// Size limit of one engine's heap
    #[arg(long, env = "RENDER_HEAP_LIMIT", value_name = "SIZE", default_value = "64MiB", value_parser = parse_heap_limit)]
    pub render_heap_limit: usize,

    /// Page cache: `on` renders a page once for all clients of a time window, `off`
    /// renders every request and streams it
    #[arg(long, env = "PAGE_CACHE", value_name = "on|off", default_value = "on", value_parser = PageCacheMode::parse)]
    pub page_cache: PageCacheMode,

    /// Length of a time window, in which a page stays the same; a whole number of
    /// seconds
    #[arg(long, env = "PAGE_TTL", value_name = "TIME", default_value = "10s", value_parser = parse_seconds)]
    pub page_ttl: Duration,

    /// Serves the pseudo-locales `en-XA` (accented, longer) and `en-XB` (from
    /// right to left) as well, to check the layout; only `?lang=` or
    /// the menu chooses them, and they stay out of search engines
    #[arg(long, env = "PSEUDO_LOCALES", value_name = "on|off", action = clap::ArgAction::Set, default_value = "off", value_parser = parse_switch)]
    pub pseudo_locales: bool,

    /// Time after SIGTERM in which the process serves as before, while load balancers
    /// notice that it is not ready any more
    #[arg(long, env = "DRAIN_DELAY", value_name = "TIME", default_value = "5s", value_parser = parse_duration_or_zero)]
    pub drain_delay: Duration,

    /// Timeout of the graceful shutdown after that; a whole number of seconds
    #[arg(long, env = "SHUTDOWN_TIMEOUT", value_name = "TIME", default_value = "20s", value_parser = parse_seconds)]
    pub shutdown_timeout: Duration,

    /// Limits of clients
    #[command(flatten)]
    pub limits: Limits,

    /// Logs and traces
    #[command(flatten)]
    pub telemetry: TelemetryOptions,

    /// Where development pages listen for rebuilds; set by `make dev`
    #[arg(long, env = "DEV_RELOAD_ORIGIN", value_name = "URL", hide = true, value_parser = parse_public_url)]
    pub dev_reload_origin: Option<Url>,
}

fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Why the process does not start.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// `--help` or `--version` was given: print the text and exit with status 0.
    #[error("{0}")]
    Help(clap::Error),
    /// The command line or the environment is invalid.
    #[error("{0}")]
    Bad(String),
}

impl Settings {
    /// Validates combinations of values.
    ///
    /// # Errors
    /// [`SettingsError::Bad`].
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.listen_addr == self.admin_addr && self.listen_addr.port() != 0 {
            return Err(SettingsError::Bad(format!(
                "ADMIN_ADDR={}: LISTEN_ADDR is the same; health checks need a separate address",
                self.admin_addr
            )));
        }
        Ok(())
    }
}

/// Reads a command that contains [`Settings`] from arguments and environment.
///
/// # Errors
/// [`SettingsError`], whose text is the one line to print.
pub fn parse<C: CommandFactory + FromArgMatches>() -> Result<C, SettingsError> {
    let command = C::command();
    let parse = || {
        // Help would print the values in the environment, secrets included.
        let mut hiding = command.clone().mut_args(|argument| argument.hide_env_values(true));
        let matches = hiding.try_get_matches_from_mut(std::env::args_os())?;
        Ok((C::from_arg_matches(&matches)?, matches))
    };
    let (parsed, matches) = parse().map_err(|error: clap::Error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => SettingsError::Help(error),
        _ => SettingsError::Bad(explain(&command, &error)),
    })?;
    require_public_url(&matches)?;
    Ok(parsed)
}

/// Requires `PUBLIC_URL` for a site that others can reach, where canonical URLs,
/// `hreflang` and the sitemap would name this machine.
fn require_public_url(matches: &ArgMatches) -> Result<(), SettingsError> {
    let is_default = matches.value_source("public_url") == Some(ValueSource::DefaultValue);
    match matches.get_one::<SocketAddr>("listen_addr") {
        Some(address) if is_default && !address.ip().to_canonical().is_loopback() => {
            Err(SettingsError::Bad(format!(
                "PUBLIC_URL: it is required where LISTEN_ADDR ({address}) is not a loopback address"
            )))
        }
        _ => Ok(()),
    }
}

/// Formats an error of clap as one line: `VARIABLE=value: reason`.
fn explain(command: &clap::Command, error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    if error.kind() == ErrorKind::InvalidUtf8
        && let Some(variable) = command.get_arguments().find_map(unreadable_variable)
    {
        return format!("{variable}: it is not UTF-8");
    }
    let argument = text(ContextKind::InvalidArg).unwrap_or_default();
    let setting = command
        .get_arguments()
        .find(|known| known.get_env().is_some() && argument.contains(&long_flag(known)));
    let Some(setting) = setting else {
        // Not a setting: an unknown flag or command.
        return error
            .render()
            .to_string()
            .lines()
            .next()
            .unwrap_or_default()
            .replace("error: ", "");
    };
    let variable = setting.get_env().unwrap_or_default().to_string_lossy();
    let value = text(ContextKind::InvalidValue);
    let reason = match (error.kind(), value.as_deref()) {
        (_, Some("")) => "it is empty; give a value or leave the variable out".to_owned(),
        // No other setting is required, nor needs another.
        (ErrorKind::MissingRequiredArgument, _) => {
            let other = match &*variable {
                "CONTENT_API_URL" => "CONTENT_API_TOKEN",
                _ => "CONTENT_API_URL",
            };
            format!("it is required together with {other}")
        }
        (kind, _) => match (error.source(), text(ContextKind::ValidValue)) {
            (Some(reason), _) => reason.to_string(),
            (None, Some(choices)) => format!("give one of: {choices}"),
            (None, None) => kind.to_string(),
        },
    };
    match value {
        Some(value) if !setting.is_hide_env_values_set() => {
            format!("{variable}={}: {reason}", without_secrets(&value))
        }
        _ => format!("{variable}: {reason}"),
    }
}

/// Returns the argument's variable if its value is not UTF-8, since clap's error does not
/// name it.
fn unreadable_variable(argument: &clap::Arg) -> Option<Cow<'_, str>> {
    let variable = argument.get_env()?;
    std::env::var_os(variable)?.to_str().is_none().then(|| variable.to_string_lossy())
}

fn long_flag(argument: &clap::Arg) -> String {
    format!("--{} ", argument.get_long().unwrap_or_default())
}
