/** The way back from the operator's site, when the browser has kept the page as it was. */
import { LanguageMenu } from './support/language-menu.ts';
import { messageFormatter, third } from './support/languages.ts';
import { press } from './support/press.ts';
import { signUpUrl } from './support/site.ts';
import { expect, test } from './support/test.ts';

// The headless shell has no such cache, and Playwright switches it off in Chromium.
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

test('Back from the operator shows the page as it was, and it works', async ({
  home,
  context,
  browserErrors,
}) => {
  const { page, message } = home;
  await context.route('https://operator.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'join' }),
  );
  await home.visit();
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  );
  // That of the welcome pop-up, on a site that has one.
  await press(page.locator(`main a[href="${signUpUrl}"]`).last());
  await expect(page).toHaveURL(signUpUrl);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);

  await expect(home.popup).toBeHidden();
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await expect(home.carousel('left').dot(2)).toHaveAttribute('aria-current', 'true');
  const rows = await home.rows('left');
  await expect.poll(() => home.rows('left'), { timeout: 15_000 }).not.toEqual(rows);
  await expect(home.rightColumn.getByRole('link').first()).toHaveAttribute('href', /operator/);

  // Its messages belong to a build that is gone.
  await page.route(`**/messages-${third.code}-*.json`, (route) => route.fulfill({ status: 404 }));
  await new LanguageMenu(page, message).choose(third);
  await expect(page).toHaveURL(`/?lang=${third.code}`);
  const translated = messageFormatter(third.code);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    translated('intro.slogan.title'),
  );
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBeUndefined();
  await browserErrors.expectExactly(/^HTTP 404: .*messages-/, /^console error: .*404/);
});
