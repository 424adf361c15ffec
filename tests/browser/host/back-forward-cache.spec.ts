/** The way back from the operator's site, when the browser has kept the page as it was. */
import { operatorPaths } from '../../site/client/site/config.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { messageFormatter, third } from '../support/languages.ts';
import { press } from '../support/press.ts';
import { expect, HostPage, keepingPages, test } from './test.ts';

test.use({ launchOptions: keepingPages });

test('Back from the operator shows the page as it was, and it works', async ({
  home,
  context,
  browserErrors,
}) => {
  const { page, message } = home;
  const operator = 'https://operator.example/';
  await context.route(`${operator}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'join' }),
  );
  await home.visit();
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  );
  await press(home.signUp);
  await expect(page).toHaveURL(operator + operatorPaths.signUp);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);

  // The timer runs on.
  const number = String(await home.number.textContent());
  await expect(home.number).not.toHaveText(number);
  await expect(home.login).toHaveAttribute('href', operator + operatorPaths.login);

  // Its messages belong to a build that is gone.
  await page.route(`**/messages-${third.code}-*.json`, (route) => route.fulfill({ status: 404 }));
  await new LanguageMenu(page, message).choose(third);
  await expect(page).toHaveURL(`/?lang=${third.code}`);
  await expect(new HostPage(page, messageFormatter(third.code)).heading).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'persisted'))).toBeUndefined();
  await browserErrors.expectExactly(/^HTTP 404: .*messages-/, /^console error: .*404/);
});
