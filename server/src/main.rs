//! The `marquee` command: serves the site, or renders one page of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    marquee_renderer::run_engine_if_asked();
    marquee::commands::main()
}
