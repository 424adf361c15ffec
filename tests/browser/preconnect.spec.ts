/** Connections to other origins in advance of a click: the hints that make the browser open them. */
import type { Page } from '@playwright/test';
import { operatorPaths } from '../../client/site/config.ts';
import { advanceClock, pauseClock } from './support/clock.ts';
import { operatorLinks, untilServed } from './support/content-service.ts';
import { Finger } from './support/fingers.ts';
import { expect, test } from './support/test.ts';
import { missingLinks, test as serviceTest } from './support/with-content-service.ts';

const operator = 'https://operator.example';

/** Time for which browsers keep a connection that nothing has used, in milliseconds. */
const idleTimeout = 10_000;

const hints = (page: Page) => page.locator('link[rel="preconnect"]');
const loginLink = (page: Page) => page.locator(`a[href*="/${operatorPaths.login}"]`).first();

test.describe('without the welcome pop-up', () => {
  test.beforeEach(async ({ page, home }) => {
    await pauseClock(page);
    await home.enter();
    await advanceClock(page, idleTimeout);
    await expect(hints(page)).toHaveCount(0);
  });

  test('a sign that a visitor will follow a link adds a hint, which lasts as long as the connection', async ({
    page,
  }) => {
    const signs = [
      touchLogin,
      (it: Page) => loginLink(it).hover(),
      (it: Page) => loginLink(it).focus(),
    ];
    for (const show of signs) {
      await show(page);
      await expect(hints(page)).toHaveCount(1);
      await expect(hints(page)).toHaveAttribute('href', operator);

      await page.locator(`a[href*="/${operatorPaths.signUp}"]:visible`).first().focus();
      await advanceClock(page, idleTimeout - 1_000);
      await expect(hints(page)).toHaveCount(1);
      await advanceClock(page, 1_000);
      await expect(hints(page)).toHaveCount(0);
      await page.getByRole('banner').getByRole('link').first().focus();
    }
  });

  test('links of the site itself add no hint', async ({ page, home }) => {
    await home.tabs.nth(1).hover();
    await home.tabs.nth(2).focus();
    await page.getByRole('banner').getByRole('link').first().focus();
    await expect(hints(page)).toHaveCount(0);
    // Other links do.
    await loginLink(page).focus();
    await expect(hints(page)).toHaveCount(1);
  });
});

test('focus events of the document itself are no error', async ({ page, home }) => {
  await home.visit();
  await page.evaluate(() => document.dispatchEvent(new FocusEvent('focusin')));
  await home.closePopup();
});

test('visitors who save data get no hint', async ({ page, home }) => {
  // A hint would stay.
  await pauseClock(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await home.enter();
  await loginLink(page).hover();
  await expect(hints(page)).toHaveCount(0);
  // Until they switch it off.
  await page.evaluate(() =>
    Object.assign(Reflect.get(navigator, 'connection'), { saveData: false }),
  );
  await loginLink(page).focus();
  await expect(hints(page)).toHaveCount(1);
});

serviceTest.describe('while links are missing', () => {
  serviceTest.use({ behaviour: 'is down' });

  serviceTest(
    'neither they nor the welcome pop-up add a hint until they are known',
    async ({ page, home, service, request, browserErrors }) => {
      // No time passes, after which they would be requested anyway.
      await pauseClock(page);
      await home.visit();
      await browserErrors.expectExactly(...missingLinks);
      // That of the welcome pop-up, on a site that has one.
      const last = page.getByRole('main').getByRole('link').last();
      await last.hover();
      await expect(hints(page)).toHaveCount(0);

      service.behave('gives links');
      await untilServed(request, operatorLinks);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(last).toHaveAttribute('href', /partner/);
      await last.focus();
      await expect(hints(page)).toHaveAttribute('href', 'https://partner.example');
    },
  );
});

async function touchLogin(page: Page): Promise<void> {
  await loginLink(page).scrollIntoViewIfNeeded();
  const box = await loginLink(page).boundingBox();
  if (!box) throw new Error('the link is not visible');
  await Finger.on(page, box.x + box.width / 2, box.y + box.height / 2);
}
