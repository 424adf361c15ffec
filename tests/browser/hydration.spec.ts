import type { Page } from '@playwright/test';
import { pass, stopTheClock } from './support/clock.ts';
import { holdTheScript } from './support/held-script.ts';
import { expect, inEachLanguage, inEachPseudoLocale, test } from './support/test.ts';
import type { Language } from './support/words.ts';

inEachLanguage(comesAlive);
inEachPseudoLocale(comesAlive);

function comesAlive({ search }: Language): void {
  test('the home page comes alive without a word in the console', async ({ page, home }) => {
    await stopTheClock(page);
    await home.enter();
    // Every timer of the page has had its turn; the fixture listens.
    for (let second = 0; second < 12; second += 1) await pass(page, 1_000);
    await expect(home.heading).toBeVisible();
  });

  test('the not-found page comes alive without a word in the console', async ({ page, say }) => {
    await page.goto(`/nowhere${search}`);
    await isAlive(page);
    await expect(page.getByRole('heading', { name: say('notFound.page.title') })).toBeVisible();
  });

  for (const address of ['/', '/nowhere']) {
    test(`what ${address} was served with stays when it comes alive`, async ({ page }) => {
      await stopTheClock(page);
      await recordChanges(page);
      const served = await page.goto(address + search);
      await isAlive(page);

      expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([]);
      expect(await appOf(page)).toBe(await appOf(page, await served?.text()));
    });
  }
}

test('nothing moves while the script has not come', async ({ page, home }) => {
  await stopTheClock(page);
  const letGo = await holdTheScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(home.page.getByRole('contentinfo')).toBeVisible();
  const [left, right] = [await home.rows('left'), await home.rows('right')];

  await pass(page, 60_000);
  expect(await home.rows('left')).toEqual(left);
  expect(await home.rows('right')).toEqual(right);
  await home.carousel('left').shows(1);
  await home.carousel('right').shows(1);
  await expect(home.advert).toBeHidden();
  expect(await page.evaluate(() => document.getAnimations())).toEqual([]);

  letGo();
  await expect(home.advert).toBeVisible();
  expect(await home.rows('left')).toEqual(left);
});

test('a page that fails once it is alive stays as it was served, and tells', async ({
  page,
  home,
  say,
  trouble,
}) => {
  // What the advert does as soon as it is alive.
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('no dialogs today');
    };
  });
  const reports = reportsOf(page);
  const served = await page.goto('/');
  await trouble.announced(/page error: Error: no dialogs today/);

  await expect(home.heading).toBeVisible();
  expect(await appOf(page)).toBe(await appOf(page, await served?.text()));
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  expect(reports).toEqual([expect.stringContaining('no dialogs today')]);
  await page.getByRole('link', { name: say('header.logo.label') }).click();
  await trouble.announced(/page error: Error: no dialogs today/);
  await expect(home.heading).toBeVisible();
});

test('a page that does not hydrate as it was served tells', async ({ page, home, trouble }) => {
  const reports = reportsOf(page);
  const response = await page.request.get('/?lang=en');
  const body = (await response.text()).replace('</h1>', ' and more</h1>');
  await page.route('**/?lang=en', (route) => route.fulfill({ response, body }));
  await home.enter('/?lang=en');
  await trouble.announced(/page error: Error: Minified React error #418/);
  await expect(home.heading).toBeVisible();
  expect(reports).toEqual([expect.stringContaining('React error #418')]);
});

for (const change of ['translated', 'extended', 'shortened'] as const) {
  test(`a page that others have ${change} comes alive all the same, and tells nothing`, async ({
    page,
    home,
  }) => {
    await page.addInitScript((how) => {
      // Once it is parsed, and before its script runs.
      document.addEventListener('readystatechange', () => {
        const heading = document.querySelector('h1');
        if (document.readyState !== 'interactive' || !heading) return;
        if (how === 'translated') heading.firstChild?.replaceWith(document.createElement('font'));
        if (how === 'extended') heading.before(document.createElement('aside'));
        if (how === 'shortened') heading.remove();
      });
    }, change);
    const reports = reportsOf(page);
    const compared = page.waitForEvent('requestfinished', (request) => {
      return request.resourceType() === 'fetch' && new URL(request.url()).pathname === '/';
    });
    await home.enter();
    await compared;
    // What follows from the comparison comes before this response.
    await page.evaluate(() => fetch('/favicon.ico'));
    await expect(home.heading).toBeVisible();
    expect(reports).toEqual([]);
  });
}

/** The errors that the page reports, as they come. */
function reportsOf(page: Page): string[] {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/hydration-errors')) reports.push(request.postData() ?? '');
  });
  return reports;
}

/** The announcement begins to scroll on every page once it is alive. */
async function isAlive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
}

/** Keeps a list of all elements and words that come, go or change after parsing. */
async function recordChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: string[] = [];
    Reflect.set(window, 'changes', changes);
    const observer = new MutationObserver((mutations) => {
      for (const { type, target } of mutations) changes.push(`${type} of ${target.nodeName}`);
    });
    document.addEventListener('readystatechange', () => {
      // All is parsed, and the page's script has not run.
      const app = document.readyState === 'interactive' && document.getElementById('app');
      if (app) observer.observe(app, { subtree: true, childList: true, characterData: true });
    });
  });
}

/**
 * The HTML of `#app`, now or as it was served, without the attributes that
 * scripts must set: the open dialog, the one tab in the tab order, and classes.
 */
function appOf(page: Page, served?: string): Promise<string | undefined> {
  return page.evaluate((html) => {
    const app = html
      ? new DOMParser().parseFromString(html, 'text/html').getElementById('app')
      : document.getElementById('app');
    const copy = app?.cloneNode(true) as HTMLElement | undefined;
    for (const element of copy?.querySelectorAll('*') ?? []) {
      for (const name of ['open', 'tabindex', 'class']) element.removeAttribute(name);
    }
    return copy?.innerHTML;
  }, served);
}
