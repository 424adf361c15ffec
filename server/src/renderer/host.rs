//! What a bundle has of the world: `host.js` and the operations behind it.

use std::cell::RefCell;
use std::rc::Rc;

use deno_core::{
    Extension, ExtensionFileSource, JsRuntime, OpState, ascii_str_include, op2, scope, v8,
};
use deno_error::JsErrorBox;

use super::sink::{Capacity, Sink, SinkError};

deno_core::extension!(
    marquee,
    ops = [op_page_head, op_page_put, op_page_write, op_page_drained, op_page_stray_error],
    esm_entry_point = "ext:marquee/host.js",
    middleware = |op| match op.name {
        "op_print" => op_page_print(),
        _ => op,
    },
    state = |state| state.put(Current::default()),
);

/// The extension with its script in it: listed above, it would be read from the
/// sources whenever a runtime starts.
pub(super) fn extension() -> Extension {
    let host = ExtensionFileSource::new("ext:marquee/host.js", ascii_str_include!("host.js"));
    Extension { esm_files: vec![host].into(), ..marquee::init() }
}

/// Takes from the bundle's reach what the runtime itself needs while it starts.
pub(super) fn confine(runtime: &mut JsRuntime) {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    for name in ["Deno", "__bootstrap"] {
        if let Some(name) = v8::String::new(scope, name) {
            global.delete(scope, name.into());
        }
    }
}

/// The render that the runtime is at, if any.
#[derive(Default)]
pub(super) struct Current {
    pub(super) id: u32,
    pub(super) sink: Option<Sink>,
}

impl Current {
    /// The sink of render `id`: a bundle that goes on after its render was
    /// stopped must not write into the next visitor's page.
    fn sink(&mut self, id: u32) -> Result<&mut Sink, JsErrorBox> {
        self.sink
            .as_mut()
            .filter(|_| self.id == id)
            .ok_or_else(|| JsErrorBox::generic("this page's time is over"))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape that `map_err` wants")]
fn misuse(error: SinkError) -> JsErrorBox {
    JsErrorBox::type_error(error.to_string())
}

/// Begins the page: its status, and the HTML before the app, which may be sent
/// before the app is rendered.
#[op2(fast)]
fn op_page_head(
    state: &mut OpState,
    #[smi] id: u32,
    #[smi] status: u32,
    #[string] start: &str,
) -> Result<(), JsErrorBox> {
    state.borrow_mut::<Current>().sink(id)?.head(status, start).map_err(misuse)
}

/// Adds to what the next `write` sends: joining the parts of a page here costs
/// less than it does in the engine.
#[op2(fast)]
fn op_page_put(
    state: &mut OpState,
    #[smi] id: u32,
    #[string] html: &str,
) -> Result<(), JsErrorBox> {
    state.borrow_mut::<Current>().sink(id)?.put(html).map_err(misuse)
}

/// Answers whether the bundle may go on at once; if not, it should wait for
/// `drained`.
#[op2(fast)]
fn op_page_write(
    state: &mut OpState,
    #[smi] id: u32,
    #[string] html: &str,
) -> Result<bool, JsErrorBox> {
    let sink = state.borrow_mut::<Current>().sink(id)?;
    let capacity = sink.write(html).map_err(misuse)?;
    Ok(capacity == Capacity::Ready)
}

/// Answers `true` when there is room for more, `false` when the visitor left.
#[op2]
async fn op_page_drained(state: Rc<RefCell<OpState>>, #[smi] id: u32) -> Result<bool, JsErrorBox> {
    let overflow = state.borrow_mut().borrow_mut::<Current>().sink(id)?.take_overflow();
    Ok(overflow.sent().await.is_ok())
}

#[op2(fast)]
fn op_page_stray_error(#[string] error: &str) {
    tracing::warn!(error, "the server bundle left a rejected promise unhandled");
}

/// In place of the engine's own printing, so that a bundle's `console` ends up
/// in the log and not between the log's lines.
#[op2(fast)]
fn op_page_print(#[string] message: &str, is_error: bool) {
    let printed = message.trim_end();
    if is_error {
        tracing::warn!(printed, "the server bundle printed an error");
    } else {
        tracing::debug!(printed, "the server bundle printed");
    }
}
