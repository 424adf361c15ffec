//! One JavaScript runtime with the bundle evaluated in it. All of this stays on
//! the engine thread that created it.

use std::cell::{RefCell, RefMut};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use deno_core::error::{CoreError, JsError};
use deno_core::{JsRuntime, OpState, PollEventLoopOptions, RuntimeOptions, scope, v8};

use crate::host::{self, Current};
use crate::page_stream::Sink;
use crate::{Bundle, Content, PageRequest, RenderError, engine_cache};

/// The name that the bundle has inside the engine and in stack traces; part of the code cache's
/// key.
pub const BUNDLE_SPECIFIER: &str = "file:///marquee/entry.js";

/// A runtime and the functions of its bundle.
pub(crate) struct Isolate {
    runtime: JsRuntime,
    op_state: Rc<RefCell<OpState>>,
    call_bundle: v8::Global<v8::Function>,
    render: Option<v8::Global<v8::Function>>,
    shell: Option<v8::Global<v8::Function>>,
    heap_limit: usize,
    #[cfg(feature = "v8")]
    heap_exhausted: Rc<std::cell::Cell<bool>>,
}

impl Isolate {
    /// A runtime without a bundle. `heap_limit` is in bytes.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) fn new(heap_limit: usize) -> Result<Self, RenderError> {
        #[cfg(all(feature = "quickjs", target_os = "linux"))]
        crate::heap::set_limit(heap_limit);
        let mut runtime = JsRuntime::new(RuntimeOptions {
            extensions: vec![host::extension()],
            startup_snapshot: engine_cache::snapshot(),
            // The snapshot has them, and the engine's crate never frees what is made for
            // their registration.
            skip_op_registration: cfg!(feature = "quickjs"),
            create_params: Some(v8::CreateParams::default().heap_limits(0, heap_limit)),
            ..RuntimeOptions::default()
        });
        let call_bundle = host::confine(&mut runtime)
            .ok_or_else(|| RenderError::Start("the host script was not evaluated".into()))?;
        #[cfg(feature = "quickjs")]
        {
            let context = runtime.main_context();
            runtime.v8_isolate().set_slot(context);
        }
        #[cfg(feature = "v8")]
        let heap_exhausted = stop_at_heap_limit(&mut runtime);
        Ok(Self {
            op_state: runtime.op_state(),
            runtime,
            call_bundle,
            render: None,
            shell: None,
            heap_limit,
            #[cfg(feature = "v8")]
            heap_exhausted,
        })
    }

    /// Returns a function by which another thread stops the script that runs here.
    pub(crate) fn stopper(&mut self) -> impl Fn() + Send + 'static {
        let isolate = self.runtime.v8_isolate().thread_safe_handle();
        move || {
            isolate.terminate_execution();
            #[cfg(feature = "quickjs")]
            isolate.request_interrupt(break_cycle, std::ptr::null_mut());
        }
    }

    /// Bytes of the heap in use.
    pub(crate) fn heap_bytes(&mut self) -> usize {
        self.runtime.v8_isolate().get_heap_statistics().used_heap_size()
    }

    /// Makes the runtime usable again after it was stopped.
    pub(crate) fn resume(&mut self) {
        self.runtime.v8_isolate().cancel_terminate_execution();
    }

    /// Evaluates the bundle and calls its `configure`.
    ///
    /// # Errors
    /// [`RenderError::Start`].
    pub(crate) async fn load(&mut self, bundle: &Bundle) -> Result<(), RenderError> {
        let start = |error: CoreError| RenderError::Start(error.to_string());
        let specifier = deno_core::resolve_url(BUNDLE_SPECIFIER)
            .map_err(|error| RenderError::Start(error.to_string()))?;
        let module = self
            .runtime
            .load_main_es_module_from_code(&specifier, bundle.source.clone())
            .await
            .map_err(start)?;
        let evaluation = self.runtime.mod_evaluate(module);
        self.runtime
            .with_event_loop_promise(Box::pin(evaluation), PollEventLoopOptions::default())
            .await
            .map_err(start)?;

        let exports = self.runtime.get_module_namespace(module).map_err(start)?;
        if let Some(configure) = self.function(&exports, "configure") {
            self.call(&configure, 0, &(&bundle.configuration,))
                .await
                .map_err(|thrown| RenderError::Start(thrown.error))?;
        }
        self.shell = self.function(&exports, "shell");
        self.render = self.function(&exports, "render");
        match self.render {
            Some(_) => Ok(()),
            None => Err(RenderError::Start("it exports no function `render`".into())),
        }
    }

    /// Renders one page into `sink`; [`Isolate::take_sink`] must follow, also when
    /// this future was dropped. `id` must differ from those of earlier renders.
    ///
    /// # Errors
    /// [`RenderError::Failed`] or [`RenderError::HeapExhausted`].
    pub(crate) async fn render(
        &mut self,
        id: u32,
        request: &PageRequest,
        sink: Sink,
    ) -> Result<(), RenderError> {
        *self.current() = Current { id, sink: Some(sink), result: None };
        let render = match request.content {
            Content::Page => self.render.clone(),
            Content::Shell => self.shell.clone(),
        };
        let render = render.ok_or_else(|| {
            RenderError::failed(format!("the bundle has no function for a {:?}", request.content))
        })?;
        self.call(&render, id, &(id, &request.data)).await.map_err(|error| self.failure(error))
    }

    /// Takes the sink of the current render away from the bundle.
    pub(crate) fn take_sink(&self) -> Option<Sink> {
        self.current().sink.take()
    }

    /// Runs the event loop until the promises of the last render have settled.
    pub(crate) async fn settle(&mut self) {
        // Its errors belong to the render that was stopped.
        let _ = self.runtime.run_event_loop(PollEventLoopOptions::default()).await;
    }

    fn current(&self) -> RefMut<'_, Current> {
        RefMut::map(self.op_state.borrow_mut(), |state| state.borrow_mut())
    }

    /// Calls a function of the bundle, and runs the event loop until its promise is
    /// settled. `arguments` is a tuple.
    async fn call(
        &mut self,
        function: &v8::Global<v8::Function>,
        id: u32,
        arguments: &impl serde::Serialize,
    ) -> Result<(), Thrown> {
        // The engine's JSON parser makes objects that share hidden classes. Those of
        // `serde_v8` are dictionaries with a class each: slower to read, and the classes
        // are garbage of V8's old generation.
        let arguments = serde_json::to_string(arguments).map_err(|error| error.to_string())?;
        {
            scope!(scope, self.runtime);
            let call = v8::Local::new(scope, &self.call_bundle);
            let this = v8::undefined(scope).into();
            let id = v8::Integer::new_from_unsigned(scope, id).into();
            let function = v8::Local::new(scope, function).into();
            let arguments = v8::String::new(scope, &arguments)
                .ok_or_else(|| "a string is too long".to_owned())?;
            // It returns nothing when it is stopped.
            call.call(scope, this, &[id, function, arguments.into()]);
        }
        poll_fn(|cx| {
            let idle = self.runtime.poll_event_loop(cx, PollEventLoopOptions::default());
            let result = self.current().result.take();
            match result {
                Some(result) => Poll::Ready(result.map_err(|thrown| self.describe(&thrown))),
                None => idle.map(|idle| match idle {
                    Ok(()) => {
                        Err("the promise that it returned is never settled".to_owned().into())
                    }
                    Err(error) => Err(error.to_string().into()),
                }),
            }
        })
        .await
    }

    fn describe(&mut self, thrown: &v8::Global<v8::Value>) -> Thrown {
        scope!(scope, self.runtime);
        let thrown = v8::Local::new(scope, thrown);
        let error = JsError::from_v8_exception(scope, thrown).to_string();
        let component_stack = v8::String::new(scope, "componentStack").and_then(|name| {
            let thrown = v8::Local::<v8::Object>::try_from(thrown).ok()?;
            let stack = thrown.get(scope, name.into())?;
            stack.is_string().then(|| stack.to_rust_string_lossy(scope))
        });
        Thrown { error, component_stack }
    }

    fn function(
        &mut self,
        exports: &v8::Global<v8::Object>,
        name: &str,
    ) -> Option<v8::Global<v8::Function>> {
        scope!(scope, self.runtime);
        let name = v8::String::new(scope, name)?;
        let export = v8::Local::new(scope, exports).get(scope, name.into())?;
        let function = v8::Local::<v8::Function>::try_from(export).ok()?;
        Some(v8::Global::new(scope, function))
    }

    /// Returns the reason of a failed call. A script that was stopped before its deadline
    /// was stopped by its engine, for lack of memory.
    fn failure(&mut self, Thrown { error, component_stack }: Thrown) -> RenderError {
        if self.is_heap_exhausted() {
            RenderError::HeapExhausted(self.heap_limit)
        } else {
            RenderError::Failed { error, component_stack }
        }
    }

    #[cfg(feature = "v8")]
    fn is_heap_exhausted(&mut self) -> bool {
        self.heap_exhausted.get()
    }

    #[cfg(not(feature = "v8"))]
    fn is_heap_exhausted(&mut self) -> bool {
        self.runtime.v8_isolate().is_execution_terminating()
    }
}

