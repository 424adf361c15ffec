// Renders one page of the built server bundle in Node and prints it: the same
// module, with Node's own globals and a host that collects the output.
//
//   node render-with-node.mjs '{"page": {"path": "/", "locale": "en", …}, …}'
import { readFileSync } from "node:fs";

const dist = new URL("../../dist/", import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, dist), "utf8"));

let html = "";
globalThis.marquee = {
  head(_id, start) {
    html += start;
  },
  put(_id, text) {
    html += text;
  },
  write(_id, text) {
    html += text;
    return true;
  },
  drained: async () => true,
};

// A server without PSEUDO_LOCALES serves the others alone.
const { build, entry, assets, locales } = readJson("site.json");
const { configure, render } = await import(new URL(entry, dist).href);
configure({
  build,
  assets,
  locales: locales
    .filter(({ isPseudo }) => !isPseudo)
    .map(({ file, ...locale }) => ({ ...locale, table: readJson(file) })),
  publicUrl: "http://127.0.0.1:8080",
  assetOrigin: "",
  sprite: null,
  messagingLink: "https://messaging.example/marquee",
  webVitalsSample: 0.1,
  campaignParameters:
    "utm_source utm_medium utm_campaign utm_term utm_content gclid gbraid wbraid fbclid msclkid ttclid aff".split(" "),
});
await render(1, JSON.parse(process.argv[2]));
process.stdout.write(html);
