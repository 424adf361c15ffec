import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ code }) => {
  test('an unknown address shows the not-found page, which leads home', async ({
    page,
    home,
    say,
  }) => {
    await page.goto(`/nowhere?lang=${code}`);
    await page.find('heading', say('notFound.page.title'));
    expect(await page.run(() => document.body.innerText)).toContain(say('notFound.page.text'));
    expect(await page.driver.getTitle()).toBe(say('page.notFound.title'));
    await page.click(await page.find('link', say('notFound.page.home')));
    await page.find('dialog', say('advert.popup.title'));
    expect(await page.path()).toBe(home.path);
  });

  test('/winbox-login leads to the home page', async ({ page, home, say }) => {
    await page.goto(`/winbox-login?lang=${code}`);
    await page.find('dialog', say('advert.popup.title'));
    expect(await page.path()).toBe(home.path);
  });
});
