/** Browsers older than `browserslist` in package.json get the page as it is served. */
import type { Page } from '@playwright/test';
import { type Options, parse } from 'acorn';
import { layoutFaults } from './support/layout-faults.ts';
import { everythingOn } from './support/reading.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** Features by which old browsers are told apart, and what takes them away from this one. */
const missing: [feature: string, remove: () => void][] = [
  ['import maps', () => Reflect.deleteProperty(HTMLScriptElement, 'supports')],
  ['color-mix()', () => Object.assign(CSS, { supports: () => false })],
];

inEachLanguage(({ code, search }) => {
  for (const [feature, remove] of missing) {
    test(`a browser without ${feature} shows the page as it was served`, async ({
      page,
      home,
      say,
    }) => {
      await page.addInitScript(remove);
      const requested = scriptsOf(page);
      await page.goto(`/${search}`, { waitUntil: 'networkidle' });
      await expect(page.locator('html')).toHaveClass('is-static');
      await expect(home.heading).toBeVisible();
      await expect(home.advert).toBeHidden();
      expect(requested).toEqual([expect.stringMatching(/\/entry-/)]);

      // What would do nothing is not there, and nothing is cut off by that.
      for (const id of ['announcement.bar.pause', 'footer.banner.close'] as const) {
        await expect(page.getByRole('button', { name: say(id), exact: true })).toHaveCount(0);
      }
      for (const [width, tapTarget] of [
        [320, 44],
        [1440, 0],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page, tapTarget), `${width} px`).toEqual([]);
      }
      expect(await everythingOn(page)).toContain(say('announcement.bar.text'));
      await page.getByRole('banner').getByRole('button').filter({ hasText: /\p{L}/u }).click();
      await page.locator(`[hreflang="${code}"][role="menuitemradio"]`).click();
      await expect(page).toHaveURL(`/?lang=${code}`);
    });
  }
});

test('every browser that knows module scripts can parse the first script', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, address = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const script = await (await request.get(address)).text();
  // The year of dynamic import, which all but the first browsers with module scripts know.
  const browsersOf: Options = { ecmaVersion: 2020, sourceType: 'module' };
  const { body } = parse(script, browsersOf);
  expect(body.length).toBeGreaterThan(0);
  expect(script).not.toMatch(/\?\.|\?\?/);
});

/** Addresses of the scripts that a page asks for from now on. */
function scriptsOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') addresses.push(new URL(request.url()).pathname);
  });
  return addresses;
}
