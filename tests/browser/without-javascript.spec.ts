import { HomePage } from './support/home-page.ts';
import { languages } from './support/languages.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { ariaSnapshotOf, textOn } from './support/page-text.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

test('the page has the same text as with JavaScript', async ({
  page,
  home,
  message,
  language,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await expect(home.heading).toBeVisible();
  expect(await home.rows('left')).not.toEqual(await home.rows('right'));

  const withScript = await browser.newContext({
    locale: language.locale,
    javaScriptEnabled: true,
    ...(baseURL && { baseURL }),
  });
  const other = new HomePage(await withScript.newPage(), message);
  // The order of the served HTML is that of phones; wide screens change it.
  for (const each of [page, other.page]) await each.setViewportSize({ width: 390, height: 844 });
  await other.enter();
  // Controls that need JavaScript are hidden without it.
  const dots = [1, 2].map((place) => message('offers.carousel.goTo', { place }));
  const words = (await textOn(other.page)).filter((piece) => !dots.includes(piece));
  expect(await textOn(page)).toEqual(words);
  await withScript.close();
});

inEachLanguage(() => {
  test('nothing is clipped, broken, overlapped or too small to tap without JavaScript', async ({
    page,
  }) => {
    for (const path of ['/', '/nowhere']) {
      await page.goto(path);
      for (const [width, tapTarget] of [
        [320, 44],
        [360, 44],
        [1440, 0],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutErrors(page, tapTarget), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
});

test('the welcome pop-up stays closed without JavaScript', async ({ page, home }) => {
  await page.goto('/');
  await expect(home.contentBlock).toBeVisible();
  await expect(home.welcome).toBeHidden();
  // Nothing that does nothing: the language menu alone needs no script.
  await expect(page.getByRole('button')).toHaveCount(1);
  await home.contentBlock.getByRole('link').last().click({ trial: true });
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
});

test('every link works without JavaScript', async ({ page, request }) => {
  await page.goto('/');
  const links = await page.getByRole('link').all();
  expect(links.length).toBeGreaterThan(50);
  const hrefs = new Set(
    await Promise.all(links.map((link) => link.evaluate((a: HTMLAnchorElement) => a.href))),
  );

  for (const href of hrefs) {
    const { origin, hash } = new URL(href, page.url());
    expect(href).not.toBe('');
    if (origin !== new URL(page.url()).origin) expect(href).toMatch(/^https:\/\//);
    else if (hash) await expect(page.locator(hash)).toHaveCount(1);
    else expect(await (await request.get(href)).ok(), href).toBe(true);
  }
});

test('the not-found page links home without JavaScript', async ({ page, home, message }) => {
  await page.goto('/nowhere');
  await expect(page).toHaveTitle(message('page.notFound.title'));
  await page.getByRole('link', { name: message('notFound.page.home') }).click();
  await expect(home.heading).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the language menu works without JavaScript', async ({ page, message }) => {
  const served = new Map<string, string>();
  await page.goto('/');
  for (const { code, ownName } of languages) {
    const button = page.getByRole('banner').getByRole('button').filter({ hasText: /\p{L}/u });
    await button.click();
    // Browsers expose the state of a popover by its button; the attribute would be a constant.
    await expect(button).not.toHaveAttribute('aria-expanded');
    await page.getByRole('link', { name: ownName }).click();
    await expect(page).toHaveURL(`/?lang=${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    served.set(code, await ariaSnapshotOf(page));
  }
  expect(new Set(served.values()).size).toBe(languages.length);
  expect(served.get('en')).toContain(message('intro.slogan.title'));
});
