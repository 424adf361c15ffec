// Pages that probe for capabilities that they must not have.
const respond = (page, value) => {
  page.head();
  page.write(JSON.stringify(value));
};

const fails = async (attempt) => {
  try {
    await attempt();
    return false;
  } catch {
    return true;
  }
};

const pages = {
  // Every global, in the order of their names.
  "/globals": (page) => {
    respond(page, Reflect.ownKeys(globalThis).map(String).sort());
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
