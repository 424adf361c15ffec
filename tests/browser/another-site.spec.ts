/** A site unlike this one, made as docs/make-it-yours.md describes, with the page of that guide. */
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { money } from '../../client/site/config.ts';
import { SiteCopy } from '../../tools/build/testing.ts';
import { escaped } from '../../tools/regexp.ts';
import { faintTextsOfPage } from './support/faint-texts.ts';
import { english, second } from './support/languages.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { type MarqueeServer, startServer } from './support/marquee-server.ts';
import { test as base, expect } from './support/test.ts';

const [config, content] = ['client/site/config.ts', 'client/site/content.ts'] as const;
const [palette, pages] = ['client/site/palette.css', 'client/app/pages.ts'] as const;

/** Returns a code block of the guide; its page has another name, since a site may have that one. */
const inGuide = (block: RegExp) =>
  (block.exec(readFileSync('docs/make-it-yours.md', 'utf8'))?.[1] ?? '')
    .replace(/\bpromo\b/g, 'raffle')
    .replace(/\bPromoPage\b/g, 'RafflePage');

const offer = `
  { picture: raffle, title: 'raffle.page.title', text: 'raffle.page.text', action: 'sports.card.bet' },`;

const lightPalette = `
    color-scheme: light;
    --ground-950: #fffdf8; --ground-900: #faf7f0; --ground-850: #fff; --ground-800: #fffaf0;
    --ground-700: #efe7d8; --ground-500: #c9bca5; --shade: #6b5a3a;
    --ink-100: #1d2433; --ink-300: #4a5160; --ink-500: #626978; --ink-line: #7a5a1e;
    --ink-accent-200: #7a4d00; --ink-accent-300: #8a5a00; --ink-gilded: linear-gradient(#a86c00, #6f4700);
  }
}
`;

const banner =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 480"><path d="M0 0h960v480H0z"/></svg>';

const messages = `{
  "page.raffle.title": "Raffle | {brand}",
  "page.raffle.description": "The raffle of {brand}.",
  "raffle.page.title": "Weekly raffle",
  "raffle.page.text": "Every week, up to {firstDepositBonus}",
  "rates.today": "1 USD is {rate} MYR today",`;

/** What is replaced in which file. */
const edits: [file: string, text: string | RegExp, replacement: string][] = [
  [config, /brand = .*/, "brand = 'Kuda Emas Sportsbook';"],
  [config, /firstLanguages = .*/, `firstLanguages = ['${second.code}'];`],
  [config, /money = .*/, "money = '{amount}\\u00a0kr';"],
  [config, /newMemberBonus: .*/, "newMemberBonus: '200\\u00a0kr',"],
  [config, /freeBonus: .*/, "freeBonus: '1,688\\u00a0kr',"],
  [config, /firstDepositBonus: .*/, "firstDepositBonus: '18,888\\u00a0kr',"],
  [config, /signUp: .*/, "signUp: 'join/',"],
  [config, /export const dataSources.*/, inGuide(/(export const dataSources = .*?\n\}[^\n]*;)/s)],
  [config, /export const allowedOrigins.*/, inGuide(/(export const allowedOrigins = .*?\n};)/s)],
  ['client/app/layout.tsx', 'import ', "import { Analytics } from './analytics.tsx';\nimport "],
  ['client/app/layout.tsx', '{children}', '{children}\n      <Analytics />'],
  [content, 'import ', "import raffle from './pictures/raffle.svg';\nimport "],
  [content, /(?<=const offers: .* = )/, '('],
  [content, /(?<=const offers.*?)\n\];/s, `${offer}\n] satisfies Offer[]).slice(-3);`],
  [content, /(?<=const menuTabs: .* = )/, '('],
  [content, /(?<=const menuTabs.*?)\n\];/s, '\n] satisfies MenuTab[]).slice(0, 6);'],
  [content, /(?<='content.social.community')/, ", to: 'https://community.example/'"],
  [content, /'signUp'(?=, label: 'footer.nav.liveChat')/, "'https://chat.example/'"],
  [palette, /\n {2}\}\n\}\n$/, lightPalette],
  [pages, 'import ', "import { RafflePage } from '../pages/raffle/raffle-page.tsx';\nimport "],
  [pages, /(?<=const pages: .*)\n/, `\n${inGuide(/```ts\n('\/promo': .*?)```/s)}`],
];

/** The lines of two sections, where the site has them. */
const removed = /^.*\b(Welcome|BalancePanel)\b.*\n/gm;

