/** Browsers older than `browserslist` in package.json do not get the app; `versions/` has real ones. */
import type { Page } from '@playwright/test';
import { transform } from 'esbuild';
import { english, third } from './support/languages.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { ariaSnapshotOf } from './support/page-text.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';

/** The features that `meetsBaseline` tests, with functions to remove them. */
const missing: [feature: string, remove: () => void][] = [
  ['import maps', () => Reflect.deleteProperty(HTMLScriptElement, 'supports')],
  ['color-mix()', () => Object.assign(CSS, { supports: () => false })],
];

for (const [feature, remove] of missing) {
  test(`a browser without ${feature} does not load the app`, async ({ page, home, message }) => {
    await page.addInitScript(remove);
    const requested = scriptsOf(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveClass(/is-static/);
    await expect(home.heading).toBeVisible();
    await expect(home.welcome).toBeHidden();
    expect(requested).toEqual([
      expect.stringMatching(/\/before-paint-/),
      expect.stringMatching(/\/entry-/),
      expect.stringMatching(/\/visits-/),
    ]);

    // Controls that need the app are hidden, without layout errors.
    await expect(page.getByRole('button')).toHaveCount(1);
    for (const [width, tapTarget] of [
      [320, 44],
      [1440, 0],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutErrors(page, tapTarget), `${width} px`).toEqual([]);
    }
    expect(await ariaSnapshotOf(page)).toContain(message('announcement.bar.text'));
    if (third === english) return;
    await press(page.getByRole('banner').getByRole('button').filter({ hasText: /\p{L}/u }));
    await press(page.locator(`.language-menu-item[hreflang="${third.code}"]`));
    await expect(page).toHaveURL(`/?lang=${third.code}`);
  });
}

test('the entry script parses in every browser with module scripts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, src = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const script = await (await request.get(src)).text();
  // ES2020 has dynamic import, which almost all browsers with module scripts support.
  const lowered = await transform(script, { minifyWhitespace: true, target: 'es2020' });
  const same = await transform(script, { minifyWhitespace: true, target: 'esnext' });
  expect(same.code).toContain('import');
  expect(lowered.code).toBe(same.code);
  expect(script).not.toMatch(/\?\.|\?\?/);
});

test('the style sheet needs no newer features for its layout', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const style = await (await request.get(href)).text();
  expect(style).toContain('.home');
  expect(style).not.toMatch(/:has\(|subgrid/);
});

/** Records the paths of scripts that the page requests. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}
