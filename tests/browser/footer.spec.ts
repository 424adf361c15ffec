import type { Page } from '@playwright/test';
import { delayEntryScript } from './support/delayed-script.ts';
import { HomePage } from './support/home-page.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const operator = 'https://operator.example/';

inEachLanguage(() => {
  test('a closed footer banner stays closed for the session', async ({
    page,
    home,
    message,
    browser,
    baseURL,
  }) => {
    await home.enter();
    const banner = page.getByRole('complementary', {
      name: message('footer.banner.label'),
      exact: true,
    });
    await expect(banner.getByRole('link')).toHaveAttribute('href', `${operator}winbox-signup/`);
    for (const id of [
      'footer.banner.text',
      'footer.banner.terms',
      'footer.banner.action',
    ] as const) {
      await expect(banner.getByRole('link')).toContainText(message(id));
    }
    await banner.getByRole('button', { name: message('footer.banner.close') }).click();
    await expect(banner).toBeHidden();

    await page.reload();
    await expect(home.advert).toBeVisible();
    await expect(banner).toBeHidden();

    const storageState = await page.context().storageState();
    const session = await browser.newContext({ storageState, ...(baseURL && { baseURL }) });
    const later = new HomePage(await session.newPage(), message);
    await later.enter();
    await expect(later.page.getByRole('contentinfo').getByRole('complementary')).toBeVisible();
    await session.close();
  });

  test('the five footer links lead to the operator', async ({ page, home, message }) => {
    await home.enter();
    const links = page
      .getByRole('navigation', { name: message('footer.nav.label') })
      .getByRole('link');
    await expect(links).toHaveText([
      message('footer.nav.home'),
      message('footer.nav.history'),
      message('footer.nav.promo'),
      message('footer.nav.liveChat'),
      message('footer.nav.setting'),
    ]);
    for (const [index, link] of (await links.all()).entries()) {
      const href = index === 0 ? operator : `${operator}winbox-signup/`;
      await expect(link).toBeInViewport({ ratio: 0.95 });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /\bnofollow\b/);
    }
  });
});

test('closing the banner moves the focus to the links that follow', async ({
  page,
  home,
  message,
}) => {
  await home.enter();
  const navigation = page.getByRole('navigation', { name: message('footer.nav.label') });
  await page.getByRole('button', { name: message('footer.banner.close') }).press('Enter');
  await expect(navigation).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(navigation.getByRole('link').first()).toBeFocused();
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a closed banner does not come back while a page loads, at ${width} px`, async ({
    page,
    home,
    message,
  }) => {
    await page.setViewportSize({ width, height });
    await home.enter();
    const banner = page.locator('.footer-banner');
    await page.getByRole('button', { name: message('footer.banner.close') }).press('Enter');
    await expect(banner).toBeHidden();

    const release = await delayEntryScript(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(home.heading).toBeVisible();
    await expect(banner).toBeHidden();
    release();
    await expect(home.advert).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(home.advert).toBeHidden();
    // The links would make place for it.
    expect(await shiftedElements(page)).not.toContain('footer-nav');
  });
}

test('the footer links open in a new tab', async ({ page, home, context, message }) => {
  await context.route(`${operator}**`, (route) => route.fulfill({ body: 'operator' }));
  await home.enter();
  const navigation = page.getByRole('navigation', { name: message('footer.nav.label') });
  for (const link of await navigation.getByRole('link').all()) {
    const opened = context.waitForEvent('page');
    await link.click();
    await expect(await opened).toHaveURL((await link.getAttribute('href')) ?? 'missing');
    await expect(page).toHaveURL('/');
  }
});

/** Returns the classes of the elements that were shifted since the page was loaded. */
function shiftedElements(page: Page): Promise<string[]> {
  interface LayoutShift extends PerformanceEntry {
    sources: { node: Node | null }[];
  }
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const sources = (list.getEntries() as LayoutShift[]).flatMap((shift) => shift.sources);
          resolve(sources.map(({ node }) => (node instanceof Element ? node.className : 'text')));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}
