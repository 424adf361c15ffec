/**
 * Writes `preview/`: every page in every language and state, as HTML that needs no server and no
 * script of the site. Any web server or file share shows it to a reviewer.
 *
 *     node --import tsx tools/gallery/preview.ts [--out=DIR]      (after `make build`)
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages, startServer } from '../audit/server.ts';
import { launchBrowser } from '../browser.ts';
import { nameOf } from './states.ts';
import { visitAll, visits } from './visit.ts';

const { values: options } = parseArgs({ options: { out: { type: 'string', default: 'preview' } } });
const folder = options.out;
const viewport = { width: 1440, height: 900 };

await rm(folder, { recursive: true, force: true });
await cp('dist/public/assets', join(folder, 'assets'), {
  recursive: true,
  filter: (path) => !/\.(br|gz|zst|js|json)$/.test(path),
});
await relativeStyles();
const server = await startServer({ DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s' });
const browser = await launchBrowser();
try {
  /** The names of pages by their paths. */
  const pages = Object.fromEntries(visits.map(({ path }) => [path, nameOf(path)]));
  const frozen = { codes: languages, pages };
  // Browsers load no icons of another file from a file share.
  const sprite = await readFile('client/site/pictures/icons.svg', 'utf8');
  const icons = sprite.replace('<svg ', '<svg hidden ');
  await Promise.all(
    languages.map(async (language) => {
      await mkdir(join(folder, language));
      await visitAll(browser, viewport, server.url, language, async (page, { name }) => {
        const html = await page.evaluate(freeze, frozen);
        await writeFile(
          join(folder, language, `${name}.html`),
          html.replace('</body>', () => `${icons}</body>`),
        );
      });
    }),
  );
} finally {
  await browser.close();
  server.stop();
}
await writeFile(join(folder, 'index.html'), index());
console.log(`See ${folder}/index.html`);

/** Makes the URLs in style sheets relative to them. */
async function relativeStyles() {
  const assets = join(folder, 'assets');
  for (const name of (await readdir(assets)).filter((file) => file.endsWith('.css'))) {
    const file = join(assets, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('/assets/', ''));
  }
}

interface Site {
  /** Languages that links of the page may lead to. */
  codes: string[];
  /** Names by path. */
  pages: Record<string, string>;
}

/** Returns the page in its present state as HTML. Runs in the page. */
function freeze({ codes, pages }: Site) {
  const copy = document.implementation.createHTMLDocument();
  const root = copy.importNode(document.documentElement, true);
  const unneeded = root.querySelectorAll('script, noscript, link:not([rel="stylesheet"])');
  for (const element of unneeded) element.remove();
  for (const link of root.querySelectorAll('a:is([href^="/"], [href^="?"])')) {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.href);
    const code = codes.find((each) => each === searchParams.get('lang')) ?? root.lang;
    link.setAttribute('href', `../${code}/${pages[pathname] ?? 'home'}.html`);
  }
  for (const icon of root.querySelectorAll('use[href^="/assets/"]')) {
    icon.setAttribute('href', icon.getAttribute('href')?.replace(/^.*#/, '#') ?? '');
  }
  for (const attribute of ['href', 'src', 'srcset']) {
    for (const element of root.querySelectorAll(`[${attribute}^="/assets/"]`)) {
      element.setAttribute(attribute, `..${element.getAttribute(attribute)}`);
    }
  }
  // HTML does not say what is in the top layer.
  const calls = { 'dialog:modal': 'showModal', ':popover-open': 'showPopover' };
  for (const [selector, call] of Object.entries(calls)) {
    const open = document.querySelector(selector);
    const same = open && root.querySelector(open.id ? `#${open.id}` : open.localName);
    same?.removeAttribute('open');
    same?.setAttribute('data-call', call);
  }
  const script =
    'for (const it of document.querySelectorAll("[data-call]")) it[it.dataset.call]();';
  return `<!doctype html>\n${root.outerHTML}\n<script>${script}</script>\n`;
}

function index() {
  const states = visits.flatMap((visit) => visit.states);
  const items = states.map(({ name, description }) => {
    const links = languages.map((code) => `<a href="${code}/${name}.html">${code}</a>`);
    return `<li>${links.join(' ')} ${description}</li>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<h1>Preview</h1>
<p>Each page in each language, as a visitor sees it; buttons do nothing.</p>
<ul>
${items.join('\n')}
</ul>
</html>
`;
}
