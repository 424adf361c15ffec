import { expect, test } from './support/test.ts';

test.use({ preferences: { motion: 'no-preference', scripting: 'disabled' } });

test('content, links and language menu work without JavaScript', async ({ home }) => {
  const { page, message } = home;
  await page.goto(home.path);
  await page.find('heading', message('intro.slogan.title'));
  expect(await page.all('dialog')).toEqual([]);
  for (const table of await home.tables()) {
    // Five rows and the header.
    expect(await page.all('row', undefined, table)).toHaveLength(6);
  }
  const links = await page.run(() =>
    [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')),
  );
  expect(links.length).toBeGreaterThan(40);
  expect(links).not.toContain(null);

  const last = (await home.tabs()).at(-1);
  if (!last) throw new Error('no tab');
  await page.click(last);
  await page.until(
    'the content block is in the upper half of the window',
    (block) => block.getBoundingClientRect().top < innerHeight / 2,
    await home.contentBlock(),
  );

  const menu = await home.openLanguageMenu();
  const { translated } = home;
  await (await page.find('link', translated.language.ownName, menu)).click();
  await page.find('heading', translated.message('intro.slogan.title'));
  expect(await page.path()).toBe(translated.path);
  expect(await page.run(() => document.documentElement.lang)).toBe(translated.language.code);
});
