// Renders pages in Node, with the built server bundle and with one that has React as published.
//
// Standard input is `{"site": …, "requests": […]}`, the arguments of the bundle's functions. Prints a line for
// each request: the SHA-256 of its page with either bundle, which are one if Node renders the same with both.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { publishedReactOptions } from "../../tools/build/bundles.mjs";

let html = "";
globalThis.marquee = {
  head(_id, start) {
    html += start;
  },
  write(_id, more) {
    html += more;
  },
};

const evaluate = (code) => import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
const { entry } = JSON.parse(readFileSync("dist/site.json", "utf8"));
const { outputFiles } = await build(publishedReactOptions);
const bundles = [
  await evaluate(readFileSync(`dist/${entry}`)),
  await evaluate(outputFiles.find(({ path }) => path.endsWith(".js")).contents),
];

const { site, requests } = JSON.parse(await text(process.stdin));
for (const { configure } of bundles) configure(site);

for (const request of requests) {
  const digests = new Set();
  for (const { render } of bundles) {
    html = "";
    await render(1, request);
    digests.add(createHash("sha256").update(html).digest("hex"));
  }
  process.stdout.write(`${[...digests].join(" ")}\n`);
}
