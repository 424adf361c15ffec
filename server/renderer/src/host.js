// Runs once in every runtime, before the bundle. Exposes only ECMAScript, two
// operations and a console that writes to the log: a page has no access to files,
// the network, the environment, the process or the engine's internals.
import { core } from "ext:core/mod.js";

const {
  op_call_failed,
  op_call_returned,
  op_page_head,
  op_page_stray_error,
  op_page_write,
} = core.ops;

function text(value) {
  try {
    return String(value?.stack ?? value);
  } catch {
    return "[object]";
  }
}

const print = (isError) => (...values) => core.print(values.map(text).join(" "), isError);

globalThis.console = Object.freeze({
  debug: print(false),
  error: print(true),
  info: print(false),
  log: print(false),
  trace: print(false),
  warn: print(true),
});

// Logs unhandled promise rejections. By default the engine would raise the error in
// the page that it renders next.
core.setUnhandledPromiseRejectionHandler((_promise, reason) => {
  op_page_stray_error(text(reason));
  return true;
});

globalThis.marquee = Object.freeze({
  head: (id, start = "") => op_page_head(id, start, start.length),
  write: (id, html) => op_page_write(id, html, html.length),
});

// Calls a function of the bundle with arguments in JSON, and reports how that ended. The
// runtime's own way to await a promise makes two functions for each, which V8 can only
// collect with its old generation. It takes this one away before the bundle is evaluated.
globalThis.callBundle = async (id, callee, json) => {
  try {
    await callee(...JSON.parse(json));
    op_call_returned(id);
  } catch (error) {
    op_call_failed(id, error);
  }
};
