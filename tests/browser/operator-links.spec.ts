import type { Locator, Page } from '@playwright/test';
import { pass, stopTheClock } from './support/clock.ts';
import { operatorsLinks, untilServed } from './support/content-service.ts';
import { expect, inEachLanguage } from './support/test.ts';
import { test } from './support/with-content-service.ts';

const base = 'https://partner.example/my/';
const blog = 'https://partner.example/blog';

inEachLanguage(() => {
  test('the links are those that the content service gives', async ({ page, home, say }) => {
    await home.enter();
    await areAlive(page);
    for (const [id, path] of [
      ['account.login.label', 'winbox-login/'],
      ['sports.card.bet', 'winbox-login/'],
      ['account.register.label', 'winbox-signup/'],
      ['sports.more.label', 'winbox-signup/'],
    ] as const) {
      const link = home.rightColumn.getByRole('link', { name: say(id), exact: true });
      await expect(link).toHaveAttribute('href', base + path);
    }
    const paragraph = home.contentBlock.getByRole('paragraph').nth(1);
    await expect(paragraph).toHaveText(say('content.promo.second'));
    await expect(paragraph.getByRole('link')).toHaveAttribute('href', blog);
  });

  test('links that leave the site open apart and are not endorsed', async ({ page, home }) => {
    await home.enter();
    const leaving = await page
      .locator('a[href^="https://"]')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ target, rel }) => `${target} ${rel}`));
    expect(leaving.length).toBeGreaterThan(30);
    expect(new Set(leaving)).toEqual(new Set(['_blank nofollow sponsored noopener']));
    expect(await page.locator('body').ariaSnapshot()).not.toMatch(/- link:?$/m);
  });
});

for (const behaviour of ['is down', 'fails', 'hangs'] as const) {
  test.describe(`while the content service ${behaviour}`, () => {
    test.use({ behaviour });

    test('the links wait, and come alive in the open page when it recovers', async ({
      page,
      home,
      service,
      trouble,
      request,
      say,
    }) => {
      await stopTheClock(page);
      await home.enter();
      await trouble.announced(/^console error: .*winbox77_my/, /^console error: .*winboxv2_com/);
      await expect(home.heading).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      const login = home.rightColumn.getByRole('link', { name: say('account.login.label') });
      await areWaiting(page, login);

      // The page asks again, in vain, and says so no more.
      await pass(page, 60_000);
      await areWaiting(page, login);

      service.behave('gives links');
      await untilServed(request, operatorsLinks);
      await pass(page, 60_000);
      await areAlive(page);
      await expect(login).toHaveAttribute('href', `${base}winbox-login/`);
    });
  });
}

test('the links stay when the content service fails later', async ({ page, home, service }) => {
  await home.enter();
  service.behave('fails');
  await expect.poll(() => service.asked).toBeGreaterThan(4);
  await home.enter();
  await areAlive(page);
});

/** Every link to the operator has its address and can be followed. */
async function areAlive(page: Page): Promise<void> {
  await expect(page.locator('a:not([href])')).toHaveCount(0);
  await expect(page.locator('a[aria-disabled]')).toHaveCount(0);
  expect(await page.locator(`a[href^="${base}"]`).count()).toBeGreaterThan(30);
  await expect(page.locator(`a[href="${blog}"]`)).toHaveCount(1);
}

/** No link to the operator has an address; they say that they are disabled, and do nothing. */
async function areWaiting(page: Page, example: Locator): Promise<void> {
  await expect(
    page.locator('a:is([href*="winbox-"], [href*="undefined"], [href*="null"])'),
  ).toHaveCount(0);
  const waiting = page.locator('a:not([href])');
  expect(await waiting.count()).toBeGreaterThan(30);
  const disabled = page.locator('a:not([href])[role="link"][aria-disabled="true"]');
  await expect(disabled).toHaveCount(await waiting.count());
  await expect(example).toBeDisabled();
  await example.click({ force: true });
  await expect(page).toHaveURL('/');
  expect(page.context().pages()).toHaveLength(1);
}