const formerAmount = new RegExp(escaped(money).replace('\\{amount\\}', '[\\d.,]+'));

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
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
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
      const copy = new SiteCopy();
      const path = (file: string) => join(copy.folder, file);
      for (const edit of edits) copy.replace(...edit);
      for (const file of ['home-page.tsx', 'right-view.tsx']) {
        const view = `client/pages/home/${file}`;
        copy.write(view, readFileSync(view, 'utf8').replace(removed, ''));
      }
      copy.write('client/site/pictures/raffle.svg', banner);
      copy.write('client/site/root/.well-known/assetlinks.json', '[]');
      copy.write('client/app/analytics.tsx', inGuide(/```tsx\n(import { useEffect }.*?)```/s));
      copy.write('client/pages/raffle/raffle-page.tsx', inGuide(/```tsx\n(.*?)```/s));
      copy.write(
        'client/features/exchange-rate.tsx',
        inGuide(/(?<=exchange-rate.*?)```tsx\n(.*?)```/s),
      );
      const page = 'client/pages/raffle/raffle-page.tsx';
      copy.replace(
        page,
        'import ',
        "import { ExchangeRate } from '../../features/exchange-rate.tsx';\nimport ",
      );
      copy.replace(page, '</main>', '<ExchangeRate />\n    </main>');
      copy.replace(config, 'https://rates.example/latest', rates.url);
      copy.replace(config, 'refreshSeconds: 60', 'refreshSeconds: 1');
      copy.write('client/pages/raffle/raffle.css', inGuide(/```css\n(.*?)```/s));
      for (const file of readdirSync('locales').filter((name) => name.endsWith('.json'))) {
        if ([english, second].some(({ code }) => file === `${code}.json`))
          copy.replace(`locales/${file}`, '{', messages);
        else rmSync(path(`locales/${file}`));
      }
      const { status, output } = copy.build();
      expect(status, output).toBe(0);
      const site = await startServer({ DIST_DIR: path('dist') });
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
  expect(page.headers()).toMatchObject({ 'content-language': second.code });
  expect(await (await request.get('/site.webmanifest')).json()).toMatchObject({
    lang: second.code,
  });
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
    await expect(page.locator('.announcement.is-scrolling')).toBeAttached();
    if (!objects) await expect(page.locator('#analysed')).toBeAttached();
    expect(analytics).toEqual(objects ? [] : ['https://analytics.example/script.js']);
  });

test('links of the footer lead where the site says', async ({ page }) => {
  await page.goto('/');
  const community = page.locator('[href="https://community.example/"]');
  await expect(community).toHaveAttribute('rel', 'nofollow sponsored');
  await expect(community).not.toHaveAttribute('target');
  const chat = page.locator('.footer-nav [href="https://chat.example/"]');
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
  const raffle = async () => (await request.get(`/raffle?lang=${english.code}`)).text();
  await expect.poll(raffle).toContain('1 USD is 4.500 MYR today');
  rates.body = '{"rates":{}}';
  const asked = rates.requests;
  await expect.poll(() => rates.requests).toBeGreaterThan(asked + 1);
  expect(await raffle()).toContain('1 USD is 4.500 MYR today');
  rates.body = '{"rates":{"MYR":4.75}}';
  await expect.poll(raffle).toContain('1 USD is 4.750 MYR today');
});

for (const { code } of new Set([english, second]))
  for (const path of ['/', '/raffle'])
    test(`${path} in ${code} is whole on every screen, and has nothing of this site`, async ({
      page,
    }) => {
      await page.goto(`${path}?lang=${code}`);
      await expect(page.locator('.announcement.is-scrolling')).toBeAttached();
      await expect(page.locator('.header-brand')).toHaveText('Kuda Emas Sportsbook');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const signUp = page.locator('main .button[data-link="signUp"]').first();
      await expect(signUp).toHaveAttribute('href', 'https://operator.example/join/');
      if (path === '/') {
        expect([3, 4, 5, 6]).toContain(await page.locator('.menu-tabs a').count());
        await expect(page.locator('.carousel-slide', { hasText: 'Weekly raffle' })).toHaveCount(2);
        const amounts = await page.locator('.live-table-amount').allTextContents();
        for (const amount of amounts) expect(amount).toMatch(/^\d+\.\d\d\u00a0kr$/);
      } else {
        await expect(page.locator('main p').first()).toHaveText('Every week, up to 18,888\u00a0kr');
      }
      expect.soft(await page.content()).not.toMatch(formerAmount);
      expect.soft(await page.evaluate(danglingReferences)).toEqual([]);
      for (const width of [320, 390, 800, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const errors = await layoutErrors(page, width < 480 ? 44 : 0);
        expect.soft([...errors, ...(await page.evaluate(holes))], `at ${width} px`).toEqual([]);
      }
      expect.soft(await faintTextsOfPage(page, 1440)).toEqual([]);
      if (path === '/') return;
      await page.locator('main a').last().click();
      await expect(page).toHaveURL(`/?lang=${code}`);
      await expect(page.locator('.home')).toBeVisible();
    });

/** Returns the references of page and styles to what is not there. Runs inside the page. */
function danglingReferences() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const selectors = /\.(welcome|balance)[\w-]*/g.exec(rules.map(({ cssText }) => cssText).join());
  const references = / (?:href="#|aria-(?:controls|describedby|labelledby)=")([^"]+)/g;
  return [...document.body.innerHTML.matchAll(references)]
    .flatMap(([, ids]) => ids?.split(' ') ?? [])
    .filter((id) => !document.getElementById(id))
    .concat(selectors ?? []);
}

/** Returns the empty places between panels of the right column. Runs inside the page. */
function holes() {
  const panels = [...document.querySelectorAll('.home-right-half > *')].filter(
    (it) => it.clientHeight,
  );
  const boxes = panels.map((it) => it.getBoundingClientRect());
  return boxes.flatMap(({ left, bottom }) => {
    const next = boxes.filter((it) => it.left === left && it.top >= bottom).map(({ top }) => top);
    return Math.min(...next) - bottom > 48 && next.length ? [`below ${left}, ${bottom}`] : [];
  });
}
