import { isMarked, mark } from './support/document-mark.ts';
import { waitForHydration } from './support/hydration.ts';
import { formerPath } from './support/site.ts';
import { expect, test } from './support/test.ts';

test('the link of the not-found page leads home without a reload, and Back returns', async ({
  page,
  home,
  message,
}) => {
  await page.goto('/no/such/page');
  await waitForHydration(page);
  await mark(page);
  await page.getByRole('link', { name: message('notFound.page.home'), exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle(message('page.home.title'));
  await expect(home.heading).toBeAttached();

  await page.goBack();
  await expect(page).toHaveTitle(message('page.notFound.title'));
  expect(await isMarked(page)).toBe(true);
});

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

test('the logo links to the home page and keeps ?lang=', async ({ page, home, message }) => {
  await home.enter('/?lang=en');
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('link', { name: message('header.logo.label') }).click();
  await expect(page).toHaveURL('/?lang=en');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
