// Prints with every method of `console`, more than one argument and value of a kind.

class Card {
  #secret = 1;
  name = "sports";
  get size() {
    return 1;
  }
}

const circular = { name: "a" };
circular.self = circular;

export function render(page) {
  // What the last page left.
  console.groupEnd();
  console.log("log one\ntwo", 3, null);
  console.debug("debug");
  console.info("info");
  console.warn("warn");
  console.error("error");
  console.trace("trace %s", "here");

  console.log("%s is %d, %i, %f, %j, %o%c, 100%", "text", "4", 4.7, "0.5", { a: [1] }, { b: "c" }, "color: red", 5);
  console.log("%s %% %s", "one");
  console.log("100%");
  console.log(1n, -0, undefined, true, Symbol("s"), ["it's", 'a "b"']);
  console.log({ a: 1, "b-c": [1, 2], d: { e: { f: {}, g: { h: 1 } } }, [Symbol("i")]: 2 });
  console.log(new Card(), circular, Object.create(null), [], {});
  console.log(new Map([["a", { b: 1 }]]), new Set([1, "two"]), new Uint8Array([1, 2]));
  console.log(new Date(0), /a/g, render, () => {}, Card, { get a() { throw new Error("read"); } });
  console.log({ first: "a long text in an object", second: "another long text", third: "the third one" });
  console.log(Array.from({ length: 102 }, () => 0).length, Array(101).fill(0));
  console.log(Object.assign(new Error("wrong"), { stack: "Error: wrong\n    at x", code: "E1", cause: "this" }));
  console.log(new Proxy({}, { ownKeys() { throw new Error("trap"); } }));
  console.dir({ a: { b: 1 } }, { depth: 0 });

  console.table([{ a: 1, b: "x" }, { a: 22 }, 3]);
  console.table({ row: { a: 1, b: 2 } }, ["b"]);
  console.table("no table");
  console.assert(true, "right");
  console.assert(false, "%s went", "wrong");
  console.assert(0);
  console.count();
  console.count("own");
  console.count();
  console.countReset();
  console.count();
  console.time("t");
  console.timeLog("t", "halfway");
  console.timeEnd("t");
  console.timeEnd("t");
  console.group("outer");
  console.groupCollapsed("inner");
  console.log("two\nlines");
  console.groupEnd();
  console.warn("in outer");
  page.head();
  page.write("<p>printed</p>");
}
