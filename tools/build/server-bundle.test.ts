import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Site } from '../../ssr-bundle/site.ts';
import { loadServerBundle } from './server-bundle.ts';

const site = { locales: [{ code: 'en' }, { code: 'zh' }] } as unknown as Site;

/** Builds pages with the HTML that an expression makes of their path and locale. */
async function pagesOf(expression: string) {
  const code = `export const routes = [{ path: '/' }, { path: '/old', redirect: '/' }];
    export const configure = () => {};
    export async function render(page, { page: { path, locale } }) {
      page.head('<title>');
      page.write(${expression});
    }`;
  const { renderPages } = await loadServerBundle(
    [{ path: 'entry.js', contents: Buffer.from(code) }],
    [],
  );
  return renderPages(site);
}

test('Records size and parts of each page in each language', async () => {
  const parts = ['<header', '<main'];
  const { pages } = await pagesOf(
    "'<header><h1>' + locale + (path === '/' ? '优' : '') + '<main>'",
  );
  assert.deepEqual(pages, [
    { path: '/', locale: 'en', bytes: 30, parts },
    { path: '/', locale: 'zh', bytes: 30, parts },
    { path: '/404', locale: 'en', bytes: 27, parts },
    { path: '/404', locale: 'zh', bytes: 27, parts },
  ]);
});

test('Visits are counted by the places and links of the pages', async () => {
  const { counted } = await pagesOf(
    `'</title><h1></h1><nav data-place="nav"><a data-link="https://chat.example/?a=1&amp;b=2"></a></nav>' +
      '<p data-place="nav"></p><p data-place="' + (path === '/' ? 'top' : 'lost') + '"></p>'`,
  );
  assert.deepEqual(counted, {
    places: ['nav', 'top', 'lost'],
    links: ['https://chat.example/?a=1&b=2'],
  });
});

test('A blank page fails the build', async () => {
  const pages = pagesOf("path === '/404' && locale === 'zh' ? '<div></div>' : '<h1>'");
  await assert.rejects(pages, /^BuildError: the page \/404 in zh has 0 `<h1`, not one$/);
});

test('A second title fails the build', async () => {
  await assert.rejects(pagesOf("'<h1><title>'"), /: the page \/ in en has 2 `<title>`, not one$/);
});

test('A page that cannot be rendered fails the build', async () => {
  const pages = pagesOf('missing(path)');
  await assert.rejects(pages, /^BuildError: the page \/ in en cannot be rendered: .*missing/);
});

test('A rejection that nobody handles fails each build of the same bundle', async () => {
  const code = "void Promise.reject(new Error('nobody waits'));";
  const build = () => loadServerBundle([{ path: 'entry.js', contents: Buffer.from(code) }], []);
  for (let time = 0; time < 2; time += 1)
    await assert.rejects(build, /the server bundle cannot be evaluated: Error: nobody waits/);
});
