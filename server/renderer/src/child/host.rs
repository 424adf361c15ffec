//! The host API of the bundle: `globals.js`, `console.js`, `host.js` and `confine.js`, and their
//! operations.

use std::fs::File;
use std::mem;

use deno_core::url::{Url, form_urlencoded};
use deno_core::{
    Extension, ExtensionFileSource, JsRuntime, OpState, ascii_str, ascii_str_include, op2, scope,
    v8,
};
use deno_error::JsErrorBox;

use crate::Response;
use crate::frame::{self, Event, Failure, MAX_PAGE_BYTES, MAX_PRINTED_BYTES, Part, Printed, Text};

deno_core::extension!(
    marquee,
    ops = [op_form_decode, op_form_encode, op_page_ended, op_page_print, op_page_respond, op_page_write, op_url_parse],
    esm_entry_point = "ext:marquee/host.js",
    options = { output: File },
    state = |state, options| state.put(Current { output: Some(options.output), ..Current::default() }),
);

/// The script of the extension. One module: with QuickJS, the library looks in vain for the imports of one
/// that another imports.
pub(crate) const SCRIPT: &str =
    concat!(include_str!("globals.js"), include_str!("console.js"), include_str!("host.js"));

/// The extension with its script built in. A script that is listed above is read
/// from the source tree whenever a runtime starts.
pub(crate) fn extension(output: File) -> Extension {
    let host = ExtensionFileSource::new("ext:marquee/host.js", ascii_str!(SCRIPT));
    Extension { esm_files: vec![host].into(), ..marquee::init(output) }
}

/// Leaves the globals that the bundle may use. Returns the function that calls the bundle:
/// `callBundle(id, function, json, hasPage)`.
pub(super) fn confine(runtime: &mut JsRuntime) -> Option<v8::Global<v8::Function>> {
    let script = ascii_str_include!("confine.js");
    let function = runtime.execute_script("ext:marquee/confine.js", script).ok()?;
    scope!(scope, runtime);
    let function = v8::Local::new(scope, function).try_cast::<v8::Function>().ok()?;
    Some(v8::Global::new(scope, function))
}

/// The call of the bundle in progress, and the page that it writes.
#[derive(Default)]
pub(super) struct Current {
    id: u32,
    early_flush: bool,
    has_head: bool,
    /// What is written of the page and not sent.
    page: Part,
    /// Bytes of the page that are sent.
    sent: usize,
    /// Bytes of what is printed, while the bundle is loaded or during this render.
    printed: usize,
    /// Set when the function has returned and its promise is settled.
    pub(super) result: Option<Result<(), Failure>>,
    output: Option<File>,
}

impl Current {
    /// Starts another call, of a render or while the bundle is loaded. What the bundle still does for
    /// an earlier one fails from now on.
    pub(super) fn begin(&mut self, early_flush: Option<bool>) -> u32 {
        let (id, output) = (self.id.wrapping_add(1), self.output.take());
        let printed = if early_flush.is_some() { 0 } else { self.printed };
        let early_flush = early_flush == Some(true);
        *self = Self { id, early_flush, printed, output, ..Self::default() };
        id
    }

    /// Takes what is left of the page.
    pub(super) fn end(&mut self) -> Result<Part, Failure> {
        let page = mem::take(&mut self.page);
        if self.has_head { Ok(page) } else { Err(Failure::failed("the bundle wrote no page")) }
    }

    fn send(&self, event: &Event) {
        if let Some(output) = &self.output {
            // It fails when the host has gone, and the process with it.
            let _ = frame::send(output, event);
        }
    }
}

/// Sets what page `id`, which has no head yet, is to be sent with: a [`Response`] in JSON.
#[op2(fast)]
fn op_page_respond(
    state: &mut OpState,
    #[smi] id: u32,
    #[string] response: &str,
) -> Result<(), JsErrorBox> {
    let current = state.borrow_mut::<Current>();
    if current.id == id && !current.has_head {
        let response: Result<Response, _> = serde_json::from_str(response);
        current.page.response =
            Some(response.map_err(|error| JsErrorBox::type_error(error.to_string()))?);
    }
    Ok(())
}

/// Starts page `id` with the HTML before the app, which may be sent at once, or appends to it.
/// `length` is in UTF-16 code units, each of which takes a byte at least.
#[op2(fast)]
fn op_page_write<'a>(
    scope: &'a mut v8::PinScope,
    state: &mut OpState,
    #[smi] id: u32,
    is_head: bool,
    html: v8::Local<'a, v8::String>,
    #[smi] length: u32,
) -> Result<(), JsErrorBox> {
    let current = state.borrow_mut::<Current>();
    if current.id != id || current.result.is_some() {
        return Err(JsErrorBox::generic("the render of this page has ended"));
    }
    if is_head == current.has_head {
        return Err(JsErrorBox::type_error("a page has one head, written before everything else"));
    }
    let room = MAX_PAGE_BYTES - current.sent - current.page.html.len();
    let html = if length as usize > room { None } else { Some(to_utf8(scope, html, length, room)) };
    let Some(html) = html.filter(|html| html.len() <= room) else {
        let limit = MAX_PAGE_BYTES >> 20;
        return Err(JsErrorBox::type_error(format!("the page is longer than {limit} MiB")));
    };
    current.has_head = true;
    if is_head && current.early_flush && !html.is_empty() {
        current.sent = html.len();
        let response = current.page.response.take();
        current.send(&Event::Head(Part { response, html }));
    } else if current.page.html.is_empty() {
        current.page.html = html;
    } else {
        current.page.html.push_str(&html);
    }
    Ok(())
}

