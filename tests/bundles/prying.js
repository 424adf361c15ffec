// Pages that probe for capabilities that they must not have.
const respond = (page, value) => {
  page.head();
  page.write(JSON.stringify(value));
};

// ECMA-262, chapter 19 and annex B, ECMA-402, and proposals.
const language = new Set(
  `globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI
  decodeURIComponent encodeURI encodeURIComponent escape unescape AggregateError Array ArrayBuffer
  BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry
  Float16Array Float32Array Float64Array Function Int8Array Int16Array Int32Array Iterator Map
  Number Object Promise Proxy RangeError ReferenceError RegExp Set SharedArrayBuffer String Symbol
  SyntaxError TypeError Uint8Array Uint8ClampedArray Uint16Array Uint32Array URIError WeakMap
  WeakRef WeakSet Atomics JSON Math Reflect Intl WebAssembly Temporal ShadowRealm
  DisposableStack AsyncDisposableStack SuppressedError`.split(/\s+/),
);

const fails = async (attempt) => {
  try {
    await attempt();
    return false;
  } catch {
    return true;
  }
};

const pages = {
  // Every global that is not a part of ECMAScript.
  "/globals": (page) => {
    respond(page, Object.getOwnPropertyNames(globalThis).filter((name) => !language.has(name)));
  },
  "/imports": async (page) => {
    const open = [];
    for (const name of [
      "ext:core/mod.js", "ext:core/ops", "ext:marquee/host.js", "file:///etc/passwd",
      "node:fs", "data:text/javascript,export default 1", "http://127.0.0.1:1/x.js",
    ]) {
      if (!(await fails(() => import(name)))) open.push(name);
    }
    respond(page, open);
  },
  "/constructors": (page) => {
    const global = Function("return this")();
    respond(page, [typeof global.Deno, typeof global.process, typeof global.require, typeof global.fetch]);
  },
};

export async function render(page, request) {
  await (pages[request.page.path] ?? pages["/globals"])(page);
}
