// The end of one module with `globals.js`, which imports `core`, and `console.js`. Runs once in every
// engine, before the bundle. Exposes only ECMAScript, those globals, and a console that writes to the
// log: a page has no access to files, the network, the environment, the process or the engine's internals.
const { op_page_ended, op_page_respond, op_page_write } = core.ops;

function componentStack(value) {
  try {
    const stack = value?.componentStack;
    return typeof stack === "string" ? brief(stack) : "";
  } catch {
    return "";
  }
}

// Logs unhandled promise rejections. By default the engine would raise the error in
// the page that it renders next.
core.setUnhandledPromiseRejectionHandler((_promise, reason) => {
  op_page_print(errorText(reason), "rejection");
  return true;
});

// What a render writes its page with. The rest is for React, which takes it for a stream of Node:
// a page is never full, and it ends when its render does.
const newPage = (id) => ({
  head(html = "", response) {
    if (response) {
      const { status = 200, headers = {} } = response;
      const pairs = headers[Symbol.iterator] ? [...headers] : Object.entries(headers);
      const texts = pairs.map(([name, value]) => [`${name}`, `${value}`]);
      op_page_respond(id, JSON.stringify({ status, headers: texts }));
    }
    op_page_write(id, true, html, html.length);
  },
  write(html) {
    op_page_write(id, false, html, html.length);
    return true;
  },
  on() {},
  end() {},
  destroy() {},
});

// Calls a function of the bundle with an argument in JSON, after the page if there is one, and reports
// how that ended. The runtime's own way to await a promise makes two functions for each, which V8 can
// only collect with its old generation. It takes this one away before the bundle is evaluated.
globalThis.callBundle = async (id, callee, json, hasPage) => {
  try {
    const data = JSON.parse(json);
    await (hasPage ? callee(newPage(id), data) : callee(data));
    op_page_ended(id, false, "", "");
  } catch (error) {
    op_page_ended(id, true, errorText(error), componentStack(error));
  }
  resetConsole();
  stopTimers();
};
