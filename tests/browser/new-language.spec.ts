/** A language that the site does not ship, added as a localiser would: one file. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HomePage } from './support/home-page.ts';
import { type MarqueeServer, startServer } from './support/marquee-server.ts';
import { test as base, expect } from './support/test.ts';
import { languages, speaker } from './support/words.ts';

const tamil = {
  'account.login.label': 'உள்நுழைக',
  'header.language.button': 'மொழி: {language}',
  'header.language.label': 'மொழி',
  'intro.slogan.title': 'ஆண்டின் {freeCreditDays} நாளும் இலவசக் கடன்',
  'locale.dir': 'ltr',
  'locale.name': 'தமிழ்',
  'page.home.title': '{brand}: இலவசக் கடன்',
};

const test = base.extend<object, { tamilSite: MarqueeServer }>({
  tamilSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tamil-'));
      const [locales, dist] = [join(folder, 'locales'), join(folder, 'dist')];
      await cp('locales', locales, { recursive: true });
      await writeFile(join(locales, 'ta.json'), JSON.stringify(tamil, null, 2));
      const build = ['ssr-bundle/build.mjs', `--locales=${locales}`, `--out=${dist}`];
      await promisify(execFile)(process.execPath, build);
      const server = await startServer({ DIST_DIR: dist });
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ tamilSite }, use) => use(tamilSite.url),
});

test('a new language is in the menu, and choosing it switches the page', async ({ page, home }) => {
  await home.enter();
  const say = speaker('en');
  const language = say('locale.name');
  await page.getByRole('button', { name: say('header.language.button', { language }) }).click();
  const items = page.getByRole('menuitemradio');
  await expect(items).toHaveText([...languages.map(({ ownName }) => ownName), 'தமிழ்']);
  await items.last().click();

  await expect(page).toHaveURL('/?lang=ta');
  await expect(page).toHaveTitle('Marquee: இலவசக் கடன்');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ஆண்டின் 365 நாளும் இலவசக் கடன்');
});

test('English stands in for what a new language has not translated', async ({ page }) => {
  await new HomePage(page, speaker('en')).enter('/?lang=ta');
  await expect(page.getByRole('link', { name: 'உள்நுழைக' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
});

test('search engines are told of a new language', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toMatch(/<link rel="alternate" hreflang="ta" href="[^"]+\/\?lang=ta">/);
  const map = await (await request.get('/sitemap.xml')).text();
  expect(map).toMatch(/<loc>[^<]+\/\?lang=ta<\/loc>/);
  expect(map).toMatch(/hreflang="ta" href="[^"]+\/\?lang=ta"/);
  const translated = await (await request.get('/?lang=ta')).text();
  expect(translated).toMatch(/<link rel="canonical" href="[^"]+\/\?lang=ta">/);
});

for (const wish of ['ta', 'tam', 'ta-MY', 'ta-IN, en;q=0.5', 'fr, ta;q=0.3']) {
  test(`a browser that asks for ${wish} gets the new language`, async ({ request }) => {
    const response = await request.get('/', { headers: { 'Accept-Language': wish } });
    expect(response.headers()['content-language']).toBe('ta');
  });
}
