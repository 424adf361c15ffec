/** Browsers older than `browserslist` in package.json do not get the app. */
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

/** Returns a style sheet without what Chrome 103 does not know. */
const asInChrome103 = (style: string) =>
  style
    .replace(/@media([^{]+)/g, (_, queries: string) => {
      const known = queries.split(',').map((it) => (/[<>]|not \(/.test(it) ? 'not all' : it));
      return `@media ${known}`;
    })
    .replace(/@container [^{]+/g, '@media not all')
    .replace(/(?<=\d)(?:cq\w+|[sdl]v\w+|vi|vb)\b/g, 'unknown')
    .replaceAll('color-mix(', 'unknown(');

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(`Chrome 103 lays out the page as others do, at ${width} px`, async ({ page, home }) => {
    await replaceStyle(page, asInChrome103);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const [heading = 0, left = 0, right = 0] = await page
      .locator('h1, .home-offer, .home-right')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left));
    expect(left < heading && heading < right, 'three columns').toBe(width > 1024);
    expect(await home.heading.evaluate((it) => getComputedStyle(it).fontFamily)).toContain('Arial');
    expect(await layoutErrors(page, 0)).toEqual([]);
    const styleOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((it) => ({
          size: Number.parseFloat(getComputedStyle(it).fontSize),
          padding: Number.parseFloat(getComputedStyle(it).paddingLeft),
        }));
    for (const [title, text] of [
      ['.home-amounts strong', '.home-amounts span'],
      ['.offer-title', '.offer-text'],
      ['.bonus-banner-title', '.bonus-banner-text'],
    ] as const)
      expect((await styleOf(title)).size, title).toBeGreaterThan((await styleOf(text)).size);
    for (const words of ['.offer-words', '.bonus-banner-words'])
      expect((await styleOf(words)).padding, words).toBeGreaterThan(8);
  });
}

test('without cascade layers the page is unstyled, and has no control that does nothing', async ({
  page,
  home,
}) => {
  // All that is left of the style sheet then.
  await replaceStyle(page, (style) =>
    style.replace(/@layer [^{;]+(?=\{)/g, '@media not all').replaceAll('revert-layer', 'unknown'),
  );
  await page.goto('/');
  await expect(home.heading).toBeVisible();
  await expect(home.contentBlock).toBeVisible();
  await expect(page.locator('button:visible, dialog:visible')).toHaveCount(0);
});

test('the style sheet needs no newer features for its layout', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const style = await (await request.get(href)).text();
  expect(style).toContain('.home');
  expect(style).not.toMatch(/:has\(|subgrid/);
});

/** Changes the style sheet on its way to the browser, which does not start the app. */
async function replaceStyle(page: Page, change: (style: string) => string): Promise<void> {
  await page.addInitScript(missing[0]?.[1] ?? (() => {}));
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Records the paths of scripts that the page requests. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}
