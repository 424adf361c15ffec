import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage((language) => {
  test('a lost visitor is told so and finds home', async ({ page, home, say }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle(say('page.notFound.title'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('notFound.page.title'));
    await expect(page.getByText(say('notFound.page.text'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language.code);

    await page.getByRole('link', { name: say('notFound.page.home'), exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page).toHaveTitle(say('page.home.title'));
    await expect(home.heading).toBeAttached();

    await page.goBack();
    await expect(page).toHaveTitle(say('page.notFound.title'));
  });

  test('/winbox-login brings visitors home', async ({ page, home, say }) => {
    await home.visit('/winbox-login');
    await expect(page).toHaveURL('/');
    await expect(page).toHaveTitle(say('page.home.title'));
    await home.visit(`/winbox-login?lang=${language.code}`);
    await expect(page).toHaveURL(`/?lang=${language.code}`);
  });
});

for (const address of ['/winbox-login/', '/Winbox-Login', '//', '/%0a', '/404']) {
  test(`${address} is no page, neither as it is served nor when it comes alive`, async ({
    page,
    server,
    say,
  }) => {
    const answer = await page.goto(server.url + address);
    expect(answer?.status()).toBe(404);
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().length))
      .toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('notFound.page.title'));
    expect(page.url()).toBe(answer?.url());
  });
}

test('/winbox-login brings visitors home inside the open page as well', async ({
  page,
  home,
  say,
}) => {
  await page.goto('/nowhere');
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  await page.evaluate(() => {
    history.pushState(null, '', '/winbox-login');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle(say('page.home.title'));
  await expect(home.advert).toBeVisible();
});

test('the logo leads home and keeps the language of the address', async ({ page, home, say }) => {
  await home.enter('/?lang=en');
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('link', { name: say('header.logo.label') }).click();
  await expect(page).toHaveURL('/?lang=en');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
