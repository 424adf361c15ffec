// What each global of the README of the renderer does. A page is the result of one of these, or of
// the expression that its path is.

const later = (milliseconds, value) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, value));

const inOrder = async () => {
  const order = [];
  setTimeout(() => order.push("late"), 5);
  setTimeout(() => order.push("soon"));
  clearTimeout(setTimeout(() => order.push("never"), 1));
  Promise.resolve().then(() => order.push("microtask"));
  return later(20, order).then((order) => order.join());
};

const cases = {
  URL: () => {
    const { origin, host, hostname, port, pathname, search, hash } =
      new URL("../ä?q=1#h", "https://münchen.example:81/a/b/");
    return [origin, host, hostname, port, pathname, search, hash].join(" ");
  },
  URLSearchParams: () => {
    const parameters = new URLSearchParams({ a: "1 2", b: "ü&" });
    parameters.append("a", "%");
    return `${parameters} ${parameters.getAll("a").length} ${new URL("x:?q=%zz+y").searchParams.get("q")}`;
  },
  setTimeout: inOrder,
  clearTimeout: inOrder,
  setInterval: () =>
    new Promise((resolve) => {
      let times = 0;
      const interval = setInterval(() => {
        if (++times < 3) return;
        clearInterval(interval);
        resolve(times);
      }, 1);
    }),
  clearInterval: () => cases.setInterval(),
  queueMicrotask: () => new Promise((resolve) => queueMicrotask(() => resolve("run"))),
  structuredClone: () => {
    const value = { date: new Date(0), map: new Map([[1, [undefined]]]) };
    value.self = value;
    const clone = structuredClone(value);
    return [clone !== value, clone.self === clone, clone.date.getTime(), clone.map.get(1).length];
  },
  TextEncoder: () => new TextEncoder().encode("ä€😀\ud800").join(),
  TextDecoder: () => new TextDecoder().decode(new Uint8Array([0xc3, 0xa4, 0xff, 0x61])),
  AbortController: () => {
    const { signal } = new AbortController();
    return [signal.aborted, AbortSignal.abort("why").reason];
  },
  AbortSignal: () => {
    const controller = new AbortController();
    const events = [];
    controller.signal.addEventListener("abort", ({ type }) => events.push(type));
    controller.abort();
    controller.abort();
    return [...events, controller.signal.aborted, controller.signal.reason.name];
  },
  console: () => typeof console.log,
  "performance.now": () => performance.now() <= performance.now(),
  "Buffer.byteLength": () => Buffer.byteLength("ä€😀a"),
  "new Intl.NumberFormat()": () => new Intl.NumberFormat("de-DE").format(1234567.891),
  "new Intl.PluralRules()": () => new Intl.PluralRules("en").select(1),
  "new Intl.DateTimeFormat()": () =>
    new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "UTC" }).format(0),
  "1..toLocaleString()": () => (1234.5).toLocaleString("de-DE"),
  "1n.toLocaleString()": () => 1234n.toLocaleString("de-DE"),
  "new Date().toLocaleDateString()": () =>
    new Date(0).toLocaleDateString("de-DE", { timeZone: "UTC" }),
  '"a".localeCompare()': () => "ä".localeCompare("z", "sv"),
  '"i".toLocaleUpperCase("tr")': () => "i".toLocaleUpperCase() + "i".toLocaleUpperCase("tr"),
};

export async function render(page, { page: { path } }) {
  page.head();
  page.write(`${await (cases[path] ?? (0, eval))(path)}`);
}
