/** The host's site changed as docs/make-it-yours.md says, from the code of that guide. */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SiteCopy } from '../../../tools/build/testing.ts';
import { siteFolder } from '../../support/marquee.ts';
import { faintTextsOfPage } from '../support/faint-texts.ts';
import { waitForHydration } from '../support/hydration.ts';
import { layoutErrors } from '../support/layout-errors.ts';
import { type MarqueeServer, startServer } from '../support/marquee-server.ts';
import { press } from '../support/press.ts';
import { test as base, expect } from './test.ts';

const [config, layout] = ['client/site/config.ts', 'client/site/layout.tsx'] as const;
const [home, pages] = ['client/pages/home-page.tsx', 'client/site/pages.ts'] as const;
const promo = 'client/pages/promo/promo-page.tsx';

const guide = readFileSync('docs/make-it-yours.md', 'utf8');

/** Returns a code block of the guide, or a part of one. */
function inGuide(block: RegExp): string {
  const [, code] = block.exec(guide) ?? [];
  if (!code) throw new Error(`the guide does not contain ${block}`);
  return code;
}

/** The messages of what the guide adds, in any language. */
const messages = `{
  "page.promo.title": "Promotions | {brand}",
  "page.promo.description": "The promotions of {brand}.",
  "promo.page.title": "Weekly promotions",
  "promo.page.text": "Every week, up to {firstDepositBonus}",
  "offers.welcome.action": "Join now",
  "rates.today": "1 USD is {rate} MYR today",`;

/** What is written to which file. */
const files: Record<string, string> = {
  'client/site/root/.well-known/assetlinks.json': '[]',
  'client/features/analytics/analytics.tsx': inGuide(/```tsx\n(import { useEffect }.*?)```/s),
  'client/features/exchange-rate/exchange-rate.tsx': inGuide(
    /(?<=exchange-rate\.tsx.*?)```tsx\n(.*?)```/s,
  ),
  [promo]: inGuide(/```tsx\n(.*?)```/s),
  'client/pages/promo/promo.css': inGuide(/```css\n(.*?)```/s),
};

const lightPalette = `
    color-scheme: light;
    --ground-950: #fffdf8; --ground-900: #faf7f0; --ground-850: #fff; --ground-800: #fffaf0;
    --ground-700: #efe7d8; --ground-500: #c9bca5; --shade: #6b5a3a;
    --ink-100: #1d2433; --ink-300: #4a5160; --ink-500: #626978; --ink-line: #7a5a1e;
    --ink-accent-200: #7a4d00; --ink-accent-300: #8a5a00; --ink-gilded: linear-gradient(#a86c00, #6f4700);
  }
}
`;

/** What is replaced in which file. */
const edits: [file: string, text: string | RegExp, replacement: string][] = [
  [config, /export const brand = .*/, inGuide(/(export const brand = .*)/)],
  [config, /firstLanguages = .*/, "firstLanguages = ['ar'];"],
  [config, 'days: 30', "days: 30, firstDepositBonus: '18,888\\u00a0kr'"],
  // The repository's site has the import.
  [
    config,
    'export const brand',
    "import type { DataSources } from '../state/data-source.ts';\nexport const brand",
  ],
  [config, /export const dataSources.*/, inGuide(/(export const dataSources = .*?\n\}[^\n]*;)/s)],
  [config, 'refreshSeconds: 60', 'refreshSeconds: 1'],
  [config, /export const allowedOrigins.*/, inGuide(/(export const allowedOrigins = .*?\n};)/s)],
  ['client/site/palette.css', /\n {2}\}\n\}\n$/, lightPalette],
  [pages, 'import ', "import { PromoPage } from '../pages/promo/promo-page.tsx';\nimport "],
  [pages, /(?<=const pages: .*)\n/, `\n${inGuide(/```ts\n('\/promo': .*?)```/s)}`],
  [
    promo,
    'import ',
    "import { ExchangeRate } from '../../features/exchange-rate/exchange-rate.tsx';\nimport ",
  ],
  [promo, '</main>', '<ExchangeRate />\n    </main>'],
  [layout, 'import ', "import { Analytics } from '../features/analytics/analytics.tsx';\nimport "],
  [layout, '{children}', '{children}\n      <Analytics />'],
  [layout, 'to="home"', 'to="https://chat.example/"'],
  [home, 'to="messaging"', 'to="https://community.example/"'],
  [home, /^import .*ticker.tsx.*\n/m, ''],
  [home, '<Ticker />', ''],
  ['locales/en.json', '{', messages],
  ['locales/ar.json', '{', messages],
];

/** What is removed: a section, and a language. */
const removed = ['client/features/ticker', 'locales/fr.json'];

/** A service with exchange rates. */
interface Rates {
  url: string;
  body: string;
  requests: number;
}

