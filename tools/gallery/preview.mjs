/**
 * Writes `preview/`: every page in every language and state, as HTML that needs no server and no
 * script of the site. Any web server or file share shows it to a reviewer.
 *
 *     node tools/gallery/preview.mjs      (after `make build`)
 *     node tools/gallery/preview.mjs --out=DIR
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages, startServer } from '../audit/server.mjs';
import { nameOf, visitsOf } from './states.mjs';
import { concurrently, launchBrowser, routes, visitAll } from './visit.mjs';

const { values: options } = parseArgs({ options: { out: { type: 'string', default: 'preview' } } });
const folder = options.out;
const window = { width: 1440, height: 900 };

/** The names of pages by their paths. */
const pages = Object.fromEntries(visitsOf(routes).map(({ path }) => [path, nameOf(path)]));

/** @type {Map<string, string>} descriptions by the name of the state */
const states = new Map();

await rm(folder, { recursive: true, force: true });
await cp('dist/public/assets', join(folder, 'assets'), {
  recursive: true,
  filter: (path) => !/\.(br|gz|zst|js|json)$/.test(path),
});
await relativeStyles();
const sprites = await readSprites();
const server = await startServer({ DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s' });
const browser = await launchBrowser();
try {
  await concurrently(languages, async (language) => {
    await mkdir(join(folder, language));
    await visitAll(browser, window, server.url, language, async (page, { name, description }) => {
      const html = await page.evaluate(freeze, { codes: languages, pages, sprites });
      await writeFile(join(folder, language, `${name}.html`), html);
      states.set(name, description);
    });
  });
  await writeFile(join(folder, 'index.html'), index());
} finally {
  await browser.close();
  server.stop();
}
console.log(`${languages.length * states.size} pages: see ${folder}/index.html`);

/** Makes the URLs in style sheets relative to them. */
async function relativeStyles() {
  const assets = join(folder, 'assets');
  for (const name of (await readdir(assets)).filter((file) => file.endsWith('.css'))) {
    const file = join(assets, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('/assets/', ''));
  }
}

/** Returns the files of icons by their URLs. Browsers load no icons of another file from a file share. */
async function readSprites() {
  /** @type {Record<string, string>} */
  const files = {};
  for (const name of await readdir(join(folder, 'assets'))) {
    const text = name.endsWith('.svg') ? await readFile(join(folder, 'assets', name), 'utf8') : '';
    if (text.includes('<symbol')) files[`/assets/${name}`] = text;
  }
  return files;
}

/**
 * Returns the page in its present state as HTML. In the page.
 *
 * @param {object} site
 * @param {string[]} site.codes languages that links of the page may lead to
 * @param {Record<string, string>} site.pages names by path
 * @param {Record<string, string>} site.sprites
 */
function freeze({ codes, pages, sprites }) {
  const root = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  const unneeded = root.querySelectorAll('script, noscript, link:not([rel="stylesheet"])');
  for (const element of unneeded) element.remove();
  for (const link of root.querySelectorAll('a:is([href^="/"], [href^="?"])')) {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
    const code = codes.find((each) => each === searchParams.get('lang')) ?? root.lang;
    link.setAttribute('href', `../${code}/${pages[pathname] ?? 'home'}.html`);
  }
  const icons = [...root.querySelectorAll('use[href^="/"]')];
  for (const url of new Set(icons.map((icon) => icon.getAttribute('href')?.split('#')[0] ?? ''))) {
    const sprite = new DOMParser().parseFromString(sprites[url] ?? '', 'image/svg+xml');
    sprite.documentElement.setAttribute('hidden', '');
    root.querySelector('body')?.append(sprite.documentElement);
  }
  for (const icon of icons) {
    icon.setAttribute('href', `#${icon.getAttribute('href')?.split('#')[1]}`);
  }
  for (const attribute of ['href', 'src']) {
    for (const element of root.querySelectorAll(`[${attribute}^="/assets/"]`)) {
      element.setAttribute(attribute, `..${element.getAttribute(attribute)}`);
    }
  }
  // HTML does not say what is in the top layer.
  const calls = { 'dialog:modal': 'showModal', ':popover-open': 'showPopover' };
  for (const [selector, call] of Object.entries(calls)) {
    const open = document.querySelector(selector);
    const copy = open?.id
      ? root.querySelector(`#${open.id}`)
      : open && root.querySelector(open.localName);
    copy?.removeAttribute('open');
    copy?.setAttribute('data-call', call);
  }
  const script =
    'for (const it of document.querySelectorAll("[data-call]")) it[it.dataset.call]();';
  return `<!doctype html>\n${root.outerHTML}\n<script>${script}</script>\n`;
}

function index() {
  const rows = [...states].map(([name, description]) => {
    const links = languages.map((code) => `<td><a href="${code}/${name}.html">${code}</a></td>`);
    return `<tr><th scope="row">${description}</th>${links.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }
th { text-align: start; font-weight: normal; }
td { padding-inline-start: 1rem; }
</style>
<h1>Preview</h1>
<p>Each page in each language, as a visitor sees it; buttons do nothing.</p>
<table>
${rows.join('\n')}
</table>
</html>
`;
}
