/**
 * Pages of one build with a server of another: open during a deployment, from a cache, or from another
 * pod of a rolling update.
 */
import type { BrowserErrors } from '../support/browser-errors.ts';
import { isMarked, loadsOf, mark } from '../support/document-mark.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { english, messageFormatter, otherLanguages, third } from '../support/languages.ts';
import { press } from '../support/press.ts';
import { labelIn, test } from './deployed-site.ts';
import { expect, HostPage } from './test.ts';

const url = '/?lang=en';

const scriptMissing = missing('hydrate-\\w+\\.js(\\?retry)?');

test('an open page changes its language when the server has reloaded a new build', async ({
  home,
  site,
  context,
}) => {
  const { page, message } = home;
  await home.enter();
  await mark(page);
  await site.reloadTo('new');
  // A file that the page has not requested before.
  await new LanguageMenu(page, message).choose(third);
  await isOf('old', new HostPage(page, messageFormatter(third.code)));
  await page.goBack();
  await isOf('old', home);
  expect(await isMarked(page)).toBe(true);

  // New page loads get the new build.
  const fresh = new HostPage(await context.newPage(), message);
  await fresh.enter();
  await isOf('new', fresh);
});

test.describe('when the files of its build are gone', () => {
  test('choosing a language in an open page reloads it once', async ({
    home,
    site,
    browserErrors,
  }) => {
    const { page, message } = home;
    await home.enter();
    await mark(page);
    await site.replaceWith('new');

    const menu = new LanguageMenu(page, message);
    await press(menu.button);
    // Opening the menu preloads all languages; a choice does not retry a 404.
    const gone = otherLanguages
      .map(({ code }) => code)
      .toSorted()
      .map((code) => missing(`messages-${code}-\\w+\\.json`));
    await browserErrors.expectExactly(...logged(...gone));
    await press(menu.item(third));
    const translated = new HostPage(page, messageFormatter(third.code));
    await translated.ready();
    await isOf('new', translated);
    await expect(page).toHaveURL(`/?lang=${third.code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', third.code);
    expect(await isMarked(page)).toBe(false);

    await page.goBack();
    await expect(page).toHaveURL('/');
    await home.ready();
    await expect(home.heading).toBeVisible();
    await page.goForward();
    await translated.ready();
    await expect(translated.heading).toBeVisible();
    await mark(page);

    // Language changes work without reload again.
    await new LanguageMenu(page, translated.message).choose(english);
    await page.goBack();
    await isOf('new', translated);
    expect(await isMarked(page)).toBe(true);
  });

  test('going back to a language whose messages are gone reloads the page', async ({
    page,
    home,
    site,
    browserErrors,
  }) => {
    const translated = new HostPage(page, messageFormatter(third.code), `/?lang=${third.code}`);
    await translated.enter();
    await new LanguageMenu(page, translated.message).choose(english);
    // The reload drops the loaded messages, but keeps the history.
    await page.reload();
    await home.ready();
    await isOf('old', home);
    await mark(page);
    await site.replaceWith('new');

    await page.goBack();
    await translated.ready();
    await isOf('new', translated);
    await expect(page).toHaveURL(translated.url);
    expect(await isMarked(page)).toBe(false);
    await browserErrors.expectExactly(...logged(missing(`messages-${third.code}-\\w+\\.json`)));
  });

  test('a cached page of an old build reloads once and hydrates', async ({
    page,
    home,
    site,
    browserErrors,
  }) => {
    // The reload guard is per URL.
    for (const outdated of [url, '/?lang=en&ref=x']) {
      await site.replaceWith('old');
      const cached = await page.request.get(outdated);
      await site.replaceWith('new');
      const loads = loadsOf(page);
      await page.route(/\?lang=/, (route) => route.fulfill({ response: cached }), { times: 1 });
      await page.goto(outdated);
      await home.ready();
      await isOf('new', home);
      expect(loads()).toBe(2);
      await browserErrors.expectExactly(...logged(scriptMissing, scriptMissing));
    }
  });

  test('a page that stays outdated after a reload is readable and its links work', async ({
    home,
    site,
    browserErrors,
  }) => {
    const { page, message } = home;
    const cached = await page.request.get(url);
    await site.replaceWith('new');
    const loads = loadsOf(page);
    await page.route(/\?lang=/, (route) => route.fulfill({ response: cached }));
    await page.goto(url);
    await failsToLoad(browserErrors);
    expect(loads()).toBe(2);

    await page.unrouteAll();
    await isReadable(home);
    await new LanguageMenu(page, message).select(third);
    const translated = new HostPage(page, messageFormatter(third.code));
    await translated.ready();
    await isOf('new', translated);
  });
});

/** Expects text and script of the page to be of this build. */
async function isOf(build: 'old' | 'new', { page, signUp, message }: HostPage): Promise<void> {
  await expect(signUp).toHaveText(labelIn(build, message));
  // A page that is about to give way to the new one is the old one.
  await page.waitForFunction((it) => (Reflect.get(window, 'build') ?? 'old') === it, build);
}

/** Expects the served HTML without hydration. */
async function isReadable({ heading, links, nextNumber }: HostPage): Promise<void> {
  await expect(heading).toBeVisible();
  await expect(links.last()).toBeVisible();
  await expect(nextNumber).toBeHidden();
}

function missing(name: string): RegExp {
  return new RegExp(`^HTTP 404: .*/assets/${name}$`);
}

/** Returns patterns of the errors for missing files, in sorted order. */
function logged(...files: RegExp[]): RegExp[] {
  const line = /^console error: Failed to load resource: .* 404/;
  return [...files, ...files.map(() => line)];
}

/**
 * Expects an attempt to load the app, a reload, and two more attempts. A HEAD request follows the first
 * attempt of each page load.
 */
async function failsToLoad(browserErrors: BrowserErrors): Promise<void> {
  const scripts = Array.from({ length: 5 }, () => scriptMissing);
  const importError = /^page error: TypeError: Failed to fetch dynamically imported module/;
  await browserErrors.expectExactly(...logged(...scripts), importError);
}
