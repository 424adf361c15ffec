import { expect, inEachLanguage, openWindow, test } from './support/test.ts';

const operator = 'https://operator.example/';

inEachLanguage(() => {
  test('a closed footer banner stays closed for the session only', async ({
    page,
    home,
    message,
    engine,
  }) => {
    await home.enter();
    const name = message('footer.banner.label');
    const banner = await page.find('complementary', name);
    const link = await page.find('link', undefined, banner);
    expect(await link.getAttribute('href')).toBe(`${operator}winbox-signup/`);
    await (await page.find('button', message('footer.banner.close'))).click();
    await page.gone('complementary', name);

    await home.enter();
    await page.gone('complementary', name);

    await openWindow(engine);
    await home.enter();
    await page.find('complementary', name);
  });

  test('the five footer links lead to the operator', async ({ page, home, message }) => {
    await home.enter();
    const navigation = await page.find('navigation', message('footer.nav.label'));
    const links = await page.run(
      (element) =>
        [...element.querySelectorAll('a')].map(({ href, target, rel, textContent }) => ({
          name: textContent?.trim(),
          href,
          target,
          isNofollow: rel.split(' ').includes('nofollow'),
        })),
      navigation,
    );
    const names = ['home', 'history', 'promo', 'liveChat', 'setting'] as const;
    expect(links).toEqual(
      names.map((name) => ({
        name: message(`footer.nav.${name}`),
        href: name === 'home' ? operator : `${operator}winbox-signup/`,
        target: '_blank',
        isNofollow: true,
      })),
    );
    await page.until(
      'the links are at the bottom of the viewport',
      (element) => Math.abs(element.getBoundingClientRect().bottom - innerHeight) < 1,
      navigation,
    );
  });
});
