import { press } from '../support/press.ts';
import { expect, test } from './test.ts';

test('a page that is served at another path stays that page', async ({ page, home, message }) => {
  const response = await page.request.get('/?lang=en');
  await page.route('**/archive/1/**', (route) => route.fulfill({ response }));
  await home.enter('/archive/1/index.html');
  await expect(home.heading).toBeVisible();
  await press(page.getByRole('link', { name: message('header.home.label') }));
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(home.heading).toBeVisible();
});
