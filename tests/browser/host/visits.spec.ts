/** Reports of views and clicks, where they are not plain; `tests/cross-browser/host` has the plain ones. */
import type { Page } from '@playwright/test';
import { delayEntryScript } from '../support/delay.ts';
import { LanguageMenu } from '../support/language-menu.ts';
import { messageFormatter, second } from '../support/languages.ts';
import { served } from '../support/marquee-server.ts';
import { press } from '../support/press.ts';
import { SiteProxy } from '../support/site-proxy.ts';
import { test as base, expect, HostPage } from './test.ts';

const test = base.extend({ server: served({ OPERATOR_LINK: 'https://operator.example/' }) });

/**
 * Follows the sign-up link of the intro after a visit. Returns the parameters of all reports, but of those that
 * Chromium sends when it has left a page.
 */
async function reportsOf(page: Page, visit: () => Promise<void>): Promise<string[]> {
  await page.route('https://operator.example/**', (route) => route.fulfill({ status: 204 }));
  const reports: string[] = [];
  await page.route(/\/api\/visits/, (route) => {
    reports.push(new URL(route.request().url()).search);
    return route.continue();
  });
  await visit();
  const sent = page.waitForRequest('https://operator.example/**');
  await press(page.locator('[data-place="intro"] [data-link="signUp"]'));
  await sent;
  return reports;
}

test('a click before the app has started is reported', async ({ page }) => {
  await delayEntryScript(page);
  const reports = await reportsOf(page, async () => {
    await page.goto('/?lang=en&utm_source=spring%20sale', { waitUntil: 'commit' });
  });
  await expect
    .poll(() => reports)
    .toEqual(['?lang=en&utm_source=spring+sale&link=signUp&place=intro']);
});

test('a click before the end of the page has arrived is reported', async ({ page, server }) => {
  const proxy = await SiteProxy.start(server.url);
  const path = '/?lang=en&utm_source=spring%20sale';
  const html = await (await page.request.get(server.url + path)).text();
  const end = html.lastIndexOf('</main>');
  let finish = async () => {};
  proxy.intercept = ({ url }, response) => {
    if (url !== path) return false;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, end));
    finish = () => new Promise((resolve) => response.end(html.slice(end), resolve));
    return true;
  };
  const reports = await reportsOf(page, async () => {
    await page.goto(proxy.url + path, { waitUntil: 'commit' });
  });
  await expect
    .poll(() => reports)
    .toEqual(['?lang=en&utm_source=spring+sale&link=signUp&place=intro']);
  await finish();
  // Has the response.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/visits')),
  );
  proxy.stop();
});

test('a visit in a language of a translation is reported in that of the page', async ({ home }) => {
  const { page } = home;
  const reports = await reportsOf(page, async () => {
    await home.enter('/?lang=en');
    await page.evaluate(() => {
      document.documentElement.lang = 'ta';
    });
  });
  await expect.poll(() => reports).toEqual(['?lang=en&utm_source=&link=signUp&place=intro']);
});

test('reports have the campaign source after a language switch and a reload', async ({ home }) => {
  const { page, message } = home;
  const url = `/?lang=${second.code}`;
  const reports = await reportsOf(page, async () => {
    await home.enter('/?utm_source=spring%20sale');
    await new LanguageMenu(page, message).choose(second);
    await expect(page).toHaveURL(url);
    await new HostPage(page, messageFormatter(second.code), url).enter();
  });
  await expect
    .poll(() => reports)
    .toEqual([`?lang=${second.code}&utm_source=spring+sale&link=signUp&place=intro`]);
});

test('a double click is reported once, and no click of a browser without beacons is an error', async ({
  page,
}) => {
  // The page stays, so that each click is on it.
  await page.addInitScript(() => addEventListener('click', (event) => event.preventDefault()));
  const reports: string[] = [];
  await page.route(/\/api\/visits/, (route) => {
    reports.push(new URL(route.request().url()).searchParams.get('link') ?? '');
    return route.continue();
  });
  await page.goto('/nowhere?lang=en');
  const link = (name: string) => page.locator(`[data-place="footer"] [data-link="${name}"]`);
  await link('home').dblclick();
  await press(link('signUp'));
  await expect.poll(() => reports).toEqual(['home', 'signUp']);
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'sendBeacon'));
  await press(link('home'));
});