/// Unlike V8's own `write_utf8_v2`, this function of its crate uses SIMD instructions, which
/// takes 2 to 4 % off a render.
#[cfg(feature = "v8")]
fn to_utf8(
    scope: &mut v8::PinScope,
    string: v8::Local<v8::String>,
    _length: u32,
    _room: usize,
) -> String {
    string.to_rust_string_lossy(scope)
}

/// With `QuickJS`, to ask for the length can take longer than this, and its string is converted
/// twice by all other functions, which adds 5 % to a render. A text of more bytes than `room` is cut
/// where it is longer than that, so that none takes much more memory.
#[cfg(feature = "quickjs")]
fn to_utf8(
    scope: &mut v8::PinScope,
    string: v8::Local<v8::String>,
    length: u32,
    room: usize,
) -> String {
    /// The most that a code unit takes: a pair of surrogates takes four for two.
    const MAX_BYTES_PER_UNIT: usize = 3;
    /// The most that a character takes, of which only whole ones are written.
    const MAX_BYTES_PER_CHARACTER: usize = 4;
    let size = (length as usize * MAX_BYTES_PER_UNIT).min(room + MAX_BYTES_PER_CHARACTER);
    let mut utf8 = vec![0; size];
    let lossy = v8::WriteFlags::kReplaceInvalidUtf8;
    let written = string.write_utf8_v2(scope, &mut utf8, lossy, None);
    utf8.truncate(written);
    String::from_utf8(utf8).unwrap_or_default()
}

/// The function has returned, or has thrown this error.
#[op2(fast)]
fn op_page_ended(
    state: &mut OpState,
    #[smi] id: u32,
    has_failed: bool,
    #[string] error: String,
    #[string] component_stack: String,
) {
    let current = state.borrow_mut::<Current>();
    if current.id == id {
        let error = Text::cut(with_way_out(error));
        let component_stack = Some(Text::cut(component_stack)).filter(|stack| !stack.is_empty());
        let failure = Failure::Failed { error, component_stack };
        current.result = Some(if has_failed { Err(failure) } else { Ok(()) });
    }
}

/// Adds what to do instead to an error of the use of a global that is missing. A missing global cannot be
/// a getter that throws: `typeof` must find that it is missing.
pub(super) fn with_way_out(mut error: String) -> String {
    let end = error.find('\n').unwrap_or(error.len());
    let missing = error[..end].strip_suffix(" is not defined");
    let name = missing.and_then(|text| text.rsplit(' ').next()).map(|name| name.trim_matches('\''));
    if let Some(advice) = name.and_then(way_out) {
        error.insert_str(end, &format!("; {advice}"));
    }
    error
}

/// The advice of the README for a global that is missing.
fn way_out(global: &str) -> Option<&'static str> {
    let name = format!("`{global}`");
    let rows = include_str!("../../README.md").lines();
    let mut advice = rows.filter_map(|row| row.strip_suffix(" |")?.split_once("| Missing: "));
    advice.find(|(names, _)| names.contains(&name)).map(|(_, advice)| advice)
}

/// Logs what the bundle's `console` prints at this level, or a rejection that it did not handle;
/// nothing beyond what the host would take for the work of an engine that is out of control.
#[op2(fast)]
fn op_page_print(state: &mut OpState, #[string] text: String, #[string] level: &str) {
    let by = match level {
        "debug" => Printed::Debug,
        "info" => Printed::Message,
        "warn" => Printed::Error,
        _ => Printed::Rejection,
    };
    let (current, text) = (state.borrow_mut::<Current>(), Text::cut(text));
    current.printed = current.printed.saturating_add(text.cost());
    if current.printed <= MAX_PRINTED_BYTES {
        current.send(&Event::Printed(by, text));
    }
}

/// The parts of a URL, one a line, in the order of `globals.js`; nothing for one that is not
/// valid.
#[op2]
#[string]
fn op_url_parse(#[string] url: &str, #[string] base: &str, has_base: bool) -> String {
    let base = has_base.then(|| Url::parse(base)).transpose();
    let parsed = base.and_then(|base| Url::options().base_url(base.as_ref()).parse(url));
    let Ok(url) = parsed else { return String::new() };
    let origin = url.origin().ascii_serialization();
    let protocol = format!("{}:", url.scheme());
    let (hostname, port) = (url.host_str().unwrap_or_default(), url.port());
    let port = port.map(|port| port.to_string()).unwrap_or_default();
    let host = if port.is_empty() { hostname.to_owned() } else { format!("{hostname}:{port}") };
    let after = |mark: char, part: Option<&str>| {
        part.filter(|part| !part.is_empty()).map(|part| format!("{mark}{part}")).unwrap_or_default()
    };
    let (search, hash) = (after('?', url.query()), after('#', url.fragment()));
    let (name, password) = (url.username(), url.password().unwrap_or_default());
    [
        url.as_str(),
        &origin,
        &protocol,
        name,
        password,
        &host,
        hostname,
        &port,
        url.path(),
        &search,
        &hash,
    ]
    .join("\n")
}

/// The pairs of a query, in JSON.
#[op2]
#[string]
fn op_form_decode(#[string] query: &str) -> String {
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    serde_json::to_string(&pairs).unwrap_or_default()
}

/// The query of pairs in JSON.
#[op2]
#[string]
fn op_form_encode(#[string] pairs: &str) -> String {
    let pairs: Vec<(String, String)> = serde_json::from_str(pairs).unwrap_or_default();
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
