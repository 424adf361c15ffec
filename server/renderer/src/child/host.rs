//! The host API of the bundle: `host.js` and its operations.

use std::fs::File;

use deno_core::{
    Extension, ExtensionFileSource, JsRuntime, OpState, ascii_str_include, op2, scope, v8,
};
use deno_error::JsErrorBox;

use super::Thrown;
use crate::frame::{self, Kind, MAX_PAGE_BYTES};

deno_core::extension!(
    marquee,
    ops = [
        op_call_returned,
        op_call_failed,
        op_page_head,
        op_page_print,
        op_page_unhandled,
        op_page_write,
    ],
    esm_entry_point = "ext:marquee/host.js",
    options = { output: File },
    state = |state, options| state.put(Current { output: Some(options.output), ..Current::default() }),
);

/// The extension with its script built in. A script that is listed above is read
/// from the source tree whenever a runtime starts.
pub(super) fn extension(output: File) -> Extension {
    let host = ExtensionFileSource::new("ext:marquee/host.js", ascii_str_include!("host.js"));
    Extension { esm_files: vec![host].into(), ..marquee::init(output) }
}

/// Removes the globals that only the runtime itself needs while it starts, those of shared memory,
/// which no limit counts, and the one by which the bundle is called, which it returns:
/// `callBundle(id, function, json)`.
pub(super) fn confine(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Function>> {
    scope!(scope, runtime);
    let global = scope.get_current_context().global(scope);
    let take = |name| {
        let name = v8::String::new(scope, name)?.into();
        let value = global.get(scope, name)?;
        global.delete(scope, name)?;
        let function = v8::Local::<v8::Function>::try_from(value).ok()?;
        Some(v8::Global::new(scope, function))
    };
    for name in ["Atomics", "Deno", "SharedArrayBuffer", "__bootstrap"] {
        take(name);
    }
    take("callBundle")
}

/// The call of the bundle in progress, and the page that it writes.
#[derive(Default)]
pub(super) struct Current {
    id: u32,
    early_flush: bool,
    has_head: bool,
    /// What is written of the page and not sent.
    page: Vec<u8>,
    /// Set when the function has returned and its promise is settled.
    pub(super) result: Option<Result<(), Thrown>>,
    output: Option<File>,
}

impl Current {
    /// Starts another call. What the bundle still does for an earlier one fails from now on.
    pub(super) fn begin(&mut self, early_flush: bool) -> u32 {
        let (id, output) = (self.id.wrapping_add(1), self.output.take());
        *self = Self { id, early_flush, output, ..Self::default() };
        id
    }

    /// Takes what is left of the page.
    pub(super) fn end(&mut self) -> Result<Vec<u8>, Thrown> {
        let page = std::mem::take(&mut self.page);
        if self.has_head { Ok(page) } else { Err("the bundle wrote no page".to_owned().into()) }
    }

    fn settle(&mut self, id: u32, result: Result<(), Thrown>) {
        if self.id == id {
            self.result = Some(result);
        }
    }

    /// Appends a text to page `id`. `length` is in UTF-16 code units.
    fn append(
        &mut self,
        scope: &mut v8::PinScope,
        id: u32,
        is_head: bool,
        html: v8::Local<v8::String>,
        length: u32,
    ) -> Result<(), JsErrorBox> {
        if self.id != id || self.result.is_some() {
            return Err(JsErrorBox::generic("the render of this page has ended"));
        }
        if is_head == self.has_head {
            return Err(JsErrorBox::type_error(
                "a page has one head, written before everything else",
            ));
        }
        self.has_head = true;
        // Each code unit takes a byte at least.
        if self.page.len() + length as usize > MAX_PAGE_BYTES {
            return Err(too_long());
        }
        append_utf8(&mut self.page, scope, html, length);
        if self.page.len() > MAX_PAGE_BYTES {
            return Err(too_long());
        }
        if is_head && self.early_flush && !self.page.is_empty() {
            let head = std::mem::take(&mut self.page);
            self.send(Kind::Head, &head);
        }
        Ok(())
    }

    fn send(&self, kind: Kind, payload: &[u8]) {
        if let Some(output) = &self.output {
            // It fails when the host has gone, and the process with it.
            let _ = frame::write(output, kind, payload);
        }
    }
}

fn too_long() -> JsErrorBox {
    JsErrorBox::type_error(format!("the page is longer than {} MiB", MAX_PAGE_BYTES >> 20))
}

#[op2(fast)]
fn op_call_returned(state: &mut OpState, #[smi] id: u32) {
    state.borrow_mut::<Current>().settle(id, Ok(()));
}

#[op2(fast)]
fn op_call_failed(
    state: &mut OpState,
    #[smi] id: u32,
    #[string] error: String,
    #[string] component_stack: String,
) {
    let component_stack = Some(component_stack).filter(|stack| !stack.is_empty());
    state.borrow_mut::<Current>().settle(id, Err(Thrown { error, component_stack }));
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
    state.borrow_mut::<Current>().append(scope, id, true, start, length)
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
    state.borrow_mut::<Current>().append(scope, id, false, html, length)
}

#[op2(fast)]
fn op_page_unhandled(state: &OpState, #[string] error: &str) {
    state.borrow::<Current>().send(Kind::Unhandled, error.as_bytes());
}

/// What the bundle's `console` prints.
#[op2(fast)]
fn op_page_print(state: &OpState, #[string] message: &str, is_error: bool) {
    let kind = if is_error { Kind::PrintedError } else { Kind::Printed };
    state.borrow::<Current>().send(kind, message.as_bytes());
}
