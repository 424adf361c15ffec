import { HomePage } from './support/home-page.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { everythingOn, wordsOn } from './support/reading.ts';
import { expect, inEachLanguage, test } from './support/test.ts';
import { languages } from './support/words.ts';

test.use({ javaScriptEnabled: false });

inEachLanguage((language) => {
  test('a visitor without JavaScript reads the same page', async ({
    page,
    home,
    say,
    browser,
    baseURL,
  }) => {
    await page.goto('/');
    await expect(home.heading).toBeVisible();
    expect(await home.rows('left')).not.toEqual(await home.rows('right'));

    const alive = await browser.newContext({
      locale: language.locale,
      javaScriptEnabled: true,
      ...(baseURL && { baseURL }),
    });
    const other = new HomePage(await alive.newPage(), say);
    await other.enter();
    // Buttons that need the script are not shown without it.
    const dots = [1, 2].map((place) => say('offers.carousel.goTo', { place }));
    const words = (await wordsOn(other.page)).filter((piece) => !dots.includes(piece));
    expect(await wordsOn(page)).toEqual(words);
    await alive.close();
  });

  test('no advert lies over the page of a visitor without JavaScript', async ({ page, home }) => {
    await page.goto('/');
    await expect(home.contentBlock).toBeVisible();
    await expect(home.advert).toBeHidden();
    await home.contentBlock.getByRole('link').last().click({ trial: true });
  });

  test('every link leads somewhere without JavaScript', async ({ page, request }) => {
    await page.goto('/');
    const links = await page.getByRole('link').or(page.getByRole('tab')).all();
    expect(links.length).toBeGreaterThan(50);
    const addresses = new Set(
      await Promise.all(links.map((link) => link.evaluate((a: HTMLAnchorElement) => a.href))),
    );

    for (const address of addresses) {
      const { origin, hash } = new URL(address, page.url());
      expect(address).not.toBe('');
      if (origin !== new URL(page.url()).origin) expect(address).toMatch(/^https:\/\//);
      else if (hash) await expect(page.locator(hash)).toHaveCount(1);
      else expect(await (await request.get(address)).ok(), address).toBe(true);
    }
  });

  test('the page of a visitor without JavaScript is laid out as well', async ({ page, home }) => {
    for (const address of ['/', '/nowhere']) {
      await page.goto(address);
      for (const [width, tapTarget] of [
        [320, 44],
        [360, 44],
        [1440, 0],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page, tapTarget), `${address} at ${width} px`).toEqual([]);
      }
    }
    await page.goto('/');
    await home.contentBlock.scrollIntoViewIfNeeded();
    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  });

  test('a lost visitor without JavaScript gets home', async ({ page, home, say }) => {
    await page.goto('/nowhere');
    await expect(page).toHaveTitle(say('page.notFound.title'));
    await page.getByRole('link', { name: say('notFound.page.home') }).click();
    await expect(home.heading).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test('a visitor without JavaScript chooses a language', async ({ page, say }) => {
  const served = new Map<string, string>();
  await page.goto('/');
  for (const { code, ownName } of languages) {
    await page.getByRole('banner').getByRole('button').filter({ hasText: /\p{L}/u }).click();
    await page.getByRole('menuitemradio', { name: ownName }).click();
    await expect(page).toHaveURL(`/?lang=${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    served.set(code, await everythingOn(page));
  }
  expect(new Set(served.values()).size).toBe(languages.length);
  expect(served.get('en')).toContain(say('intro.slogan.title'));
});