/** What is requested of the analytics. */
const test = base.extend<{ analytics: string[] }, { rates: Rates; site: MarqueeServer }>({
  analytics: [
    async ({ context }, use) => {
      const requests: string[] = [];
      await context.route('https://analytics.example/**', (route) => {
        requests.push(route.request().url());
        const body = "document.body.id = 'analysed'";
        return route.fulfill({ contentType: 'text/javascript', body });
      });
      await use(requests);
    },
    { auto: true },
  ],
  rates: [
    async ({}, use) => {
      const rates: Rates = { url: '', body: '{"rates":{"MYR":4.5}}', requests: 0 };
      const service = createServer((_, response) => {
        rates.requests += 1;
        response.end(rates.body);
      });
      await once(service.listen(0, '127.0.0.1'), 'listening');
      rates.url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
      await use(rates);
      service.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ rates }, use) => {
      const copy = new SiteCopy(siteFolder);
      for (const path of removed) rmSync(join(copy.folder, path), { recursive: true });
      for (const [file, text] of Object.entries(files)) copy.write(file, text);
      for (const edit of edits) copy.replace(...edit);
      copy.replace(config, 'https://rates.example/latest', rates.url);
      const { status, output } = copy.build();
      expect(status, output).toBe(0);
      const site = await startServer({ DIST_DIR: join(copy.folder, 'dist') });
      await use(site);
      await site.stop();
      copy.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

// In one worker, and so with one site.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('visitors who ask for no language of the site get its default', async ({ request }) => {
  const headers = { 'Accept-Language': 'fr' };
  const page = await request.get('/', { headers });
  expect(page.headers()).toMatchObject({ 'content-language': 'ar' });
  expect(await (await request.get('/site.webmanifest')).json()).toMatchObject({ lang: 'ar' });
});

for (const objects of [false, true])
  test(`a script of another origin ${objects ? 'is not loaded for a visitor who objects' : 'runs'}`, async ({
    page,
    analytics,
  }) => {
    if (objects)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      );
    await page.goto('/');
    await waitForHydration(page);
    if (!objects) await expect(page.locator('#analysed')).toBeAttached();
    // What a page sends is sent in order.
    await page.evaluate(() => fetch('/robots.txt'));
    expect(analytics).toEqual(objects ? [] : ['https://analytics.example/script.js']);
  });

test('links lead where the site says', async ({ page }) => {
  await page.goto('/');
  const community = page.locator('[href="https://community.example/"]');
  await expect(community).toHaveAttribute('rel', 'nofollow sponsored');
  await expect(community).not.toHaveAttribute('target');
  const chat = page.locator('[data-place="footer"] [href="https://chat.example/"]');
  await expect(chat).toHaveAttribute('rel', 'nofollow sponsored noopener');
  await expect(chat).toHaveAttribute('target', '_blank');
});

test('files for the root are there', async ({ request }) => {
  const file = await request.get('/.well-known/assetlinks.json');
  expect(file.headers()).toMatchObject({ 'content-type': 'application/json' });
  expect(await file.text()).toBe('[]');
});

test('a page has data of another service from its first byte, and the last known good one while that fails', async ({
  request,
  rates,
}) => {
  const page = async () => (await request.get('/promo?lang=en')).text();
  await expect.poll(page).toContain('1 USD is 4.500 MYR today');
  rates.body = '{"rates":{}}';
  const asked = rates.requests;
  await expect.poll(() => rates.requests).toBeGreaterThan(asked + 1);
  expect(await page()).toContain('1 USD is 4.500 MYR today');
  rates.body = '{"rates":{"MYR":4.75}}';
  await expect.poll(page).toContain('1 USD is 4.750 MYR today');
});

for (const code of ['en', 'ar'])
  test(`the page of the guide in ${code} is whole on every screen, and leads to the home page`, async ({
    page,
  }) => {
    await page.goto(`/promo?lang=${code}`);
    await waitForHydration(page);
    await expect(page).toHaveTitle('Promotions | Lucky Tiger');
    await expect(page.locator('.header-brand')).toHaveText('Lucky Tiger');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weekly promotions');
    const signUp = page.locator('main .button[data-link="signUp"]');
    await expect(signUp).toHaveAttribute('href', 'https://operator.example/join/');
    await expect(page.locator('main p').first()).toHaveText('Every week, up to 18,888\u00a0kr');
    expect.soft(await page.evaluate(danglingReferences)).toEqual([]);
    for (const width of [320, 390, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const errors = await layoutErrors(page, width < 480 ? 44 : 0);
      expect.soft(errors, `at ${width} px`).toEqual([]);
    }
    expect.soft(await faintTextsOfPage(page, 1440)).toEqual([]);
    await press(page.locator('main a').last());
    await expect(page).toHaveURL(`/?lang=${code}`);
    await expect(page.locator('.home')).toBeVisible();
    expect(await page.evaluate(danglingReferences)).toEqual([]);
  });

/** Returns the references of page and styles to what is not there. Runs inside the page. */
function danglingReferences() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const selectors = /\.ticker[\w-]*/g.exec(rules.map(({ cssText }) => cssText).join());
  const references = / (?:href="#|aria-(?:controls|describedby|labelledby)=")([^"]+)/g;
  return [...document.body.innerHTML.matchAll(references)]
    .flatMap(([, ids]) => ids?.split(' ') ?? [])
    .filter((id) => !document.getElementById(id))
    .concat(selectors ?? []);
}
