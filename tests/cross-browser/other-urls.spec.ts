import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ code }) => {
  test('an unknown path shows the not-found page, which links home', async ({
    page,
    home,
    message,
  }) => {
    await page.goto(`/nowhere?lang=${code}`);
    await page.find('heading', message('notFound.page.title'));
    expect(await page.run(() => document.body.innerText)).toContain(message('notFound.page.text'));
    expect(await page.driver.getTitle()).toBe(message('page.notFound.title'));
    await page.click(await page.find('link', message('notFound.page.home')));
    await page.find('dialog', message('advert.popup.title'));
    expect(await page.path()).toBe(home.path);
  });

  test('/winbox-login redirects to the home page', async ({ page, home, message }) => {
    await page.goto(`/winbox-login?lang=${code}`);
    await page.find('dialog', message('advert.popup.title'));
    expect(await page.path()).toBe(home.path);
  });
});
