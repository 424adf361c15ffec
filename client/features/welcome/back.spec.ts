/** The way back from its link, when the browser has kept the page as it was. */
import { press } from '../../../tests/browser/support/press.ts';
import { expect, keepingPages, test } from '../../../tests/browser/support/test.ts';

test.use({ launchOptions: keepingPages });

test('Back shows the page as it was, without it', async ({ page, home }) => {
  await page.route('https://operator.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'join' }),
  );
  await home.visit();
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })),
  );
  await press(home.popup.getByRole('link'));
  await expect(page).toHaveURL(/operator\.example/);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
  await expect(home.popup).toBeHidden();
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
});
