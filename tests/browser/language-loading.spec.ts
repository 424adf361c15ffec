/** A switch of the language on good lines, bad lines and none. */
import type { Page, Route } from '@playwright/test';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { expect, inEachLanguage, test } from './support/test.ts';
import { named, speaker } from './support/words.ts';

const messages = '**/assets/messages-*.json';
const malay = named('ms');

/** How a request for messages can end, and what the browser logs then, twice: two are preloaded. */
const failures: Record<string, { end: (route: Route) => Promise<void>; logged: RegExp[] }> = {
  'an error': {
    end: (route) => route.fulfill({ status: 500 }),
    logged: [/^answer 500/, /^console error: Error: .*500/, /^console error: Failed to load/],
  },
  'no response': {
    end: (route) => route.abort('connectionreset'),
    logged: [
      /^console error: Failed to load/,
      /^console error: TypeError: Failed to fetch/,
      /^request failed: .*CONNECTION_RESET/,
    ],
  },
  HTML: {
    end: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    logged: [/^console error: SyntaxError/],
  },
  null: {
    end: (route) => route.fulfill({ json: null }),
    logged: [/^console error: Error: .* holds no messages/],
  },
};

for (const [failure, { end, logged }] of Object.entries(failures)) {
  test(`a language whose messages are ${failure} comes with a load of its address`, async ({
    page,
    home,
    say,
    trouble,
  }) => {
    await home.enter();
    await page.route(messages, end);
    const menu = new LanguageMenu(page, say);
    await menu.button.click();
    await trouble.announced(...logged.flatMap((line) => [line, line]));

    await menu.item(malay).click();
    const translated = new HomePage(page, speaker(malay.code));
    await expect(translated.heading).toBeAttached();
    await expect(page).toHaveURL(`/?lang=${malay.code}`);
    // It was asked for once more, whatever came of that while the page was left.
    await expect(translated.advert).toBeVisible();
    await trouble.announced(...logged);
  });
}

test('a language whose messages hang comes with a load of its address', async ({
  page,
  home,
  say,
  trouble,
}) => {
  await home.enter();
  await page.route(messages, () => {});
  await new LanguageMenu(page, say).take(malay);
  const translated = new HomePage(page, speaker(malay.code));
  await expect(translated.advert).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(`/?lang=${malay.code}`);
  const late = /^console error: TimeoutError/;
  await expect.poll(() => trouble.seen.filter((line) => late.test(line)).length).toBeGreaterThan(0);
  await trouble.announced(...trouble.seen.map(() => late));
});

inEachLanguage(({ code }) => {
  const target = named(code === 'ms' ? 'zh' : 'ms');

  test('without a network the menu says so and stays, until the language can come', async ({
    page,
    home,
    say,
    context,
    trouble,
  }) => {
    await home.enter();
    await mark(page);
    await context.setOffline(true);
    const menu = new LanguageMenu(page, say);
    await menu.take(target);
    await trouble.announced(
      /^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
      /^console error: TypeError: Failed to fetch/,
      /^request failed: .* net::ERR_INTERNET_DISCONNECTED/,
    );
    const note = page.getByRole('status').getByText(say('header.language.offline'));
    await expect(note).toBeVisible();
    await expect(menu.menu).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(menu.menu).toBeHidden();
    await menu.button.click();
    await expect(menu.menu).toBeVisible();
    await expect(note).toBeHidden();

    await context.setOffline(false);
    await menu.item(target).click();
    await expect(page.locator('html')).toHaveAttribute('lang', target.code);
    await expect(menu.menu).toBeHidden();
    expect(await isMarked(page)).toBe(true);
  });
});

for (const [gesture, approach] of [
  ['the pointer comes over the button', (menu: LanguageMenu) => menu.button.hover()],
  ['the button takes the focus', (menu: LanguageMenu) => menu.button.focus()],
  ['a finger opens the menu', (menu: LanguageMenu) => menu.button.tap()],
] as const) {
  test.describe(`when ${gesture}`, () => {
    test.use({ hasTouch: true });

    test('the other languages are loaded, once, and a switch waits for nothing', async ({
      page,
      home,
      say,
    }) => {
      const requested: string[] = [];
      page.on('requestfinished', (request) => {
        const name = /messages-([^/]+)-\w+\.json/.exec(request.url())?.[1];
        if (name) requested.push(name);
      });
      await home.enter();
      expect(requested).toEqual([]);

      const menu = new LanguageMenu(page, say);
      await approach(menu);
      await expect.poll(() => requested.toSorted()).toEqual(['ms', 'zh']);
      // From here on the line is dead.
      await page.route(messages, () => {});
      if (await menu.menu.isHidden()) await menu.button.click();
      await menu.item(malay).click();
      const translated = new LanguageMenu(page, speaker(malay.code));
      await translated.choose(named('zh'));
      expect(requested).toHaveLength(2);
    });
  });
}

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'mark'));
}
