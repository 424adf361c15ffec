/** A language that the site does not ship, added as one file. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { siteFolder } from '../../support/marquee.ts';
import { waitForHydration } from '../support/hydration.ts';
import { languages, messageFormatter, messagesOf } from '../support/languages.ts';
import { type MarqueeServer, startServer } from '../support/marquee-server.ts';
import { test as base, expect } from '../support/test.ts';

/** Esperanto, which the site will never ship. */
const esperanto = {
  'home.login.action': 'Ensaluti',
  'header.language.button': 'Lingvo: {language}',
  'header.language.label': 'Lingvo',
  'home.page.title': '{brand} dum {days, plural, one {# tago} other {# tagoj}} jare',
  'locale.dir': 'ltr',
  'locale.name': 'Esperanto',
  'page.home.title': '{brand}: {days} tagoj',
};

const test = base.extend<object, { esperantoSite: MarqueeServer; draftSite: MarqueeServer }>({
  esperantoSite: [
    ({}, use) => withLanguage('eo', { ...messagesOf('en'), ...esperanto }, use),
    { scope: 'worker' },
  ],
  draftSite: [
    ({}, use) => withLanguage('eo', { ...esperanto, 'locale.draft': 'true' }, use),
    { scope: 'worker' },
  ],
  baseURL: ({ esperantoSite }, use) => use(esperantoSite.url),
});

test('a new language is in the menu, can be chosen, and has plural forms', async ({
  page,
  home,
}) => {
  await home.enter();
  const button = messageFormatter('en')('header.language.button');
  await page.getByRole('button', { name: button }).click();
  const items = page.locator('.language-menu-item');
  await expect(items).toHaveCount(languages.length + 1);
  const item = (name: string) => page.getByRole('link', { name, exact: true });
  for (const { ownName } of languages) await expect(item(ownName)).toBeVisible();
  await item('Esperanto').click();

  await expect(page).toHaveURL('/?lang=eo');
  await expect(page).toHaveTitle('Harbour: 30 tagoj');
  await expect(page.locator('html')).toHaveAttribute('lang', 'eo');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour dum 30 tagoj jare');
});

test.describe('a draft', () => {
  test.use({ baseURL: ({ draftSite }, use) => use(draftSite.url) });

  test('is shown to those who know its URL, with English for what is missing, and not indexed', async ({
    page,
  }) => {
    await page.goto('/?lang=eo');
    await waitForHydration(page);
    await expect(page.getByRole('link', { name: 'Ensaluti' }).last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Lingvo: Esperanto' })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('[rel="canonical"], [rel="alternate"]')).toHaveCount(0);
  });

  test('is in no menu, alternate or sitemap, and never negotiated', async ({ page, request }) => {
    for (const url of ['/', '/nowhere', '/sitemap.xml']) {
      const text = await (await request.get(url)).text();
      expect(text, url).not.toContain('Esperanto');
      expect(text, url).not.toMatch(/\beo\b/);
    }
    const response = await request.get('/', { headers: { 'Accept-Language': 'eo' } });
    expect(response.headers()['content-language']).toBe('fr');
    expect(response.headers().link).not.toContain('eo');
    await page.goto('/');
    await expect(page.locator('.language-menu-item')).toHaveCount(languages.length);
  });
});

/** Runs a server of the site with one more language. */
async function withLanguage(
  code: string,
  messages: Record<string, string>,
  use: (server: MarqueeServer) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'new-language-'));
  const [locales, dist] = [join(folder, 'locales'), join(folder, 'dist')];
  await cp(join(siteFolder, 'locales'), locales, { recursive: true });
  await writeFile(join(locales, `${code}.json`), JSON.stringify(messages, null, 2));
  const build = [
    '--import',
    'tsx',
    'tools/build/build.ts',
    `--locales=${locales}`,
    `--out=${dist}`,
  ];
  await promisify(execFile)(process.execPath, build, { cwd: siteFolder });
  const server = await startServer({ DIST_DIR: dist });
  await use(server);
  await server.stop();
  await rm(folder, { recursive: true });
}
