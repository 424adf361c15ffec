//! Settings: flags, environment variables, defaults and validation, all of it before
//! any port is bound.
//!
//! A flag takes precedence over its variable. An invalid value stops the start with
//! status [`EX_USAGE`] and one line that names the variable, the value and the reason,
//! without what may be secret in the value.

pub(crate) mod campaign;
pub(crate) mod limits;
pub(crate) mod listen_addr;

use std::borrow::Cow;
use std::error::Error;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches};
use ipnet::IpNet;
use secrecy::SecretString;
use url::Url;

use crate::content::{
    BaseLink, HostPattern, OperatorLink, Token, is_placeholder, is_public, require_host,
};
use crate::process::cores;
use crate::process::memory_budget::MemoryBudget;
use crate::process::service_manager::addresses;
use crate::telemetry::TelemetryOptions;
use crate::values::{
    parse_duration, parse_duration_or_zero, parse_heap_limit, parse_max_age, parse_named_file,
    parse_network, parse_public_url, parse_seconds, parse_service_url, parse_share, parse_switch,
    parse_threads, parse_token, without_secrets,
};
use campaign::{CampaignParameters, CampaignSources};
use limits::Limits;
use listen_addr::ListenAddr;

/// Exit status for a command used wrongly (`sysexits.h`).
pub(crate) const EX_USAGE: u8 = 64;

/// The variable that names the files with the tokens of data sources.
pub(crate) const DATA_TOKEN_FILES: &str = "DATA_TOKEN_FILES";

