import type { Locator, Page } from '@playwright/test';
import { operatorPaths } from '../../site/client/site/config.ts';
import { advanceClock, pauseClock } from '../support/clock.ts';
import { operatorLinks, untilServed } from '../support/content-service.ts';
import { press } from '../support/press.ts';
import { missingLinks } from '../support/with-content-service.ts';
import { expect, serviceTest as test } from './test.ts';

const base = 'https://partner.example/my/';
const blog = 'https://partner.example/blog';

for (const behaviour of ['is down', 'hangs'] as const) {
  test.describe(`while the content service ${behaviour}`, () => {
    test.use({ behaviour });

    test('links are disabled, and become active in the open page when it recovers', async ({
      home,
      service,
      browserErrors,
      request,
    }) => {
      const { page, login } = home;
      await pauseClock(page);
      await home.enter();
      await browserErrors.expectExactly(...missingLinks);
      await expect(home.heading).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await areDisabled(page, login);

      // Retries fail without further log output.
      await advanceClock(page, 60_000);
      await areDisabled(page, login);

      service.behave('gives links');
      await untilServed(request, operatorLinks);
      // A request that is still in flight sets the timer of the next one when it has failed.
      await expect(async () => {
        await advanceClock(page, 60_000);
        await expect(page.locator('a:not([href])')).toHaveCount(0, { timeout: 1_000 });
      }).toPass({ timeout: 30_000 });
      await areEnabled(page);
      await expect(login).toHaveAttribute('href', base + operatorPaths.login);
    });
  });
}

/** Expects all operator links to have an `href`. */
async function areEnabled(page: Page): Promise<void> {
  await expect(page.locator('a:not([href])')).toHaveCount(0);
  await expect(page.locator('a[aria-disabled]')).toHaveCount(0);
  await expect(page.locator(`a[href^="${base}"]`)).toHaveCount(5);
  await expect(page.locator(`a[href="${blog}"]`)).toHaveCount(1);
}

/** Expects all operator links to have no `href`, be disabled and do nothing. */
async function areDisabled(page: Page, example: Locator): Promise<void> {
  await expect(
    page.locator(`a:is([href*="${operatorPaths.login}"], [href*="undefined"], [href*="null"])`),
  ).toHaveCount(0);
  const disabledLinks = page.locator('a:not([href])');
  await expect(disabledLinks).toHaveCount(6);
  const disabled = page.locator('a:not([href])[role="link"][aria-disabled="true"]');
  await expect(disabled).toHaveCount(6);
  await expect(example).toBeDisabled();
  // No button looks as if it could be pressed.
  const buttons = page.locator('main a.button');
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) {
    await expect(button).toHaveCSS('background-image', 'none');
  }
  await press(example, { force: true });
  await expect(page).toHaveURL('/');
  expect(page.context().pages()).toHaveLength(1);
}
