//! An engine: a process that evaluates one bundle and renders pages with it, one at a time, until
//! its input ends. It has no clock: the host kills it at a deadline.

mod host;
mod isolate;
mod process;
mod sandbox;

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::frame::{self, Event, Load, Text};
use isolate::Isolate;
use process::Gaps;

pub(crate) use host::{SCRIPT, extension};
pub use isolate::BUNDLE_SPECIFIER;
pub(crate) use isolate::init_platform;

/// The argument with which a program is started as an engine.
pub(crate) const ARGUMENT: &str = "--marquee-engine";

/// The name of its process.
pub(crate) const NAME: &str = "marquee-engine";

/// Both engines recurse on the native stack; they end a deep recursion with a
/// clean `RangeError` while at least this much is available.
const STACK_BYTES: usize = 8 << 20;

/// Memory of an engine besides its heap, in bytes: the engine itself, stacks, and the page, of which
/// there are three copies; typed arrays of V8, which reserves 128 MiB for the code that it compiles.
const BESIDES_HEAP: u64 = if cfg!(feature = "v8") { 320 << 20 } else { 40 << 20 };

/// Memory of an engine that has rendered the pages of a site, in bytes.
pub const WARM_ENGINE_BYTES: u64 = if cfg!(feature = "v8") { 48 << 20 } else { 16 << 20 };

/// The most memory that an engine with this limit of its heap takes, in bytes.
#[must_use]
pub fn engine_bytes(heap_limit: usize) -> u64 {
    heap_limit as u64 + BESIDES_HEAP
}

/// Time between two measurements of the heap, each of which takes the default engine a millisecond.
const HEAP_INTERVAL: Duration = Duration::from_secs(10);

/// Whether `main` has called [`run_engine_if_asked`].
static IS_HOST: AtomicBool = AtomicBool::new(false);

/// Whether this process was started as an engine.
pub(crate) fn is_engine() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}

/// Whether this process, started again, would be an engine.
pub(crate) fn is_host() -> bool {
    IS_HOST.load(Ordering::Relaxed)
}

/// Runs an engine and ends the process, if this process was started as one. `main` calls this
/// before anything else: an engine is the same program, started again.
pub fn run_engine_if_asked() {
    if is_engine() {
        run();
        std::process::exit(1);
    }
    IS_HOST.store(true, Ordering::Relaxed);
}

/// Ends the process when the engine's thread does, be it by a panic.
struct ExitGuard;

impl Drop for ExitGuard {
    fn drop(&mut self) {
        std::process::exit(1);
    }
}

fn run() {
    let gaps = process::leave_host();
    // What the engine's library prints must not get between the frames.
    let output = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let is_redirected = rustix::stdio::dup2_stdout(io::stderr()).is_ok();
    let (Ok(mut output), true) = (output, is_redirected) else { return };
    if frame::send(&mut output, &Event::Hello).is_err() {
        return;
    }
    // V8 wants this done on a thread that is an ancestor of every thread that it runs on.
    init_platform();
    let engine = std::thread::Builder::new().name("engine".into()).stack_size(STACK_BYTES);
    let engine = engine.spawn(move || {
        let _exit = ExitGuard;
        serve(&output, gaps)
    });
    if engine.is_ok() {
        wait_for_end_of_input();
    }
}

/// Waits until the host has closed the input, or has ended, also before this process could ask to
/// end with it: whatever the engine does then is of no use.
fn wait_for_end_of_input() {
    let input = io::stdin();
    // Without an event that is asked for, it returns at the end.
    while matches!(
        poll(&mut [PollFd::new(&input, PollFlags::empty())], None),
        Ok(0) | Err(rustix::io::Errno::INTR)
    ) {}
}

/// Limits what this process may write and its memory, and evaluates the bundle.
///
/// # Errors
/// Why it does not load.
async fn start(load: Load<'_>, output: &File, gaps: &mut Gaps) -> Result<Isolate, String> {
    // Address space would not do: V8 reserves much more than it uses.
    let limit = Some(engine_bytes(load.heap_limit));
    let limit = Rlimit { current: limit, maximum: limit };
    gaps.note("memory", setrlimit(Resource::Data, limit));
    gaps.note("files", sandbox::forbid_writing());
    let output = output.try_clone().map_err(|error| error.to_string())?;
    let mut isolate = Isolate::new(load.heap_limit, load.snapshot, output)?;
    let loaded = isolate.load(&load).await;
    loaded.map_err(|error| {
        format!("the server bundle does not start: {}", host::with_way_out(error))
    })?;
    Ok(isolate)
}

/// Renders pages until the input ends.
fn serve(output: &File, mut gaps: Gaps) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let reactor = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    reactor.block_on(async {
        let load = frame::read(&mut input)?;
        let mut isolate = match start(frame::decode(&load)?, output, &mut gaps).await {
            Ok(isolate) => isolate,
            Err(error) => return frame::send(output, &Event::Loaded(Err(Text::cut(error)))),
        };
        gaps.note("system calls", sandbox::enter());
        frame::send(output, &Event::Loaded(Ok(gaps.into_text())))?;
        let mut next_measurement = Instant::now();
        loop {
            let frame = frame::read(&mut input)?;
            let result = isolate.render(&frame::decode(&frame)?).await;
            let is_due = result.is_ok() && next_measurement <= Instant::now();
            let heap_used = is_due.then(|| {
                next_measurement = Instant::now() + HEAP_INTERVAL;
                isolate.heap_bytes()
            });
            frame::send(output, &Event::Ended(result, heap_used))?;
        }
    })
}