/// All settings.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Settings {
    /// Address of the public listener; port 0 selects a free port. A host name such as
    /// `localhost` is resolved at start, to all of its addresses that this machine has
    #[arg(long, env = "LISTEN_ADDR", value_name = "ADDR", default_value = "127.0.0.1:8080", value_parser = ListenAddr::parse)]
    pub listen_addr: ListenAddr,

    /// The admin listener
    #[command(flatten)]
    pub admin: AdminAddr,

    /// The public URL of the site, for canonical links and crawlers; required unless
    /// LISTEN_ADDR is a loopback address
    #[arg(long, env = "PUBLIC_URL", value_name = "URL", default_value = "http://127.0.0.1:8080", value_parser = parse_public_url)]
    pub public_url: Url,

    /// Time for which browsers that were here use the site over HTTPS only (HSTS), where
    /// `PUBLIC_URL` is an https URL; whole seconds. `0s` ends it in the browsers that return
    /// (RFC 6797, section 6.1.1)
    #[arg(long, env = "HSTS_MAX_AGE", value_name = "TIME", default_value = "365d", value_parser = parse_max_age)]
    pub hsts_max_age: Duration,

    /// Folder of the built site; by default `dist` in the working directory, else beside
    /// the binary
    #[arg(long, env = "DIST_DIR", value_name = "DIR")]
    pub dist_dir: Option<PathBuf>,

    /// Folders of other releases, each as in `DIST_DIR`, separated by commas: their files under
    /// `/assets/` are served as well, since pages of theirs are open, or served by other processes
    #[arg(long, env = "OTHER_DIST_DIRS", value_name = "DIR,...", value_delimiter = ',')]
    pub other_dist_dirs: Vec<PathBuf>,

    /// Proxies in front of the site (addresses or CIDR blocks, separated by commas), whose
    /// `X-Request-Id` and `traceparent` are trusted
    #[arg(long, env = "TRUSTED_PROXIES", value_name = "CIDR,...", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Base URL of the content service that has the operator's links
    #[arg(long, env = "CONTENT_API_URL", value_name = "URL", value_parser = parse_service_url)]
    pub content_api_url: Option<Url>,

    /// Bearer token for the content service; never logged, never in a page. The URL and a
    /// token require each other
    #[arg(long, env = "CONTENT_API_TOKEN", value_name = "TOKEN", hide_env_values = true, value_parser = parse_token)]
    pub content_api_token: Option<SecretString>,

    /// File with the token, instead of `CONTENT_API_TOKEN`; read again at each refresh, so that
    /// a token is replaced without a restart. A newline at its end is not part of the token
    #[arg(long, env = "CONTENT_API_TOKEN_FILE", value_name = "FILE")]
    pub content_api_token_file: Option<PathBuf>,

    /// Timeout of a request to the content service or a data source
    #[arg(long, env = "CONTENT_API_TIMEOUT", value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    pub content_api_timeout: Duration,

    /// Files with the bearer tokens of data sources, `name=file` each, separated by commas; read again
    /// at each refresh
    #[arg(long, env = DATA_TOKEN_FILES, value_name = "NAME=FILE,...", value_delimiter = ',', value_parser = parse_named_file)]
    pub data_token_files: Vec<(String, PathBuf)>,

    /// Interval of requests for the links, with a jitter of 10 %
    #[arg(long, env = "CONTENT_API_REFRESH", value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub content_api_refresh: Duration,

    /// The operator's base URL, without a content service or until its first response; with
    /// one, the default is not used. Required, as the two below, of a site with a public
    /// `PUBLIC_URL`: their defaults are placeholders
    #[arg(long, env = "OPERATOR_LINK", value_name = "URL", default_value = "https://operator.example/", default_value_if("content_api_url", ArgPredicate::IsPresent, None), value_parser = BaseLink::parse)]
    pub operator_link: Option<BaseLink>,

    /// URL of the operator's blog, likewise
    #[arg(long, env = "OPERATOR_BLOG_LINK", value_name = "URL", default_value = "https://operator.example/blog/", default_value_if("content_api_url", ArgPredicate::IsPresent, None), value_parser = OperatorLink::parse)]
    pub operator_blog_link: Option<OperatorLink>,

    /// Hosts to which the operator's links may lead, exact or `*.` and a domain for all below it;
    /// links to others are rejected. By default any
    #[arg(long, env = "OPERATOR_HOSTS", value_name = "HOST,...", value_delimiter = ',', value_parser = HostPattern::parse)]
    pub operator_hosts: Vec<HostPattern>,

    /// URL of the messaging icon
    #[arg(long, env = "MESSAGING_LINK", value_name = "URL", default_value = "https://messaging.example/marquee", value_parser = OperatorLink::parse)]
    pub messaging_link: OperatorLink,

    /// URL parameters of a visit that links to the operator's site carry on, separated by
    /// commas, or `none`; not with Global Privacy Control or Do Not Track
    #[arg(long, env = "CAMPAIGN_PARAMETERS", value_name = "NAME,...", default_value = "utm_source,utm_medium,utm_campaign,utm_term,utm_content,utm_id,gclid,gbraid,wbraid,dclid,gad_source,gad_campaignid,fbclid,ttclid,msclkid,twclid,li_fat_id,ScCid,epik,rdt_cid,yclid,tblci,dicbo,irclickid,clickid,click_id,subid,aff,aff_id,aff_sub,btag", value_parser = CampaignParameters::parse)]
    pub campaign_parameters: CampaignParameters,

    /// Browsers report page views and clicks on links to other sites, which are counted by
    /// language, campaign source, link and place in the page; not with Global Privacy Control
    /// or Do Not Track
    #[arg(long, env = "VISIT_REPORTS", value_name = "on|off", action = clap::ArgAction::Set, default_value = "on", value_parser = parse_switch)]
    pub visit_reports: bool,

    /// Campaign sources (`utm_source`, whatever their case) that these are counted by, separated by
    /// commas, or `none`; any other is `other`
    #[arg(long, env = "CAMPAIGN_SOURCES", value_name = "NAME,...", default_value = "google,bing,facebook,instagram,tiktok,youtube,telegram,whatsapp", value_parser = CampaignSources::parse)]
    pub campaign_sources: CampaignSources,

    /// Share of visits whose Core Web Vitals browsers measure and report, from 0 (none, and
    /// no code for it) to 1
    #[arg(long, env = "WEB_VITALS_SAMPLE", value_name = "SHARE", default_value = "0.1", value_parser = parse_share)]
    pub web_vitals_sample: f64,

    /// Browsers connect to the operator's origin when a visitor is about to follow a link
    /// there, before the click; not with Save-Data, Global Privacy Control or Do Not Track
    #[arg(long, env = "PRECONNECT", value_name = "on|off", action = clap::ArgAction::Set, default_value = "on", value_parser = parse_switch)]
    pub preconnect: bool,

    /// HTTP worker threads; by default one for each core
    #[arg(long, env = "WORKERS", value_name = "COUNT", default_value_t = cores(), hide_default_value = true, value_parser = parse_threads)]
    pub workers: NonZeroUsize,

    /// Engines, each a process; by default one for each core, or fewer where the memory is limited
    #[arg(long, env = "RENDER_THREADS", value_name = "COUNT", value_parser = parse_threads)]
    pub render_threads: Option<NonZeroUsize>,

    /// Timeout of a render
    #[arg(long, env = "RENDER_TIMEOUT", value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    pub render_timeout: Duration,

    /// Size limit of one engine's heap, 4 GiB at most
    #[arg(long, env = "RENDER_HEAP_LIMIT", value_name = "SIZE", default_value = "64MiB", value_parser = parse_heap_limit)]
    pub render_heap_limit: usize,

    /// Page cache: `on` renders a page once for all clients of a time window; `off` renders
    /// and streams each request, with an early flush of the head
    #[arg(long, env = "PAGE_CACHE", value_name = "on|off", action = clap::ArgAction::Set, default_value = "on", value_parser = parse_switch)]
    pub page_cache: bool,

    /// Length of a time window, in which a page stays the same; whole seconds
    #[arg(long, env = "PAGE_TTL", value_name = "TIME", default_value = "10s", value_parser = parse_seconds)]
    pub page_ttl: Duration,

    /// Also serves the pseudo-locales `?lang=en-XA` (accented, longer), `?lang=en-XB` (right to
    /// left) and `?lang=en-XK` (message ids), which are not indexed
    #[arg(long, env = "PSEUDO_LOCALES", value_name = "on|off", action = clap::ArgAction::Set, default_value = "off", value_parser = parse_switch)]
    pub pseudo_locales: bool,

    /// Time between SIGTERM and the closing of the listeners, in which load balancers
    /// notice that the process is not ready
    #[arg(long, env = "DRAIN_DELAY", value_name = "TIME", default_value = "5s", value_parser = parse_duration_or_zero)]
    pub drain_delay: Duration,

    /// Timeout of the graceful shutdown after that, for requests in flight; whole seconds
    #[arg(long, env = "SHUTDOWN_TIMEOUT", value_name = "TIME", default_value = "20s", value_parser = parse_seconds)]
    pub shutdown_timeout: Duration,

    /// Limits of clients
    #[command(flatten)]
    pub limits: Limits,

    /// Logs and traces
    #[command(flatten)]
    pub telemetry: TelemetryOptions,
}

