// Pages that try to hurt the server, each in another way; `/` is an ordinary one.

const good = (page) => {
  page.head();
  page.write("<p>good</p>");
};

const times = (count, step) => {
  let result;
  for (let n = 0; n < count; n++) result = step(n);
  return result;
};

const thrown = (value) => () => {
  throw value;
};

const loop = () => {
  for (;;);
};

const words = "a bc def ".repeat(20_000);
const rows = Array.from({ length: 500 }, (_, n) => ({ id: n, name: `row ${n}`, amounts: [n, n / 3] }));
const numbers = Array.from({ length: 30_000 }, (_, n) => (n * 7919) % 30_011);

const pages = {
  "/": good,
  // Loops, in the bundle and in built-in functions.
  "/loop": loop,
  "/index-of": () => Array.prototype.indexOf.call({ length: 4294967295 }, 99),
  "/includes": () => Array.prototype.includes.call(new Proxy({ length: 2 ** 40 }, {}), 99),
  "/join": () => `${new Array(1e9)}`,
  "/split-and-join": () => times(1e6, () => words.split("").join("")),
  "/sort": () => times(1e6, () => numbers.slice().sort()),
  "/sort-callback": () => [2, 1].sort(loop),
  "/replace-all": () => times(1e6, () => words.replaceAll("b", "bb")),
  "/replace-callback": () => words.replace(/b/g, loop),
  "/json": () => times(1e6, () => JSON.parse(JSON.stringify(rows))),
  "/to-json": () => JSON.stringify({ toJSON: loop }),
  "/getter": () => JSON.stringify(Object.defineProperty({}, "x", { enumerable: true, get: loop })),
  "/proxy-keys": () => Object.keys(new Proxy({}, { ownKeys: loop })),
  "/pad": () => times(1e6, (n) => "".padEnd(1e7 + n, "ab")),
  "/fill": () => times(1e6, () => new Array(1e6).fill(0)),
  "/regexp": () => /^(a+)+$/.test(`${"a".repeat(40)}!`),
  "/big-int": () => times(1e6, () => 7n ** 40_000n),
  "/spread": () => [...(function* () { for (;;) yield; })()].length,
  "/function": () => Function("for (;;);")(),
  "/eval": () => (0, eval)("for (;;);"),
  // Promises.
  "/microtasks": () => {
    const again = () => Promise.resolve().then(again);
    return again();
  },
  "/async-loop": async () => {
    for (;;) await null;
  },
  "/never-settles": () => new Promise(() => {}),
  "/thenable": () => ({ then: loop }),
  "/rejections": (page) => {
    times(1000, (n) => void Promise.reject(n));
    good(page);
  },
  // Values that are thrown.
  "/throws-symbol": thrown(Symbol("planned")),
  "/throws-undefined": thrown(undefined),
  "/throws-null": thrown(null),
  "/throws-proxy": thrown(new Proxy({}, { get: thrown(1), getPrototypeOf: thrown(2) })),
  "/throws-without-text": thrown({ toString: thrown(new Error("planned")) }),
  "/throws-endless-text": thrown({ toString: loop }),
  "/throws-endless-stack": thrown(Object.defineProperty({}, "stack", { get: loop })),
  "/throws-aggregate": () => {
    throw new AggregateError([Symbol("planned"), null], "planned");
  },
  "/throws-cycle": () => {
    const error = new Error("planned");
    error.cause = error;
    throw error;
  },
  "/throws-long-text": () => {
    throw new Error("planned".repeat(2e6));
  },
  // Memory.
  "/recursion": () => {
    const deeper = (n) => deeper(n + 1) + 1;
    return deeper(0);
  },
  "/recursive-getter": () => {
    const nested = { get x() { return nested.x; } };
    return nested.x;
  },
  "/objects": () => {
    for (const hoard = [];;) hoard.push({ n: hoard.length });
  },
  "/map": () => {
    for (const hoard = new Map();;) hoard.set(hoard.size, `${hoard.size}`);
  },
  "/string": () => {
    for (let text = "ab", hoard = [];;) hoard.push((text += text).toUpperCase());
  },
  "/typed-arrays": () => {
    for (const hoard = [];;) hoard.push(new Uint8Array(5e7).fill(1));
  },
  "/finalizers": () => {
    const registry = new FinalizationRegistry(() => {});
    for (const hoard = [];;) {
      const target = { refs: hoard };
      registry.register(target, target.refs);
      hoard.push(new WeakRef(target));
    }
  },
  "/shared-memory": () => times(24, () => new Uint8Array(new SharedArrayBuffer(5e7)).fill(1)),
  "/waits": () => Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0),
  "/intrinsics": () => {
    const { SharedArrayBuffer } = Object.fromEntries(
      __v8x_snapshot_intrinsics.filter((it) => typeof it === "function").map((it) => [it.name, it]));
    return times(24, () => new Uint8Array(new SharedArrayBuffer(5e7)).fill(1));
  },
  "/web-assembly": () =>
    times(24, () => new Uint8Array(new WebAssembly.Memory({ initial: 800 }).buffer).fill(1)),
  "/realm": () => new ShadowRealm().evaluate("for (;;);"),
  // Output.
  "/floods": (page) => {
    page.head();
    for (const much = "<p>more</p>".repeat(100_000);;) page.write(much);
  },
  "/writes-once": (page) => {
    page.head();
    page.write("x".repeat(40 << 20));
  },
  "/heads": (page) => {
    for (;;) page.head("<p>head</p>".repeat(100_000));
  },
  "/prints": () => {
    for (;;) console.log("x".repeat(100_000));
  },
  "/prints-nothing": () => {
    for (;;) console.log("");
  },
};

export async function render(page, { page: { path } }) {
  await pages[path](page);
}
