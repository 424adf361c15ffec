/**
 * Pages of one build that meet a server of another: those that are open while a
 * deployment goes on, those of a cache, and those of a deployment's other half.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse, Page } from '@playwright/test';
import { pass, stopTheClock } from './support/clock.ts';
import { labelIn, test } from './support/deployed-site.ts';
import { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { expect } from './support/test.ts';
import type { Trouble } from './support/trouble.ts';
import { english, named, speaker } from './support/words.ts';

const malay = named('ms');
const address = '/?lang=en';

const scriptMissing = missing('hydrate-\\w+\\.js');

test('a new build has files of other names, and the same first script', async ({ builds }) => {
  const [old, fresh] = await Promise.all([builds.old, builds.new].map(readSite));
  expect(old?.build).not.toBe(fresh?.build);
  expect(old?.assets.app).not.toBe(fresh?.assets.app);
  for (const [place, { messages }] of (old?.locales ?? []).entries()) {
    expect(messages).not.toBe(fresh?.locales[place]?.messages);
  }
  // An old page can only see that the rest is gone while this one is there.
  expect(old?.assets.script).toBe(fresh?.assets.script);
});

test('an open page goes on while the server changes to a new build', async ({
  page,
  home,
  site,
  context,
  say,
}) => {
  await stopTheClock(page);
  await home.enter();
  await mark(page);
  const rows = await home.rows('left');

  await site.swapTo('new');
  for (const place of [2, 1]) {
    await pass(page, 2_000);
    await home.carousel('left').shows(place);
  }
  await pass(page, 6_000);
  for (const [place, row] of (await home.rows('left')).entries()) expect(row).not.toBe(rows[place]);
  const tab = page.getByRole('tab').nth(2);
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');

  // A file that the page has not asked for before.
  const menu = await new LanguageMenu(page, say).choose(malay);
  const translated = new HomePage(page, speaker(malay.code));
  await isOf('old', translated);
  await expect(translated.rightColumn.getByRole('link').first()).toHaveAttribute(
    'href',
    /^https:\/\/operator\.example\//,
  );
  await menu.choose(english);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await isOf('old', home);
  expect(await isMarked(page)).toBe(true);

  // Whoever comes now gets what is new.
  const fresh = new HomePage(await context.newPage(), say);
  await fresh.enter();
  await isOf('new', fresh);
});

test.describe('when the files of its build are gone', () => {
  test('an open page changes its language by loading anew, once', async ({
    page,
    home,
    site,
    trouble,
    say,
  }) => {
    await home.enter();
    await mark(page);
    await site.restartWith('new');

    const menu = new LanguageMenu(page, say);
    await menu.button.click();
    // The opening menu asks for all languages, and a choice not once more.
    const gone = ['ms', 'zh'].map((code) => missing(`messages-${code}-\\w+\\.json`));
    await trouble.announced(...complaints(...gone));
    await menu.item(malay).click();
    const translated = new HomePage(page, speaker(malay.code));
    await comesAlive(translated);
    await isOf('new', translated);
    await expect(page).toHaveURL(`/?lang=${malay.code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', malay.code);
    expect(await isMarked(page)).toBe(false);

    await page.goBack();
    await expect(page).toHaveURL('/');
    // The browser may have kept the old page, and its files with it.
    await comesAlive(home);
    await expect(home.heading).toBeVisible();
    await page.goForward();
    await comesAlive(translated);
    await mark(page);

    // It is a page like any other.
    await new LanguageMenu(page, translated.say).choose(english);
    await page.goBack();
    await isOf('new', translated);
    expect(await isMarked(page)).toBe(true);
  });

  test('going back to a language that is gone loads the page anew in it', async ({
    page,
    home,
    site,
    trouble,
  }) => {
    const translated = new HomePage(page, speaker(malay.code), `/?lang=${malay.code}`);
    await translated.enter();
    await new LanguageMenu(page, translated.say).choose(english);
    // It forgets the Malay words, and not that it has spoken Malay.
    await page.reload();
    await comesAlive(home);
    await isOf('old', home);
    await mark(page);
    await site.restartWith('new');

    await page.goBack();
    await comesAlive(translated);
    await isOf('new', translated);
    await expect(page).toHaveURL(translated.address);
    expect(await isMarked(page)).toBe(false);
    await trouble.announced(...complaints(missing('messages-ms-\\w+\\.json')));
  });

  test('a page of a cache comes alive after it has loaded anew', async ({
    page,
    home,
    site,
    trouble,
  }) => {
    // Each is outdated by itself.
    for (const outdated of [address, '/?lang=en&ref=x']) {
      await site.restartWith('old');
      const kept = await page.request.get(outdated);
      await site.restartWith('new');
      const loads = await answerDocuments(page, kept, { times: 1 });
      await page.goto(outdated);
      await comesAlive(home);
      await isOf('new', home);
      expect(loads()).toBe(2);
      await trouble.announced(...complaints(scriptMissing, scriptMissing));
    }
  });

  test('a page that the cache does not let go can be read, and is left', async ({
    page,
    home,
    site,
    trouble,
    say,
  }) => {
    const kept = await page.request.get(address);
    await site.restartWith('new');
    const loads = await answerDocuments(page, kept);
    await page.goto(address);
    await givesUp(trouble);
    expect(loads()).toBe(2);

    await page.unrouteAll();
    await isReadable(home);
    await new LanguageMenu(page, say).take(malay);
    await comesAlive(new HomePage(page, speaker(malay.code)));
    await isOf('new', new HomePage(page, speaker(malay.code)));
  });
});

test('a new page that finds no script on an old server can be read, and lives later', async ({
  page,
  home,
  site,
  trouble,
}) => {
  await site.restartWith('new');
  const early = await page.request.get(address);
  await site.restartWith('old');
  const loads = await answerDocuments(page, early);
  await page.goto(address);
  await givesUp(trouble);
  expect(loads()).toBe(2);
  await isReadable(home);

  await site.swapTo('new');
  await page.reload();
  await comesAlive(home);
  await isOf('new', home);
});

test('a page whose very first script is gone can be read, and leads on', async ({
  page,
  home,
  trouble,
  say,
}) => {
  await page.route('**/assets/entry-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await trouble.announced(...complaints(missing('entry-\\w+\\.js')));
  await isReadable(home);

  await page.unrouteAll();
  await new LanguageMenu(page, say).take(malay);
  await comesAlive(new HomePage(page, speaker(malay.code)));
});