/// The setting that `marquee healthcheck` needs, too.
#[derive(Debug, Clone, Args)]
pub(crate) struct AdminAddr {
    /// Address of the admin listener: `/livez`, `/readyz` (`?verbose`), `/startupz`,
    /// `/metrics` and `/version`. The port is the default of OpenTelemetry's exporter for
    /// Prometheus
    #[arg(long, env = "ADMIN_ADDR", value_name = "ADDR", default_value = "127.0.0.1:9464", value_parser = ListenAddr::parse)]
    pub admin_addr: ListenAddr,
}

impl Settings {
    pub(crate) fn engines(&self) -> NonZeroUsize {
        self.render_threads.unwrap_or_else(cores)
    }
}

/// Why the process does not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// `--help` or `--version` was given: print the text and exit with status 0.
    #[error("{0}")]
    Help(clap::Error),
    /// The command line or the environment is invalid.
    #[error("{0}")]
    Bad(String),
}

impl Settings {
    /// Lowers connections and engines to what fits the memory, with a site that takes this many bytes.
    pub(crate) fn fit_memory(&mut self, site: u64) -> Result<(), SettingsError> {
        let budget = MemoryBudget {
            engines: self.engines(),
            heap_limit: self.render_heap_limit,
            connections: self.limits.max_connections,
            // The current one and, at a reload, the next one, and files of the one before; and others.
            content: site * (3 + self.other_dist_dirs.len() as u64),
        };
        let fitted = budget.fit(self.render_threads.is_none());
        let fitted = fitted.map_err(|error| SettingsError::Bad(error.to_string()))?;
        self.render_threads = Some(fitted.engines);
        self.limits.max_connections = fitted.connections;
        Ok(())
    }

