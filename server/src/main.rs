//! The `marquee` command: serves the site, checks it, or renders one page of it.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use marquee::app;
use marquee::check::CheckError;
use marquee::metrics::Metrics;
use marquee::page::{Address, Language, PageError};
use marquee::release;
use marquee::routes::Target;
use marquee::serve::{Application, End};
use marquee::settings::{self, EX_USAGE, Settings, SettingsError};
use marquee::signals::Signals;
use marquee::site::Site;
use marquee::start_error::StartError;
use marquee::{memory, telemetry};
use marquee_renderer::{Content, EngineCache, RenderError};

/// Serves a promotional landing site, rendered by React in an embedded
/// JavaScript engine.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    /// Serves the site until told to stop (the default)
    Serve,
    /// Looks at every page in every language as crawlers get it, tells what is
    /// wrong, and ends with status 1 if anything is
    Check,
    /// Fills `engine` in the site's folder with what makes later starts quick;
    /// part of the build
    Prepare,
    /// Prints the HTML of one page
    Render {
        /// Path of the page
        #[arg(long, default_value = "/")]
        path: String,
        /// Code of the language to render it in
        #[arg(long, default_value = "en")]
        lang: String,
        /// Only the document that browsers render the page into
        #[arg(long)]
        shell: bool,
    },
}

fn main() -> ExitCode {
    let Cli { mut settings, command }: Cli = match settings::parse() {
        Ok(cli) => cli,
        Err(SettingsError::Asked(text)) => text.exit(),
        Err(error) => return refuse(&error),
    };
    let command = command.unwrap_or(Command::Serve);
    if !matches!(command, Command::Serve) {
        // It tells of visitors, and the others have none.
        settings.telemetry.access_log = false;
    }
    if let Err(error) = settings.check() {
        return refuse(&error);
    }
    let system = actix_web::rt::System::new();
    // Before anything slow: until then SIGHUP ends the process. Other commands
    // leave all signals to the system.
    let is_server = matches!(command, Command::Serve);
    let signals = is_server.then(|| system.block_on(async { Signals::listen() }));
    let signals = match signals.transpose() {
        Ok(signals) => signals,
        Err(error) => return fail(&format!("signals: {error}")),
    };
    let engine_cache = match Site::find(settings.dist_dir.as_deref()) {
        Ok(dist) => Site::engine_cache(&dist),
        Err(error) => return refuse(&error),
    };
    memory::limit_arenas();
    #[expect(unsafe_code, reason = "the engine takes a folder from the environment alone")]
    // SAFETY: no thread was started yet.
    let cache = unsafe {
        let is_filled = matches!(command, Command::Prepare);
        let cache = if is_filled { EngineCache::Write } else { EngineCache::Read };
        marquee_renderer::use_engine_cache(&engine_cache, cache)
    };
    if matches!(command, Command::Prepare)
        && let Err(error) = marquee_renderer::write_snapshot(&engine_cache)
    {
        return fail(&format!("{}: {error}", engine_cache.display()));
    }
    let telemetry = match telemetry::start(&settings.telemetry) {
        Ok(telemetry) => telemetry,
        Err(error) => return refuse(&error),
    };
    if let Err(error) = cache {
        tracing::warn!(%error, "engine bytecode not used");
    }
    match system.block_on(run(command, &settings, signals)) {
        Ok(End::Drained) => ExitCode::SUCCESS,
        Ok(End::AtOnce(status)) => {
            telemetry.end_at_once();
            std::process::exit(status)
        }
        Err(error @ CommandError::NoSuchLanguage(_)) => refuse(&error),
        Err(error) => {
            tracing::error!(%error, "marquee stops");
            ExitCode::FAILURE
        }
    }
}

async fn run(
    command: Command,
    settings: &Settings,
    signals: Option<Signals>,
) -> Result<End, CommandError> {
    match command {
        Command::Serve => return serve(settings, signals.map_or_else(Signals::listen, Ok)?).await,
        Command::Check => check(settings).await?,
        Command::Prepare => {
            // The engine leaves the bundle's bytecode behind.
            html(settings, "/", "en", Content::Page).await?;
            let dist = Site::find(settings.dist_dir.as_deref()).map_err(StartError::Site)?;
            marquee_renderer::list_bytecode(&Site::engine_cache(&dist))?;
        }
        Command::Render { path, lang, shell } => {
            let content = if shell { Content::Shell } else { Content::Page };
            io::stdout().write_all(&html(settings, &path, &lang, content).await?)?;
        }
    }
    Ok(End::Drained)
}

async fn serve(settings: &Settings, signals: Signals) -> Result<End, CommandError> {
    let application = Application::build(settings).await?;
    tracing::info!(
        engine = marquee_renderer::ENGINE,
        address = %application.public_address(),
        admin_address = %application.admin_address(),
        "serving http://{}/",
        application.public_address(),
    );
    Ok(application.run(signals).await?)
}

/// Prints what is wrong with the site.
async fn check(settings: &Settings) -> Result<(), CommandError> {
    let report = marquee::check::check(settings).await?;
    write!(io::stdout(), "{report}")?;
    if report.is_clean() { Ok(()) } else { Err(CommandError::Faults) }
}

/// One page as a visitor with that language in the address gets it.
async fn html(
    settings: &Settings,
    path: &str,
    lang: &str,
    content: Content,
) -> Result<Vec<u8>, CommandError> {
    let metrics = Metrics::default();
    let links = app::operator_links(settings, metrics.links).await?;
    let (site, renderer) = release::open_site_and_engines(settings, links, metrics.renders).await?;
    let locale =
        site.nameable.get(lang).ok_or_else(|| CommandError::NoSuchLanguage(lang.into()))?;
    let language = Language::Fixed(locale.clone());
    let path = match site.routes.resolve(path) {
        Target::Page(path) | Target::Redirect(path) => path,
        Target::NotFound => Target::NOT_FOUND_PATH,
    };
    let page = renderer.stream(&Address { path, language: &language }, content).await?;
    Ok(page.body.collect().await?)
}

/// Why a command ends without having done its work.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("--lang={0}: the site does not speak this language")]
    NoSuchLanguage(String),
    #[error("the site has faults")]
    Faults,
    #[error(transparent)]
    Check(#[from] CheckError),
    #[error(transparent)]
    Page(#[from] PageError),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Ends a command that was used wrongly.
fn refuse(error: &dyn std::error::Error) -> ExitCode {
    tell(&error.to_string());
    ExitCode::from(EX_USAGE)
}

/// Ends a command that cannot do its work.
fn fail(reason: &str) -> ExitCode {
    tell(reason);
    ExitCode::FAILURE
}

#[expect(clippy::print_stderr, reason = "the log has not started yet, or is of no use")]
fn tell(reason: &str) {
    eprintln!("marquee: {reason}");
}
