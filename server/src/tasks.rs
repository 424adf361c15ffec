//! Tasks of the server's own. A panic in one is a failed attempt, and not the end of what it is for: the
//! libraries panic where the system has no thread left (`EAGAIN` at its limit of processes), which passes.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use actix_web::rt;
use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

/// Delay before a task that panicked begins again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// An attempt panicked. The panic hook has logged where.
#[derive(Debug, thiserror::Error)]
#[error("it panicked: {0}")]
pub(crate) struct Panicked(String);

impl From<Box<dyn Any + Send>> for Panicked {
    fn from(panic: Box<dyn Any + Send>) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Self(text.or(panic.downcast_ref().copied()).unwrap_or_default().to_owned())
    }
}

/// Makes an attempt, which may panic.
///
/// # Errors
/// [`Panicked`].
pub(crate) async fn attempt<T>(attempt: impl Future<Output = T>) -> Result<T, Panicked> {
    AssertUnwindSafe(attempt).catch_unwind().await.map_err(Panicked::from)
}

/// Does what would block an event loop on a thread for that.
///
/// # Errors
/// [`Panicked`], also if there is no such thread.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    let ended = attempt(async { spawn_blocking(work).await }).await?;
    ended
        .map_err(|error| error.try_into_panic().map_or(Panicked("it ended".into()), Panicked::from))
}

/// Starts a task on this thread that goes on until it returns: one that panics begins again.
pub(crate) fn keep_running(mut task: impl AsyncFnMut() + 'static) {
    rt::spawn(async move {
        while attempt(task()).await.is_err() {
            sleep(RESTART_DELAY).await;
        }
    });
}

/// Starts a task on this thread that ends by itself.
pub(crate) fn spawn<T: 'static>(task: impl Future<Output = T> + 'static) -> JoinHandle<T> {
    rt::spawn(task)
}

/// Starts such a task on another runtime.
pub(crate) fn spawn_on(runtime: &Handle, task: impl Future<Output = ()> + Send + 'static) {
    runtime.spawn(task);
}
