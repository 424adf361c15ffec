// Globals of browsers that libraries expect, as far as they are right. Reports what is not.
import { core } from "ext:core/mod.js";

const { op_form_decode, op_form_encode, op_url_parse } = core.ops;

class URLSearchParams {
  #pairs = [];
  #isReadOnly = false;

  constructor(init = "") {
    if (init === null || typeof init !== "object") {
      this.#pairs = JSON.parse(op_form_decode(`${init}`.replace(/^\?/, "")));
    } else {
      const pairs = init[Symbol.iterator] ? init : Object.entries(init);
      for (const [name, value] of pairs) this.#pairs.push([`${name}`, `${value}`]);
    }
  }

  static of(url) {
    const parameters = new URLSearchParams(url.search);
    parameters.#isReadOnly = true;
    return parameters;
  }

  #change(pairs) {
    if (this.#isReadOnly) throw new TypeError("the parameters of a URL cannot be changed: copy them");
    this.#pairs = pairs;
  }

  append(name, value) {
    this.#change([...this.#pairs, [`${name}`, `${value}`]]);
  }
  delete(name, value) {
    const isKept = ([key, own]) => key !== `${name}` || (value !== undefined && own !== `${value}`);
    this.#change(this.#pairs.filter(isKept));
  }
  set(name, value) {
    const first = this.#pairs.findIndex(([key]) => key === `${name}`);
    if (first === -1) return this.append(name, value);
    const isKept = ([key], index) => index === first || key !== `${name}`;
    const replaced = this.#pairs.with(first, [`${name}`, `${value}`]);
    this.#change(replaced.filter(isKept));
  }
  sort() {
    this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }
  getAll(name) {
    return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value);
  }
  get(name) {
    return this.getAll(name)[0] ?? null;
  }
  has(name, value) {
    const values = this.getAll(name);
    return value === undefined ? values.length > 0 : values.includes(`${value}`);
  }
  forEach(callback, self) {
    for (const [name, value] of this.#pairs) callback.call(self, value, name, this);
  }
  *entries() {
    for (const [name, value] of this.#pairs) yield [name, value];
  }
  *keys() {
    for (const [name] of this.#pairs) yield name;
  }
  *values() {
    for (const [, value] of this.#pairs) yield value;
  }
  get size() {
    return this.#pairs.length;
  }
  toString() {
    return op_form_encode(JSON.stringify(this.#pairs));
  }
}
URLSearchParams.prototype[Symbol.iterator] = URLSearchParams.prototype.entries;
const parametersOf = URLSearchParams.of;
delete URLSearchParams.of;

// In the order of the operation.
const parts = [
  "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname",
  "search", "hash",
];

// Without setters: to assign to a part throws.
class URL {
  #parts;
  #parameters;

  constructor(url, base) {
    this.#parts = op_url_parse(`${url}`, `${base ?? ""}`, base !== undefined).split("\n");
    if (this.#parts.length !== parts.length) throw new TypeError(`Invalid URL: ${url}`);
  }
  static parse(url, base) {
    return URL.canParse(url, base) ? new URL(url, base) : null;
  }
  static canParse(url, base) {
    return op_url_parse(`${url}`, `${base ?? ""}`, base !== undefined) !== "";
  }
  static {
    parts.forEach((name, index) => {
      const get = function () {
        return this.#parts[index];
      };
      Object.defineProperty(URL.prototype, name, { get, configurable: true, enumerable: true });
    });
  }
  get searchParams() {
    return (this.#parameters ??= parametersOf(this));
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }
}

// Timers that a render leaves are stopped: they would run in the next one.
const timers = new Map();
let lastTimer = 0;

const start = (isRepeated) => (callback, delay = 0, ...values) => {
  const id = ++lastTimer;
  // What it throws is logged, as a rejection.
  const run = async () => {
    if (isRepeated ? timers.has(id) : timers.delete(id)) callback(...values);
  };
  // The least delay of a timer is a millisecond, as long as React takes. On V8, nothing that runs after an
  // operation that is ready already is collected.
  if (!isRepeated && !(delay > 0)) {
    timers.set(id, null);
    Promise.resolve().then(run);
  } else {
    timers.set(id, core.createTimer(run, delay, [], isRepeated, true));
  }
  return id;
};

const stop = (id) => {
  const timer = timers.get(id);
  timers.delete(id);
  if (timer) core.cancelTimer(timer);
};

const stopTimers = () => timers.forEach((_timer, id) => stop(id));

// UTF-8 alone.
class TextEncoder {
  get encoding() {
    return "utf-8";
  }
  encode(text = "") {
    return core.encode(`${text}`);
  }
}

class TextDecoder {
  constructor(label = "utf-8", options) {
    if (!/^utf-?8$/i.test(label)) throw new RangeError(`TextDecoder has UTF-8 only, not ${label}`);
    if (options?.fatal || options?.ignoreBOM) throw new TypeError("TextDecoder has no options");
  }
  get encoding() {
    return "utf-8";
  }
  decode(bytes = new Uint8Array(), options) {
    if (options?.stream) throw new TypeError("TextDecoder has no streams");
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
    return core.decode(new Uint8Array(buffer, byteOffset, byteLength));
  }
}

let endSignal;
class AbortSignal {
  aborted = false;
  reason = undefined;
  onabort = null;
  #listeners = new Set();

  static abort(reason) {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  }
  static {
    // For `AbortController` alone.
    endSignal = (signal, reason) => {
      if (signal.aborted) return;
      const error = Object.assign(new Error("signal is aborted"), { name: "AbortError" });
      Object.assign(signal, { aborted: true, reason: reason ?? error });
      const event = { type: "abort", target: signal };
      signal.onabort?.(event);
      for (const listener of signal.#listeners) (listener.handleEvent ?? listener).call(listener, event);
    };
  }
  addEventListener(type, listener) {
    if (type === "abort") this.#listeners.add(listener);
  }
  removeEventListener(type, listener) {
    if (type === "abort") this.#listeners.delete(listener);
  }
  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }
}

class AbortController {
  signal = new AbortSignal();
  abort(reason) {
    endSignal(this.signal, reason);
  }
}

let now = 0;

Object.assign(globalThis, {
  // A snapshot with one is restored without that of a library, of 1.5 MB. `confine.js` deletes it.
  Temporal: false,
  AbortController,
  AbortSignal,
  Buffer: { byteLength: core.byteLength },
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  clearInterval: stop,
  clearTimeout: stop,
  // For `confine.js`: asked here once for the snapshot, and not at each start.
  hasLanguageData: new Intl.NumberFormat("de-DE").format(1234.5) === "1.234,5",
  // It never runs backwards.
  performance: { now: () => (now = Math.max(now, Date.now())) },
  setInterval: start(true),
  setTimeout: start(false),
  structuredClone: (value) => core.structuredClone(value),
});
