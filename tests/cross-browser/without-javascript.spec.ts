import { expect, test } from './support/test.ts';

test.use({ preferences: { motion: 'no-preference', scripting: 'disabled' } });

test('content, links and language menu work without JavaScript', async ({ home }) => {
  const { page } = home;
  await page.goto(home.path);
  expect(await page.all('dialog')).toEqual([]);
  expect(await page.all('heading')).not.toEqual([]);
  expect(await page.all('row')).toHaveLength(await page.served(home.path, 'tr'));

  const links = await page.run(() =>
    [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  );
  expect(links).toHaveLength(await page.served(home.path, 'a'));
  expect(links).not.toContain(null);
  await home.followLinkWithin();

  const { translated } = home;
  const menu = await home.openLanguageMenu();
  await (await page.find('link', translated.language.ownName, menu)).click();
  await page.until(
    'the page is in the other language',
    (code) => document.documentElement.lang === code,
    translated.language.code,
  );
  expect(await page.path()).toBe(translated.path);
  await expect.poll(() => page.driver.getTitle()).toBe(translated.message('page.home.title'));
});
