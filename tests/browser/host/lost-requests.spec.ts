/** Pages whose scripts are lost on the way, or fail: an app on the second try, or a page without it. */
import type { Route } from '@playwright/test';
import { advanceClock, pauseClock } from '../support/clock.ts';
import { delay } from '../support/delay.ts';
import { loadsOf } from '../support/document-mark.ts';
import { appOf, failToStart, reportsOf } from '../support/hydration.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { messageFormatter, third } from '../support/languages.ts';
import { expect, HostPage, test } from './test.ts';

const app = /\/assets\/hydrate-\w+\.js/;
const style = '**/assets/entry-*.css*';

function lose(route: Route): Promise<void> {
  return route.abort('connectionreset');
}

const networkError = /^console error: Failed to load resource: net::ERR_CONNECTION_RESET/;
const styleReset = /^request failed: .*\.css.* net::ERR_CONNECTION_RESET/;
const styleError = /^page error: Error: .*\.css\?retry does not apply/;
const importError = /^page error: TypeError: Failed to fetch dynamically imported module/;
const reset = (file: string) =>
  new RegExp(`^request failed: .*${file}-\\w+\\.js.* net::ERR_CONNECTION_RESET`);

test('the app starts when one request for it is lost', async ({ page, home, browserErrors }) => {
  await page.route(app, lose, { times: 1 });
  await home.enter();
  await expect(home.nextNumber).toBeVisible();
  await browserErrors.expectExactly(networkError, reset('hydrate'));
});

test('without its app the page is the one for browsers without JavaScript', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.route(app, lose);
  const loads = loadsOf(page);
  await page.goto('/?lang=en');
  await isWithoutScript(home);
  expect(loads()).toBe(1);
  // The import, a request whether the server has the app, and the second import.
  const failed = [1, 2, 3].map(() => reset('hydrate'));
  await browserErrors.expectExactly(...failed.map(() => networkError), importError, ...failed);
  await page.unrouteAll();
  await canChooseLanguage(home);
});

test('a page whose app is delayed has no controls that do nothing', async ({ page, home }) => {
  const release = await delay(page, app);
  await pauseClock(page);
  const requested = page.waitForRequest(app);
  await page.goto('/?lang=en');
  await requested;
  await expect(page.locator('html')).not.toHaveClass(/is-static/);
  await advanceClock(page, 20_000);
  await isWithoutScript(home);
  release();
  await home.ready();
  await expect(home.nextNumber).toBeVisible();
});

test('without its entry script the page is the one for browsers without JavaScript', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.route('**/assets/entry-*.js', lose);
  await pauseClock(page);
  await page.goto('/?lang=en');
  await advanceClock(page, 20_000);
  await isWithoutScript(home);
  await browserErrors.expectExactly(networkError, reset('entry'));
  await page.unrouteAll();
  await canChooseLanguage(home);
});

test('the app starts without the script before the first paint', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.route('**/assets/before-paint-*.js', lose);
  await home.enter();
  await expect(home.nextNumber).toBeVisible();
  await browserErrors.expectExactly(networkError, reset('before-paint'));
});

test('an app shell with an app that fails shows the words of the page', async ({
  page,
  home,
  browserErrors,
}) => {
  const response = await page.request.get('/?lang=en');
  const body = (await response.text())
    .replace(/(?<=<div id="app">).*(?=<\/div>\s*<script type="application)/s, '<h1>Words</h1>')
    .replace(/"htmlLength":\d+/, '"htmlLength":0');
  await page.route('**/?lang=en', (route) => route.fulfill({ response, body }));
  await home.enter('/?lang=en');
  await expect(home.heading).toBeVisible();

  await failToStart(page, 2);
  await page.reload();
  const error = /^page error: Error: no app today/;
  await browserErrors.expectExactly(error, error);
  await expect(page.getByRole('heading', { name: 'Words' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass('is-static');
});

test('the app starts when one request for its style sheet is lost', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.route(style, lose, { times: 1 });
  const loads = loadsOf(page);
  await home.enter();
  await expect(home.nextNumber).toBeVisible();
  await browserErrors.expectExactly(networkError, styleReset);
  expect(loads()).toBe(1);
});

test('the app does not start without its style sheet', async ({ page, home, browserErrors }) => {
  await page.route(style, lose);
  const loads = loadsOf(page);
  await page.goto('/?lang=en');
  const failed = [1, 2, 3].map(() => styleReset);
  await browserErrors.expectExactly(...failed.map(() => networkError), styleError, ...failed);
  await expect(page.locator('html')).toHaveClass('is-static');
  await expect(home.heading).toBeVisible();
  expect(loads()).toBe(1);
});

test('a page whose style sheet is gone reloads once, and is without script then', async ({
  page,
  home,
  browserErrors,
}) => {
  await page.route(style, (route) => route.fulfill({ status: 404 }));
  const loads = loadsOf(page);
  await page.goto('/?lang=en');
  await expect.poll(loads).toBe(2);
  // Of the first document the link and the check, of the second one the repeated request, too.
  const files = ['css', 'css', 'css', 'css', 'css\\?retry'];
  await browserErrors.expectExactly(
    ...files.map((file) => new RegExp(`^HTTP 404: .*\\.${file}$`)),
    ...files.map(() => /^console error: .* status of 404/),
    styleError,
  );
  await expect(page.locator('html')).toHaveClass('is-static');
  await expect(home.heading).toBeVisible();
  expect(loads()).toBe(2);
});

test('an app that fails once starts again', async ({ page, home, browserErrors }) => {
  await failToStart(page, 1);
  await home.enter();
  await browserErrors.expectExactly(/^page error: Error: no app today/);
  await expect(home.nextNumber).toBeVisible();
  await expect(page.locator('html')).not.toHaveClass(/is-static/);
});

test('an app that fails again leaves the served page, for browsers without JavaScript', async ({
  page,
  home,
  browserErrors,
}) => {
  await failToStart(page, 2);
  const reports = reportsOf(page);
  const served = await page.goto('/?lang=en');
  await expect.poll(() => reports.length).toBe(2);
  await isWithoutScript(home);
  expect(await appOf(page)).toBe(await appOf(page, await served?.text()));
  const error = /^page error: Error: no app today/;
  await browserErrors.expectExactly(error, error);
  const report = expect.stringContaining('no app today');
  expect(reports).toEqual([report, report]);
  await canChooseLanguage(home);
});

/** Expects content, and no control that needs the app. */
async function isWithoutScript({ page, heading }: HostPage): Promise<void> {
  await expect(page.locator('html')).toHaveClass('is-static');
  await expect(page.getByRole('button')).toHaveCount(1);
  await expect(heading).toBeVisible();
}

async function canChooseLanguage({ page, message }: HostPage): Promise<void> {
  await new LanguageMenu(page, message).select(third);
  await expect(page).toHaveURL(`/?lang=${third.code}`);
  await expect(new HostPage(page, messageFormatter(third.code)).heading).toBeVisible();
}
