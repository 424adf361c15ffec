import type { BrowserErrors } from '../support/browser-errors.ts';
import { delayEntryScript } from '../support/delay.ts';
import { reportsOf } from '../support/hydration.ts';
import { expect, type HostPage, test } from './test.ts';

test('a hydration mismatch is reported', async ({ page, home, browserErrors }) => {
  const reports = reportsOf(page);
  const frames = reportsOf(page, 'frames');
  await enterWithMismatch(home, browserErrors);
  await expect(home.heading).toBeVisible();
  expect(reports).toEqual([expect.stringContaining('React error #418')]);
  // The server finds their places in the sources.
  expect(frames).toEqual([expect.stringMatching(/^(?:[\w$.]*@hydrate-\w+\.js:\d+:\d+ ){1,5}$/)]);
});

test('a hydration mismatch of a visitor who objects to reports is not reported', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.addInitScript(() => Object.assign(navigator, { globalPrivacyControl: true }));
  const reports = reportsOf(page);
  await enterWithMismatch(home, browserErrors);
  // What a page sends is sent in order.
  await page.evaluate(() => fetch('/robots.txt'));
  expect(reports).toEqual([]);
});

/** Opens a page whose heading the server has not written as the app renders it, and expects the error. */
async function enterWithMismatch(home: HostPage, browserErrors: BrowserErrors): Promise<void> {
  const { page } = home;
  const response = await page.request.get('/?lang=en');
  const body = (await response.text()).replace(/\w(?=<\/h1>)/, '!');
  await page.route('**/?lang=en', (route) => route.fulfill({ response, body }));
  await home.enter('/?lang=en');
  await browserErrors.expectExactly(/page error: Error: Minified React error #418/);
}

test('a control that needs the app keeps its place, invisible, until it works', async ({
  page,
  home,
}) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(home.heading).toBeVisible();
  const control = page.locator('.ticker-next');
  await expect(home.nextNumber).toHaveCount(0);
  const place = await control.boundingBox();
  release();
  await home.ready();
  await expect(home.nextNumber).toBeVisible();
  expect(await control.boundingBox()).toEqual(place);
});

for (const change of ['translated', 'extended', 'shortened', 'collapsed'] as const) {
  test(`a page ${change} before hydration hydrates and reports nothing`, async ({ page, home }) => {
    if (change === 'collapsed') {
      // By a proxy.
      const response = await page.request.get('/?lang=en');
      const body = (await response.text()).replace(/\w+(?=<\/h1>)/, '\n $&');
      await page.route(/:\d+\/\?lang=en$/, (route) => route.fulfill({ response, body }));
    }
    await page.addInitScript((how) => {
      // After parsing, before the app runs.
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
    await home.enter('/?lang=en');
    await compared;
    // A report would be sent before this response arrives.
    await page.evaluate(() => fetch('/').then((response) => response.text()));
    await expect(home.heading).toBeVisible();
    expect(reports).toEqual([]);
  });
}
