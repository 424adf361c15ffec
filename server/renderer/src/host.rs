//! The host API of the bundle: `host.js` and its operations.

use deno_core::{
    Extension, ExtensionFileSource, JsRuntime, OpState, ascii_str_include, op2, scope, v8,
};
use deno_error::JsErrorBox;

use crate::page_stream::{Sink, SinkError};

deno_core::extension!(
    marquee,
    ops = [op_call_returned, op_call_failed, op_page_head, op_page_write, op_page_stray_error,],
    esm_entry_point = "ext:marquee/host.js",
    middleware = |op| match op.name {
        "op_print" => op_page_print(),
        _ => op,
    },
    state = |state| state.put(Current::default()),
);

/// The extension with its script built in. A script that is listed above is read
/// from the source tree whenever a runtime starts.
pub(crate) fn extension() -> Extension {
    let host = ExtensionFileSource::new("ext:marquee/host.js", ascii_str_include!("host.js"));
    Extension { esm_files: vec![host].into(), ..marquee::init() }
}

/// Removes the globals that only the runtime itself needs while it starts, and the one by
/// which the bundle is called, which it returns: `callBundle(id, function, json)`.
pub(crate) fn confine(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Function>> {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let take = |name| {
        let name = v8::String::new(scope, name)?.into();
        let value = global.get(scope, name)?;
        global.delete(scope, name)?;
        let function = v8::Local::<v8::Function>::try_from(value).ok()?;
        Some(v8::Global::new(scope, function))
    };
    for name in ["Deno", "__bootstrap"] {
        take(name);
    }
    take("callBundle")
}

/// The call of the bundle in progress, if any.
#[derive(Default)]
pub(crate) struct Current {
    pub(crate) id: u32,
    /// Of a render.
    pub(crate) sink: Option<Sink>,
    /// Set when the function has returned and its promise is settled.
    pub(crate) result: Option<CallResult>,
}

/// How a call of the bundle ended: with the value that it threw, if any.
pub(crate) type CallResult = Result<(), v8::Global<v8::Value>>;

impl Current {
    /// The sink of render `id`: a bundle that continues after its render was stopped
    /// must not write into the next client's page.
    fn sink(&mut self, id: u32) -> Result<&mut Sink, JsErrorBox> {
        self.sink
            .as_mut()
            .filter(|_| self.id == id)
            .ok_or_else(|| JsErrorBox::generic("the render of this page has ended"))
    }

    fn end(&mut self, id: u32, result: CallResult) {
        if self.id == id {
            self.result = Some(result);
        }
    }
}

#[op2(fast)]
fn op_call_returned(state: &mut OpState, #[smi] id: u32) {
    state.borrow_mut::<Current>().end(id, Ok(()));
}

#[op2(fast)]
fn op_call_failed<'a>(
    scope: &mut v8::PinScope<'a, '_>,
    state: &mut OpState,
    #[smi] id: u32,
    error: v8::Local<'a, v8::Value>,
) {
    let error = v8::Global::new(scope, error);
    state.borrow_mut::<Current>().end(id, Err(error));
}

#[expect(clippy::needless_pass_by_value, reason = "the signature for `map_err`")]
fn misuse(error: SinkError) -> JsErrorBox {
    JsErrorBox::type_error(error.to_string())
}

/// Encodes a string into a page. `length` is in UTF-16 code units.
fn utf8<'a>(
    scope: &'a mut v8::PinScope,
    string: v8::Local<'a, v8::String>,
    length: u32,
) -> impl FnOnce(&mut Vec<u8>) + 'a {
    move |page| append_utf8(page, scope, string, length)
}

/// Unlike V8's own `write_utf8_v2`, this function of its crate uses SIMD instructions, which
/// takes 2 to 4 % off a render.
#[cfg(feature = "v8")]
fn append_utf8(
    page: &mut Vec<u8>,
    scope: &mut v8::PinScope,
    string: v8::Local<v8::String>,
    _length: u32,
) {
    let html = string.to_rust_string_lossy(scope).into_bytes();
    if page.is_empty() {
        *page = html;
    } else {
        page.extend_from_slice(&html);
    }
}

/// Straight into the page. To ask `QuickJS` for the length can take longer than this.
#[cfg(feature = "quickjs")]
fn append_utf8(
    page: &mut Vec<u8>,
    scope: &mut v8::PinScope,
    string: v8::Local<v8::String>,
    length: u32,
) {
    /// The most that a code unit takes: a pair of surrogates takes four for two.
    const MAX_BYTES_PER_UNIT: usize = 3;
    let start = page.len();
    page.resize(start + length as usize * MAX_BYTES_PER_UNIT, 0);
    let lossy = v8::WriteFlags::kReplaceInvalidUtf8;
    let written = string.write_utf8_v2(scope, &mut page[start..], lossy, None);
    page.truncate(start + written);
}

/// Starts the page with the HTML before the app, which may be sent before the app is
/// rendered.
#[op2(fast)]
fn op_page_head<'a>(
    scope: &'a mut v8::PinScope,
    state: &mut OpState,
    #[smi] id: u32,
    start: v8::Local<'a, v8::String>,
    #[smi] length: u32,
) -> Result<(), JsErrorBox> {
    let start = utf8(scope, start, length);
    state.borrow_mut::<Current>().sink(id)?.head(start).map_err(misuse)
}

/// Appends to the page, whose rest is sent when the render has ended.
#[op2(fast)]
fn op_page_write<'a>(
    scope: &'a mut v8::PinScope,
    state: &mut OpState,
    #[smi] id: u32,
    html: v8::Local<'a, v8::String>,
    #[smi] length: u32,
) -> Result<(), JsErrorBox> {
    let html = utf8(scope, html, length);
    state.borrow_mut::<Current>().sink(id)?.write(html).map_err(misuse)
}

#[op2(fast)]
fn op_page_stray_error(#[string] error: &str) {
    tracing::warn!(error, "unhandled promise rejection in the server bundle");
}

/// Replaces the engine's own printing, so that the bundle's `console` goes through
/// the log.
#[op2(fast)]
fn op_page_print(#[string] message: &str, is_error: bool) {
    let printed = message.trim_end();
    if is_error {
        tracing::warn!(printed, "the server bundle printed an error");
    } else {
        tracing::debug!(printed, "the server bundle printed");
    }
}
