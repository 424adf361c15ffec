//! The commands of the binary: its command line, and what each command does.

mod healthcheck;
mod prepare;
mod render;

use std::fmt::Display;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::process::lifecycle::{Signals, Start, dump_no_core};
use crate::process::memory;
use crate::process::service_manager::InheritedSockets;
use crate::server::{Shutdown, SiteServer};
use crate::settings::listen_addr::ListenAddr;
use crate::settings::{self, AdminAddr, EX_USAGE, Settings, SettingsError, Unknown};
use crate::site::Site;
use crate::telemetry::{self, with_causes};

/// Serves a promotional landing site, rendered by React in an embedded
/// JavaScript engine.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli<S: Args> {
    #[command(flatten)]
    settings: S,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    /// Serves the site until a signal stops the process (the default)
    Serve,
    /// Writes a snapshot of the engine into the folder `engine` of the site's, which halves the time of
    /// later starts; part of the build
    Prepare,
    /// Prints the HTML of one page
    Render(render::Options),
    /// Ends with status 0 if the process that listens on `ADMIN_ADDR` is ready, else with 1
    Healthcheck,
}

/// Runs the command that arguments and environment name. Returns the exit status: 64 for a
/// wrong setting or argument, 1 for any other failure, 128 and the signal's number after a
/// forced shutdown, or a signal during the start.
#[must_use]
pub fn main() -> ExitCode {
    let start = match Start::begin() {
        Ok(start) => start,
        Err(error) => return failure(&format!("signals: {error}")),
    };
    dump_no_core();
    // Only its own setting must be valid.
    if let Ok(Cli::<AdminAddr> { settings, command: Some(Command::Healthcheck) }) =
        settings::parse(&[])
    {
        return match actix_web::rt::System::new().block_on(healthcheck::run(&settings)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failure(&with_causes(&*error)),
        };
    }
    let inherited = match InheritedSockets::take() {
        Ok(sockets) => sockets,
        Err(error) => return usage_error(&error),
    };
    let Cli { mut settings, command }: Cli<Settings> = match settings::parse(&inherited.public) {
        Ok(cli) => cli,
        Err(SettingsError::Help(text)) => text.exit(),
        Err(error) => return usage_error(&error),
    };
    if !inherited.public.is_empty() {
        settings.listen_addr = ListenAddr::inherited(&inherited.public);
    }
    let command = command.unwrap_or(Command::Serve);
    // Other commands have no requests to log.
    settings.telemetry.access_log &= matches!(command, Command::Serve);
    if let Err(error) = settings.check() {
        return usage_error(&error);
    }
    let system = actix_web::rt::System::new();
    // Before anything slow: until then SIGHUP terminates the process.
    let signals = matches!(command, Command::Serve)
        .then(|| system.block_on(async { Signals::listen() }))
        .transpose();
    let signals = match signals {
        Ok(signals) => signals,
        Err(error) => return failure(&format!("signals: {error}")),
    };
    if let Err(error) = Site::find(settings.dist_dir.as_deref()) {
        return usage_error(&format_args!("DIST_DIR: {error}"));
    }
    memory::limit_retained();
    let log = match telemetry::start(&settings.telemetry) {
        Ok(log) => log,
        Err(error) => return usage_error(&error),
    };
    for Unknown { name, nearest } in settings::unknown_variables::<Cli<Settings>>() {
        tracing::warn!(name, nearest, "a variable is not read: it is no setting");
    }
    let result = system.block_on(async {
        match &command {
            Command::Serve => {
                let signals = signals.map_or_else(Signals::listen, Ok)?;
                let server = SiteServer::build(settings, inherited).await?;
                start.end();
                return Ok(server.run(signals).await?);
            }
            Command::Prepare => prepare::run(&settings).await,
            Command::Render(options) => render::run(&settings, options).await,
            Command::Healthcheck => healthcheck::run(&settings.admin).await,
        }
        .map(|()| Shutdown::Graceful)
    });
    // A slow collector would delay a forced shutdown.
    if !matches!(result, Ok(Shutdown::Forced(_))) {
        telemetry::end_traces();
    }
    match result {
        Ok(shutdown) => {
            drop(log);
            // A look-up of a name, which may take seconds, must not keep the process.
            std::process::exit(match shutdown {
                Shutdown::Graceful => 0,
                Shutdown::Forced(status) => status,
            })
        }
        Err(error) => {
            if let Some(error) = error.downcast_ref::<SettingsError>() {
                return usage_error(error);
            }
            tracing::error!(error = with_causes(&*error), "marquee stops");
            ExitCode::FAILURE
        }
    }
}

/// Ends a command with wrong arguments or settings.
fn usage_error(error: &dyn Display) -> ExitCode {
    print_error(&error.to_string());
    ExitCode::from(EX_USAGE)
}

/// Ends a command that failed without a log.
fn failure(reason: &str) -> ExitCode {
    print_error(reason);
    ExitCode::FAILURE
}

/// Prints an error in the format of the log.
#[expect(clippy::print_stderr, reason = "the log has not started yet, or is of no use")]
fn print_error(reason: &str) {
    if settings::is_json_log() {
        telemetry::log_start_error(reason);
    } else {
        eprintln!("marquee: {reason}");
    }
}
