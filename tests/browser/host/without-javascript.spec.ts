import { languages, messageFormatter } from '../support/languages.ts';
import { expect, HostPage, test } from './test.ts';

test.use({ javaScriptEnabled: false });

test('the language menu works without JavaScript', async ({ page }) => {
  await page.goto('/');
  expect(languages).toHaveLength(3);
  for (const { code, ownName } of languages) {
    const button = page.getByRole('banner').getByRole('button');
    await button.tap();
    // Browsers expose the state of a popover by its button; the attribute would be a constant.
    await expect(button).not.toHaveAttribute('aria-expanded');
    await page.getByRole('link', { name: ownName }).tap();
    await expect(page).toHaveURL(`/?lang=${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(new HostPage(page, messageFormatter(code)).heading).toBeVisible();
  }
});
