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

  for (const name of [
    // What only the runtime needs, while it starts, and what is read above.
    "Deno", "__bootstrap", "callBundle", "hasLanguageData",
    // No limit counts shared memory.
    "Atomics", "SharedArrayBuffer",
    // What one engine alone has.
    "DOMException", "Temporal", "atob", "btoa", "gc",
  ]) {
    delete globalThis[name];
  }
  return callBundle;
})();
