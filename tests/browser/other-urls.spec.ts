import { waitForHydration } from './support/hydration.ts';
import { formerPath } from './support/site.ts';
import { expect, test } from './support/test.ts';

test('a URL that resembles a page is not found, before and after hydration', async ({
  page,
  server,
  message,
}) => {
  for (const path of [`${formerPath}/`, formerPath.toUpperCase(), '//', '/%0a', '/404']) {
    const response = await page.goto(server.url + path);
    expect(response?.status(), path).toBe(404);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      message('notFound.page.title'),
    );
    expect(page.url()).toBe(response?.url());
  }
});

test('a page that is served at another path stays that page', async ({ page, home, message }) => {
  const response = await page.request.get('/?lang=en');
  await page.route('**/archive/1/**', (route) => route.fulfill({ response }));
  await home.enter('/archive/1/index.html');
  await expect(home.heading).toBeVisible();
  await page.getByRole('link', { name: message('header.logo.label') }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(home.heading).toBeVisible();
});