    /// Validates combinations of values.
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        if self.listen_addr.overlaps(&self.admin.admin_addr) {
            return Err(SettingsError::Bad(format!(
                "ADMIN_ADDR={}: LISTEN_ADDR ({}) is the same; health checks need a separate address",
                self.admin.admin_addr, self.listen_addr
            )));
        }
        self.check_placeholders()?;
        self.check_hosts()?;
        self.content_token().map(drop)
    }

    /// Requires URLs of its own of a site that others visit: its buttons must not lead nowhere.
    fn check_placeholders(&self) -> Result<(), SettingsError> {
        let is_reachable = self.listen_addr.addresses().iter().any(listen_addr::is_reachable);
        let is_named = !is_placeholder(&self.public_url);
        if !is_public(&self.public_url) || !(is_named || is_reachable) {
            return Ok(());
        }
        let links = self.operator_links().chain([("MESSAGING_LINK", &self.messaging_link)]);
        let links = links.filter_map(|(name, link)| link.is_placeholder().then_some(name));
        let names: Vec<_> = (!is_named).then_some("PUBLIC_URL").into_iter().chain(links).collect();
        if names.is_empty() {
            return Ok(());
        }
        Err(SettingsError::Bad(format!(
            "{}: a public site ({}) needs its own; nobody has a host such as `operator.example`",
            names.join(", "),
            self.public_url
        )))
    }

    /// Validates that the configured links lead to allowed hosts.
    fn check_hosts(&self) -> Result<(), SettingsError> {
        for (name, link) in self.operator_links() {
            require_host(link, &self.operator_hosts)
                .map_err(|reason| SettingsError::Bad(format!("{name}={link}: {reason}")))?;
        }
        Ok(())
    }

    /// The operator's links that are set, by the names of their variables.
    fn operator_links(&self) -> impl Iterator<Item = (&'static str, &OperatorLink)> {
        let base = self.operator_link.as_ref().map(AsRef::as_ref);
        let blog = self.operator_blog_link.as_ref();
        let links = [("OPERATOR_LINK", base), ("OPERATOR_BLOG_LINK", blog)];
        links.into_iter().filter_map(|(name, link)| Some((name, link?)))
    }

    /// The content service's token, if there is a service.
    ///
    /// # Errors
    /// When not exactly one of its settings is given, or its file cannot be read.
    pub(crate) fn content_token(&self) -> Result<Option<Token>, SettingsError> {
        const BOTH: &str =
            "CONTENT_API_TOKEN_FILE: CONTENT_API_TOKEN is set, too; give one of them";
        const NONE: &str =
            "CONTENT_API_URL: a token is required: CONTENT_API_TOKEN or CONTENT_API_TOKEN_FILE";
        const NO_URL: &str = "it is required together with CONTENT_API_URL";
        let has_url = self.content_api_url.is_some();
        let reason = match (&self.content_api_token, &self.content_api_token_file) {
            (Some(_), Some(_)) => BOTH.into(),
            (None, None) if has_url => NONE.into(),
            (Some(_), None) if !has_url => format!("CONTENT_API_TOKEN: {NO_URL}"),
            (None, Some(_)) if !has_url => format!("CONTENT_API_TOKEN_FILE: {NO_URL}"),
            (Some(token), None) => return Ok(Some(Token::fixed(token.clone()))),
            (None, Some(file)) => match Token::read("CONTENT_API_TOKEN_FILE", file) {
                Ok(token) => return Ok(Some(token)),
                Err(error) => error.to_string(),
            },
            (None, None) => return Ok(None),
        };
        Err(SettingsError::Bad(reason))
    }
}