test.describe('without a network', () => {
  test('an open page stays as it is, and changes its language later', async ({
    page,
    home,
    site,
    context,
    trouble,
    say,
  }) => {
    await home.enter();
    await mark(page);
    await site.swapTo('new');
    await context.setOffline(true);
    await new LanguageMenu(page, say).take(malay);
    await trouble.announced(
      /^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
      /^console error: TypeError: Failed to fetch/,
      /^request failed: .*messages-ms-\w+\.json net::ERR_INTERNET_DISCONNECTED/,
    );
    await isOf('old', home);

    await context.setOffline(false);
    await new LanguageMenu(page, say).item(malay).click();
    await expect(page.locator('html')).toHaveAttribute('lang', malay.code);
    expect(await isMarked(page)).toBe(true);
  });

  test('a page that gets no script is not loaded anew', async ({ page, home, trouble }) => {
    const loads = await answerDocuments(page);
    await page.route('**/assets/hydrate-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto(address);
    const failed = /^request failed: .*hydrate-\w+\.js net::ERR_INTERNET_DISCONNECTED/;
    const told = /^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/;
    const lost = /^page error: TypeError: Failed to fetch dynamically imported module/;
    await trouble.announced(told, told, lost, failed, failed);
    expect(loads()).toBe(1);
    await isReadable(home);
  });
});

interface BuiltSite {
  build: string;
  assets: Record<string, string>;
  locales: { messages: string }[];
}

async function readSite(folder: string): Promise<BuiltSite> {
  return JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
}

/** The visitor can tell whether the page was loaded anew. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'mark', 'still here'));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'mark'));
}

/** The advert pops up, as it does once a page is alive, and is closed. */
async function comesAlive({ page, advert }: HomePage): Promise<void> {
  await expect(advert).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(advert).toBeHidden();
}

/** Words and script of the page are those of this build. */
async function isOf(build: 'old' | 'new', { page, rightColumn, say }: HomePage): Promise<void> {
  await expect(
    rightColumn.getByRole('link', { name: labelIn(build, say), exact: true }),
  ).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'build') ?? 'old')).toBe(build);
}

/** The page shows what it was served with, and is not alive. */
async function isReadable({ heading, advert, contentBlock }: HomePage): Promise<void> {
  await expect(heading).toBeVisible();
  await expect(contentBlock).toBeVisible();
  await expect(advert).toBeHidden();
}

/** Answers requests for documents with this one, so many times, and counts them all. */
async function answerDocuments(
  page: Page,
  response?: APIResponse,
  options?: { times: number },
): Promise<() => number> {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  if (response) await page.route(/\?lang=/, (route) => route.fulfill({ response }), options);
  return () => loads;
}

function missing(name: string): RegExp {
  return new RegExp(`^answer 404: .*/assets/${name}$`);
}

/** What Chromium says of files that are missing: each by itself, in the alphabet's order. */
function complaints(...files: RegExp[]): RegExp[] {
  const line = /^console error: Failed to load resource: .* 404/;
  return [...files, ...files.map(() => line)];
}

/** Twice the page asks for its script and looks whether that is gone; there is no third time. */
async function givesUp(trouble: Trouble): Promise<void> {
  const scripts = Array.from({ length: 4 }, () => scriptMissing);
  const lost = /^page error: TypeError: Failed to fetch dynamically imported module/;
  await trouble.announced(...complaints(...scripts), lost);
}