/// The message and the stacks of what the bundle threw.
struct Thrown {
    error: String,
    component_stack: Option<String>,
}

impl From<String> for Thrown {
    fn from(error: String) -> Self {
        Self { error, component_stack: None }
    }
}

/// `QuickJS` checks for termination at every 10,000th call, and ends the current
/// job. A chain of jobs whose number of calls divides 10,000 is at the same place
/// each time, and where that comes after the next job was queued, the chain never
/// ends. One more call at each check breaks this cycle.
#[cfg(feature = "quickjs")]
#[expect(unsafe_code, reason = "the engine calls back with nothing but a pointer")]
unsafe extern "C" fn break_cycle(isolate: v8::UnsafeRawIsolatePtr, _: *mut std::ffi::c_void) {
    // SAFETY: the engine passes the runtime that it is interrupting, on the
    // thread that it runs on.
    let mut isolate = unsafe { v8::Isolate::from_raw_isolate_ptr(isolate) };
    if !isolate.is_execution_terminating() {
        // The script has ended meanwhile.
        return;
    }
    let Some(context) = isolate.get_slot::<v8::Global<v8::Context>>().cloned() else { return };
    v8::scope!(let scope, &mut isolate);
    let context = v8::Local::new(scope, context);
    let scope = &mut v8::ContextScope::new(scope, context);
    let function = v8::String::new(scope, "isNaN")
        .and_then(|name| context.global(scope).get(scope, name.into()))
        .and_then(|value| v8::Local::<v8::Function>::try_from(value).ok());
    if let Some(function) = function {
        let this = v8::undefined(scope).into();
        // Nothing is called while it is being stopped.
        scope.cancel_terminate_execution();
        function.call(scope, this, &[]);
        scope.terminate_execution();
    }
}

/// V8 aborts the process when its heap is full, unless a callback raises the
/// limit. This one stops the render and doubles the limit, so that it can unwind.
/// The runtime must be replaced after that.
#[cfg(feature = "v8")]
fn stop_at_heap_limit(runtime: &mut JsRuntime) -> Rc<std::cell::Cell<bool>> {
    let exhausted = Rc::new(std::cell::Cell::new(false));
    let flag = Rc::clone(&exhausted);
    let isolate = runtime.v8_isolate().thread_safe_handle();
    runtime.add_near_heap_limit_callback(move |current, _initial| {
        flag.set(true);
        isolate.terminate_execution();
        current * 2
    });
    exhausted
}