/// Reads a command that contains settings from arguments and environment. `inherited` are the
/// public sockets that replace `LISTEN_ADDR`.
///
/// # Errors
/// [`SettingsError`], whose text is the one line to print.
pub(crate) fn parse<C: CommandFactory + FromArgMatches>(
    inherited: &[TcpListener],
) -> Result<C, SettingsError> {
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
    require_public_url(&matches, addresses(inherited))?;
    Ok(parsed)
}

/// Requires `PUBLIC_URL` for a site that others can reach, where canonical URLs,
/// `hreflang` and the sitemap would name this machine.
fn require_public_url(
    matches: &ArgMatches,
    inherited: Vec<SocketAddr>,
) -> Result<(), SettingsError> {
    let is_read = matches.ids().any(|id| id == "public_url");
    if !is_read || matches.value_source("public_url") != Some(ValueSource::DefaultValue) {
        return Ok(());
    }
    let listen_addr = matches.get_one::<ListenAddr>("listen_addr");
    let (name, addresses) = if inherited.is_empty() {
        ("LISTEN_ADDR", listen_addr.map(|setting| setting.addresses().to_vec()).unwrap_or_default())
    } else {
        ("the inherited socket", inherited)
    };
    match addresses.iter().find(|address| listen_addr::is_reachable(address)) {
        Some(address) => Err(SettingsError::Bad(format!(
            "PUBLIC_URL: it is required where {name} ({address}) is not a loopback address"
        ))),
        None => Ok(()),
    }
}

/// A variable of the environment that looks like a setting, and the setting that may be meant.
pub(crate) struct Unknown {
    pub name: String,
    pub nearest: String,
}

/// The variables that are no settings but nearly have the name of one.
pub(crate) fn unknown_variables<C: CommandFactory>() -> Vec<Unknown> {
    // Two letters; names that are further apart are those of other programs.
    const LARGEST_DISTANCE: usize = 2;
    let command = C::command();
    let settings: Vec<_> =
        command.get_arguments().filter_map(|it| it.get_env()?.to_str()).collect();
    let nearest_to = |name: &str| match name {
        // Of platforms that choose the port.
        "PORT" => Some("LISTEN_ADDR"),
        _ if settings.contains(&name) => None,
        _ => settings
            .iter()
            .map(|setting| (strsim::damerau_levenshtein(name, setting), *setting))
            .filter(|(distance, _)| *distance <= LARGEST_DISTANCE)
            .min()
            .map(|(_, setting)| setting),
    };
    std::env::vars_os()
        .filter_map(|(name, _)| {
            let name = name.into_string().ok()?;
            let nearest = nearest_to(&name)?.to_owned();
            Some(Unknown { name, nearest })
        })
        .collect()
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

/// The argument's variable if its value is not UTF-8, since clap's error does not
/// name it.
fn unreadable_variable(argument: &clap::Arg) -> Option<Cow<'_, str>> {
    let variable = argument.get_env()?;
    std::env::var_os(variable)?.to_str().is_none().then(|| variable.to_string_lossy())
}

/// Whether `LOG_FORMAT` or its flag is `json`, as far as that can be known: it is read before
/// the settings are validated, for their errors.
pub(crate) fn is_json_log() -> bool {
    const FLAG: &str = "--log-format";
    let mut arguments = std::env::args_os();
    let flag = arguments.find_map(|argument| match argument.to_str()?.strip_prefix(FLAG)? {
        "" => Some(None),
        rest => rest.strip_prefix('=').map(|value| Some(value.to_owned())),
    });
    match flag {
        Some(Some(value)) => value == "json",
        Some(None) => arguments.next().is_some_and(|value| value == "json"),
        None => std::env::var_os("LOG_FORMAT").is_some_and(|value| value == "json"),
    }
}

fn long_flag(argument: &clap::Arg) -> String {
    format!("--{} ", argument.get_long().unwrap_or_default())
}
