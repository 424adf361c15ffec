//! One JavaScript runtime with the bundle evaluated in it.

use std::cell::{RefCell, RefMut};
use std::fs::File;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use deno_core::{JsRuntime, OpState, PollEventLoopOptions, RuntimeOptions, scope, v8};

use super::host::{self, Current};
use crate::frame::{self, Event, Failure, Load, Part, Render};

/// The name that the bundle has inside the engine and in stack traces.
pub const BUNDLE_SPECIFIER: &str = "file:///marquee/entry.js";

/// Initialises the engine.
pub(crate) fn init_platform() {
    // Each page is half a MiB of short-lived objects. A young generation of 1 MiB, as
    // derived from the heap limit, takes 16 % more CPU time, one of 16 MiB 7 %. In MiB.
    #[cfg(feature = "v8")]
    v8::V8::set_flags_from_string("--min-semi-space-size=4 --max-semi-space-size=4");
    JsRuntime::init_platform(None);
}

/// A runtime and the functions of its bundle.
pub(super) struct Isolate {
    runtime: JsRuntime,
    op_state: Rc<RefCell<OpState>>,
    call_bundle: v8::Global<v8::Function>,
    /// Those of the bundle, once it is evaluated.
    exports: Option<v8::Global<v8::Object>>,
}

impl Isolate {
    /// A runtime without a bundle. `heap_limit` is in bytes.
    ///
    /// # Errors
    /// Why it does not start.
    pub(super) fn new(
        heap_limit: usize,
        snapshot: Option<&[u8]>,
        output: File,
    ) -> Result<Self, String> {
        let heap_output = output.try_clone().map_err(|error| error.to_string())?;
        let mut runtime = JsRuntime::new(RuntimeOptions {
            extensions: vec![host::extension(output)],
            // The engine reads it until the process ends.
            startup_snapshot: snapshot.map(|snapshot| &*snapshot.to_vec().leak()),
            // The snapshot has them.
            skip_op_registration: cfg!(feature = "quickjs"),
            create_params: Some(v8::CreateParams::default().heap_limits(0, heap_limit)),
            ..RuntimeOptions::default()
        });
        let call_bundle = host::confine(&mut runtime).ok_or("the host script was not evaluated")?;
        // Without it, V8 aborts the process, and QuickJS throws an error, for which it may have no memory.
        runtime.add_near_heap_limit_callback(move |_current, _initial| {
            let exhausted = Event::Ended(Err(Failure::HeapExhausted), None);
            let _ = frame::send(&heap_output, &exhausted);
            // The host kills this process.
            loop {
                std::thread::park();
            }
        });
        let op_state = runtime.op_state();
        Ok(Self { op_state, runtime, call_bundle, exports: None })
    }

    /// Bytes of the heap in use.
    pub(super) fn heap_bytes(&mut self) -> usize {
        self.runtime.v8_isolate().get_heap_statistics().used_heap_size()
    }

    /// Evaluates the bundle and calls its `configure`.
    ///
    /// # Errors
    /// Why it does not load.
    pub(super) async fn load(&mut self, load: &Load<'_>) -> Result<(), String> {
        let specifier =
            deno_core::resolve_url(BUNDLE_SPECIFIER).map_err(|error| error.to_string())?;
        let module = self
            .runtime
            .load_main_es_module_from_code(&specifier, load.source.to_owned())
            .await
            .map_err(|error| error.to_string())?;
        let evaluation = self.runtime.mod_evaluate(module);
        self.runtime
            .with_event_loop_promise(Box::pin(evaluation), PollEventLoopOptions::default())
            .await
            .map_err(|error| error.to_string())?;

        let exports =
            self.runtime.get_module_namespace(module).map_err(|error| error.to_string())?;
        self.exports = Some(exports);
        self.function("render").ok_or("it exports no function `render`")?;
        if let Some(configure) = self.function("configure") {
            let called = self.call(&configure, load.configuration, None).await;
            called.map_err(|failure| failure.into_error(load.heap_limit).to_string())?;
        }
        Ok(())
    }

    /// Renders one page. Returns what is left of it when its head was sent.
    ///
    /// # Errors
    /// What the bundle threw.
    pub(super) async fn render(&mut self, request: &Render<'_>) -> Result<Part, Failure> {
        let name = request.function;
        let function = self
            .function(name)
            .ok_or_else(|| Failure::failed(format!("the bundle exports no function `{name}`")))?;
        // The engine's JSON parser makes objects that share hidden classes. Those of
        // `serde_v8` are dictionaries with a class each: slower to read, and the classes
        // are garbage of V8's old generation.
        self.call(&function, request.data, Some(request.early_flush)).await?;
        self.current().end()
    }

    fn current(&self) -> RefMut<'_, Current> {
        RefMut::map(self.op_state.borrow_mut(), |state| state.borrow_mut())
    }

    /// Calls a function of the bundle with this argument in JSON, and runs the event loop until its
    /// promise is settled. If it is to write a page, `early_flush` is whether that is flushed early.
    async fn call(
        &mut self,
        function: &v8::Global<v8::Function>,
        json: &str,
        early_flush: Option<bool>,
    ) -> Result<(), Failure> {
        let id = self.current().begin(early_flush);
        {
            scope!(scope, self.runtime);
            let call = v8::Local::new(scope, &self.call_bundle);
            let this = v8::undefined(scope).into();
            let id = v8::Integer::new_from_unsigned(scope, id).into();
            let function = v8::Local::new(scope, function).into();
            let json =
                v8::String::new(scope, json).ok_or(Failure::failed("a string is too long"))?;
            let has_page = v8::Boolean::new(scope, early_flush.is_some()).into();
            // It returns nothing when it is stopped.
            call.call(scope, this, &[id, function, json.into(), has_page]);
        }
        poll_fn(|cx| {
            let idle = self.runtime.poll_event_loop(cx, PollEventLoopOptions::default());
            let result = self.current().result.take();
            match result {
                Some(result) => Poll::Ready(result),
                None => idle.map(|idle| {
                    Err(Failure::failed(idle.err().map_or(
                        "the promise that it returned is never settled".to_owned(),
                        |error| error.to_string(),
                    )))
                }),
            }
        })
        .await
    }

    fn function(&mut self, name: &str) -> Option<v8::Global<v8::Function>> {
        scope!(scope, self.runtime);
        let name = v8::String::new(scope, name)?;
        let export = v8::Local::new(scope, self.exports.as_ref()?).get(scope, name.into())?;
        let function = v8::Local::<v8::Function>::try_from(export).ok()?;
        Some(v8::Global::new(scope, function))
    }
}
