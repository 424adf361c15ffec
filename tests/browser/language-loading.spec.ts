/** Loading of messages on fast, failing and missing connections. */
import type { Page, Route } from '@playwright/test';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { messageFormatter, named } from './support/languages.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const messages = '**/assets/messages-*.json';
const malay = named('ms');

/** Failed requests for messages with the log lines of one; each occurs twice, as two are preloaded. */
const failures: Record<string, { end: (route: Route) => Promise<void>; logged: RegExp[] }> = {
  'status 500': {
    end: (route) => route.fulfill({ status: 500 }),
    logged: [/^HTTP 500/, /^console error: Error: .*500/, /^console error: Failed to load/],
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
    logged: [/^console error: Error: .*: not a message file/],
  },
};

for (const [failure, { end, logged }] of Object.entries(failures)) {
  test(`choosing a language loads its URL when the response for messages is ${failure}`, async ({
    page,
    home,
    message,
    browserErrors,
  }) => {
    await home.enter();
    await page.route(messages, end);
    const menu = new LanguageMenu(page, message);
    await menu.button.click();
    await browserErrors.expectExactly(...logged.flatMap((line) => [line, line]));

    await menu.item(malay).click();
    const translated = new HomePage(page, messageFormatter(malay.code));
    await expect(translated.heading).toBeAttached();
    await expect(page).toHaveURL(`/?lang=${malay.code}`);
    // The choice retried the request once, which may not finish before the navigation.
    await expect(translated.advert).toBeVisible();
    await browserErrors.expectExactly(...logged);
  });
}

test('choosing a language loads its URL when the request for messages hangs', async ({
  page,
  home,
  message,
  browserErrors,
}) => {
  await home.enter();
  await page.route(messages, () => {});
  await new LanguageMenu(page, message).select(malay);
  const translated = new HomePage(page, messageFormatter(malay.code));
  await expect(translated.advert).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(`/?lang=${malay.code}`);
  const late = /^console error: TimeoutError/;
  await expect
    .poll(() => browserErrors.seen.filter((line) => late.test(line)).length)
    .toBeGreaterThan(0);
  await browserErrors.expectExactly(...browserErrors.seen.map(() => late));
});

inEachLanguage(({ code }) => {
  const target = named(code === 'ms' ? 'zh' : 'ms');

  test('while offline the menu stays open with a note, and works again online', async ({
    page,
    home,
    message,
    context,
    browserErrors,
  }) => {
    await home.enter();
    await mark(page);
    await context.setOffline(true);
    const menu = new LanguageMenu(page, message);
    await menu.select(target);
    await browserErrors.expectExactly(
      /^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
      /^console error: TypeError: Failed to fetch/,
      /^request failed: .* net::ERR_INTERNET_DISCONNECTED/,
    );
    const note = page.getByRole('status').getByText(message('header.language.offline'));
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
  ['the pointer hovers over the button', (menu: LanguageMenu) => menu.button.hover()],
  ['the button receives the focus', (menu: LanguageMenu) => menu.button.focus()],
  ['a tap opens the menu', (menu: LanguageMenu) => menu.button.tap()],
] as const) {
  test.describe(`when ${gesture}`, () => {
    test.use({ hasTouch: true });

    test('the other languages are preloaded once', async ({ page, home, message }) => {
      const requested: string[] = [];
      page.on('requestfinished', (request) => {
        const name = /messages-([^/]+)-\w+\.json/.exec(request.url())?.[1];
        if (name) requested.push(name);
      });
      await home.enter();
      expect(requested).toEqual([]);

      const menu = new LanguageMenu(page, message);
      await approach(menu);
      await expect.poll(() => requested.toSorted()).toEqual(['ms', 'zh']);
      // From here on requests hang.
      await page.route(messages, () => {});
      if (await menu.menu.isHidden()) await menu.button.click();
      await menu.item(malay).click();
      const translated = new LanguageMenu(page, messageFormatter(malay.code));
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
