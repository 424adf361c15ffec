// Runs once in every engine, after its start and before the bundle: a snapshot keeps neither what was
// deleted nor what was changed of the language's own objects. Returns what calls the bundle.
(() => {
  const { callBundle, hasLanguageData } = globalThis;
  // The default engine has no data of languages: its `Intl` and what rests on it would be silently wrong.
  if (!hasLanguageData) {
    const withoutData = (name) =>
      function () {
        throw new TypeError(`${name} needs the engine V8, or formatting before the render: Intl has no data of languages`);
      };
    const replace = (object, name, value) =>
      Object.defineProperty(object, name, { value, configurable: true, writable: true });
    for (const name of Object.getOwnPropertyNames(Intl)) {
      // What polyfills ask whether they are needed.
      const value = Object.assign(withoutData(`Intl.${name}`), { supportedLocalesOf: () => [] });
      if (name !== "getCanonicalLocales") replace(Intl, name, value);
    }
    replace(BigInt.prototype, "toLocaleString", withoutData("BigInt.prototype.toLocaleString"));
    for (const type of [Date, Number, String]) {
      for (const name of Object.getOwnPropertyNames(type.prototype)) {
        const own = type.prototype[name];
        const missing = withoutData(`${type.name}.prototype.${name}`);
        if (/^toLocale.*Case$/.test(name)) {
          replace(type.prototype, name, function (language) {
            return language === undefined ? own.call(this) : missing();
          });
        } else if (/^locale|^toLocale/.test(name)) {
          replace(type.prototype, name, missing);
        }
      }
    }
  }

  // All that stays: what is not in this list, an engine may have for itself or get with its next version.
  const globals = new Set(`
    AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array
    BigUint64Array Boolean Buffer DataView Date DisposableStack Error EvalError FinalizationRegistry
    Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator
    JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String
    SuppressedError Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams
    Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet clearInterval clearTimeout
    console decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
    parseFloat parseInt performance queueMicrotask setInterval setTimeout structuredClone undefined unescape
  `.trim().split(/\s+/));
  for (const name of Reflect.ownKeys(globalThis)) {
    if (!globals.has(name)) delete globalThis[name];
  }
  return callBundle;
})();
