/** Connections to other origins in advance of a click: the hints that make the browser open them. */
import type { Page } from '@playwright/test';
import { advanceClock, pauseClock } from '../support/clock.ts';
import { operatorLinks, untilServed } from '../support/content-service.ts';
import { Finger } from '../support/fingers.ts';
import { missingLinks } from '../support/with-content-service.ts';
import { expect, type HostPage, serviceTest, test } from './test.ts';

const operator = 'https://operator.example';

/** Time for which browsers keep a connection that nothing has used, in milliseconds. */
const idleTimeout = 10_000;

const hints = (page: Page) => page.locator('link[rel="preconnect"]');

test.describe('on a page without a hint', () => {
  test.beforeEach(async ({ page, home }) => {
    await pauseClock(page);
    await home.enter();
    await expect(hints(page)).toHaveCount(0);
  });

  test('a sign that a visitor will follow a link adds a hint, which lasts as long as the connection', async ({
    page,
    home,
  }) => {
    for (const show of [touchLogin, () => home.login.hover(), () => home.login.focus()]) {
      await show(home);
      await expect(hints(page)).toHaveCount(1);
      await expect(hints(page)).toHaveAttribute('href', operator);

      await home.signUp.focus();
      await advanceClock(page, idleTimeout - 1_000);
      await expect(hints(page)).toHaveCount(1);
      await advanceClock(page, 1_000);
      await expect(hints(page)).toHaveCount(0);
      await page.getByRole('banner').getByRole('link').first().focus();
    }
  });

  test('links of the site itself add no hint', async ({ page, home }) => {
    await page.locator('main [href="/about"]').hover();
    await page.locator('[href="#main"]').focus();
    await page.getByRole('banner').getByRole('link').first().focus();
    await expect(hints(page)).toHaveCount(0);
    // Other links do.
    await home.login.focus();
    await expect(hints(page)).toHaveCount(1);
  });
});

test('focus events of the document itself are no error', async ({ page, home }) => {
  await home.visit();
  await page.evaluate(() => document.dispatchEvent(new FocusEvent('focusin')));
});

test('visitors who save data get no hint', async ({ page, home }) => {
  // A hint would stay.
  await pauseClock(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await home.enter();
  await home.login.hover();
  await expect(hints(page)).toHaveCount(0);
  // Until they switch it off.
  await page.evaluate(() =>
    Object.assign(Reflect.get(navigator, 'connection'), { saveData: false }),
  );
  await home.login.focus();
  await expect(hints(page)).toHaveCount(1);
});

serviceTest.describe('while links are missing', () => {
  serviceTest.use({ behaviour: 'is down' });

  serviceTest(
    'they add no hint until they are known',
    async ({ page, home, service, request, browserErrors }) => {
      // No time passes, after which they would be requested anyway.
      await pauseClock(page);
      await home.visit();
      await browserErrors.expectExactly(...missingLinks);
      await home.login.hover();
      await expect(hints(page)).toHaveCount(0);

      service.behave('gives links');
      await untilServed(request, operatorLinks);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(home.login).toHaveAttribute('href', /partner/);
      await home.login.focus();
      await expect(hints(page)).toHaveAttribute('href', 'https://partner.example');
    },
  );
});

async function touchLogin({ page, login }: HostPage): Promise<void> {
  await login.scrollIntoViewIfNeeded();
  const box = await login.boundingBox();
  if (!box) throw new Error('the link is not visible');
  await Finger.on(page, box.x + box.width / 2, box.y + box.height / 2);
}
