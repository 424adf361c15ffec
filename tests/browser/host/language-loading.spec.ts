/** Loading of messages on fast, failing and missing connections. */
import type { Page, Route } from '@playwright/test';
import { delay } from '../support/delay.ts';
import { isMarked, mark } from '../support/document-mark.ts';
import { waitForHydration } from '../support/hydration.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import {
  english,
  type Language,
  type MessageFormatter,
  messageFormatter,
  otherLanguages,
  second,
  third,
} from '../support/languages.ts';
import { press } from '../support/press.ts';
import { expect, HostPage, test } from './test.ts';

const messages = '**/assets/messages-*.json';

/** Failed requests for messages with the log lines of one. */
const failures: Record<string, { end: (route: Route) => Promise<void>; logged: RegExp[] }> = {
  'are lost': {
    end: (route) => route.abort('connectionreset'),
    logged: [
      /^console error: Failed to load/,
      /^console error: TypeError: Failed to fetch/,
      /^request failed: .*CONNECTION_RESET/,
    ],
  },
  'get status 500': {
    end: (route) => route.fulfill({ status: 500 }),
    logged: [/^HTTP 500/, /^console error: Error: .*500/, /^console error: Failed to load/],
  },
  'get HTML': {
    end: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    logged: [/^console error: SyntaxError/],
  },
  'get null': {
    end: (route) => route.fulfill({ json: null }),
    logged: [/^console error: Error: .*, not a message file/],
  },
  'get no messages': {
    end: (route) => route.fulfill({ json: {} }),
    logged: [/^console error: Error: .*, not a message file/],
  },
};

test('the page stays, with a note in the menu, when messages fail to load', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  await home.enter();
  await mark(page);
  const menu = new LanguageMenu(page, message);
  for (const { end, logged } of Object.values(failures)) {
    await page.route(messages, end);
    await menu.select(third);
    await showsNote(menu, message);
    // Of the choice, and of opening the menu, which preloads the languages.
    await browserErrors.expectOnly(...logged);
    await expect(menu.menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu.menu).toBeHidden();
    await page.unroute(messages, end);
    await press(menu.button);
    await expect(menu.menu).toBeVisible();
    await expect(page.getByText(message('header.language.failed'))).toBeHidden();
    await page.keyboard.press('Escape');
  }
  // The next choice tries again.
  await menu.choose(third);
  await expect(page).toHaveURL(`/?lang=${third.code}`);
  expect(await isMarked(page)).toBe(true);
});

test('the page stays, with a note in the menu, when requests for messages hang', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  // The clock of the tests does not control these timeouts.
  await page.addInitScript(() => {
    const requests: AbortController[] = [];
    AbortSignal.timeout = () => {
      const request = new AbortController();
      requests.push(request);
      return request.signal;
    };
    const timeOut = () => {
      for (const request of requests) request.abort(new DOMException('timed out', 'TimeoutError'));
    };
    Reflect.set(window, 'timeOut', timeOut);
  });
  await home.enter();
  await page.route(messages, () => {});
  const menu = new LanguageMenu(page, message);
  await menu.select(third);
  await expect(menu.button).toHaveAttribute('aria-busy', 'true');
  const note = page.getByRole('status').getByText(message('header.language.failed'));
  // There is a second request.
  await expect
    .poll(async () => {
      await page.evaluate(() => Reflect.get(window, 'timeOut')());
      return note.isVisible();
    })
    .toBe(true);
  await showsNote(menu, message);
  await browserErrors.expectOnly(/^console error: TimeoutError/);
});

test('a language that fails after the menu was closed is announced, and the menu has the note', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  await home.enter();
  const { end, logged } = failures['get null'] as (typeof failures)[string];
  await page.route(messages, end);
  const menu = new LanguageMenu(page, message);
  await menu.select(third);
  await page.keyboard.press('Escape');
  await expect(menu.menu).toBeHidden();
  await expect(page.locator('.language-menu-note')).toBeVisible();
  await showsNote(menu, message);
  await browserErrors.expectOnly(...logged);
});

for (const feature of ['fetch', 'AbortSignal.timeout'] as const) {
  test(`without ${feature} a language is a link`, async ({ home }) => {
    const { page, message } = home;
    await page.addInitScript((name) => {
      const [owner, property] = name.includes('.') ? [AbortSignal, 'timeout'] : [window, name];
      Reflect.deleteProperty(owner, property);
    }, feature);
    await home.enter();
    await mark(page);
    await new LanguageMenu(page, message).select(third);
    await new HostPage(page, messageFormatter(third.code)).ready();
    await expect(page).toHaveURL(`/?lang=${third.code}`);
    expect(await isMarked(page)).toBe(false);
  });
}

async function showsNote(menu: LanguageMenu, message: MessageFormatter): Promise<void> {
  const { page } = menu;
  await expect(page.getByRole('status').getByText(message('header.language.failed'))).toBeVisible();
  await expect(menu.item(english)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
}

test('a language is chosen although two requests for its messages are lost', async ({
  home,
  browserErrors,
}) => {
  const { page, message } = home;
  await home.enter();
  const { end, logged } = failures['are lost'] as (typeof failures)[string];
  await page.route(`**/assets/messages-${third.code}-*.json`, end, { times: 2 });
  const menu = new LanguageMenu(page, message);
  // The request in advance, and the first one of the choice.
  const lost = page.waitForEvent('requestfailed');
  await menu.button.hover();
  await lost;
  await menu.choose(third);
  await browserErrors.expectExactly(...logged.flatMap((line) => [line, line]));
});

test('a language in the history that fails to load leaves the page', async ({
  page,
  home,
  message,
  browserErrors,
}) => {
  const translated = new HostPage(page, messageFormatter(third.code), `/?lang=${third.code}`);
  await translated.enter();
  await new LanguageMenu(page, translated.message).choose(english);
  // The reload drops the loaded messages, but keeps the history.
  await page.reload();
  await home.ready();
  await mark(page);
  const failure = failures['are lost'];
  await page.route(messages, (route) => failure?.end(route));
  await page.goBack();
  await browserErrors.expectExactly(...(failure?.logged.flatMap((line) => [line, line]) ?? []));
  const menu = new LanguageMenu(page, message);
  await expect(menu.button).not.toHaveAttribute('aria-busy');
  expect(await isMarked(page)).toBe(true);
});

/** Delays messages of a language. Returns a function that releases them. */
async function delayMessages(page: Page, { code }: Language): Promise<() => Promise<void>> {
  const release = await delay(page, `**/assets/messages-${code}-*.json`);
  return async () => {
    const arrived = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/messages-'),
    );
    release();
    await arrived;
    // A page that switches late would do so within two frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
  };
}

test('a choice is visible until its messages arrive', async ({ page, home, message }) => {
  await home.enter();
  const release = await delayMessages(page, third);
  const menu = new LanguageMenu(page, message);
  await menu.select(third);
  await expect(menu.item(third)).toHaveAttribute('aria-current', 'true');
  await expect(menu.item(third)).toHaveAttribute('aria-busy', 'true');
  await expect(menu.item(english)).not.toHaveAttribute('aria-current');
  await expect(menu.button).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(new LanguageMenu(page, messageFormatter(third.code)).button).toBeFocused();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('the button has its new name and the page its new language before the focus returns', async ({
  home,
}) => {
  const { page, message } = home;
  await home.enter();
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      const name = (target as Element).getAttribute('aria-label');
      Reflect.set(window, 'focused', `${document.documentElement.lang}: ${name}`);
    });
  });
  await new LanguageMenu(page, message).choose(third);
  const translated = messageFormatter(third.code)('header.language.button');
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'focused')))
    .toBe(`${third.code}: ${translated}`);
  // The focus announces it: a live region would do so again.
  await expect(page.getByRole('status').getByText(translated)).toHaveCount(0);
});

test('following a link cancels a choice', async ({ page, home, message }) => {
  await page.goto('/foo?lang=en');
  await waitForHydration(page);
  const release = await delayMessages(page, third);
  await new LanguageMenu(page, message).select(third);
  await press(page.getByRole('link', { name: message('notFound.page.home') }));
  await home.ready();
  await release();

  await expect(page).toHaveURL('/?lang=en');
  await expect(home.heading).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/foo?lang=en');
});

test('Back cancels a choice and keeps the forward history', async ({ page, home, message }) => {
  const release = await delayMessages(page, second);
  await home.enter();
  await new LanguageMenu(page, message).choose(english);
  await expect(page).toHaveURL('/?lang=en');
  const menu = new LanguageMenu(page, message);
  await press(menu.button);
  await press(menu.item(second));
  await page.goBack();
  await expect(page).toHaveURL('/');
  await release();

  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL('/?lang=en');
});

for (const other of [second, english]) {
  const isShown = other === english ? 'that is shown' : 'that loads at once';
  test(`choosing a language ${isShown} replaces a choice`, async ({ page, home, message }) => {
    await home.enter(`/?lang=${english.code}`);
    const release = await delayMessages(page, third);
    const menu = new LanguageMenu(page, message);
    await menu.select(third);
    await press(menu.item(other));
    await expect(page).toHaveURL(`/?lang=${other.code}`);
    await release();
    await expect(page).toHaveURL(`/?lang=${other.code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', other.code);
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
  });
}

for (const [gesture, approach] of [
  ['the pointer hovers over the button', (menu: LanguageMenu) => menu.button.hover()],
  ['the button receives the focus', (menu: LanguageMenu) => menu.button.focus()],
  ['a tap opens the menu', (menu: LanguageMenu) => press(menu.button)],
] as const) {
  test.describe(`when ${gesture}`, () => {
    test('the other languages are preloaded once', async ({ page, home, message }) => {
      const others = otherLanguages.map(({ code }) => code).toSorted();
      const requested: string[] = [];
      page.on('requestfinished', (request) => {
        const name = /messages-([^/]+)-\w+\.json/.exec(request.url())?.[1];
        if (name) requested.push(name);
      });
      await home.enter();
      expect(requested).toEqual([]);

      const menu = new LanguageMenu(page, message);
      await approach(menu);
      await expect.poll(() => requested.toSorted()).toEqual(others);
      // From here on requests hang.
      await page.route(messages, () => {});
      if (await menu.menu.isHidden()) await press(menu.button);
      const [first = english, ...rest] = otherLanguages;
      await press(menu.item(first));
      let translated = new LanguageMenu(page, messageFormatter(first.code));
      for (const language of rest) translated = await translated.choose(language);
      expect(requested).toHaveLength(others.length);
    });
  });
}
