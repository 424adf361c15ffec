/** What the server counts of a visit: from real clicks of a browser to the metrics. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Button, type WebElement } from 'selenium-webdriver';
import { type MarqueeServer, startServer } from '../../browser/support/marquee-server.ts';
import { start } from '../engines/engines.ts';
import { Page } from '../support/page.ts';
import { base, desktop, expect } from '../support/test.ts';

/**
 * Sets the signal that the URL names, and records reports, in the next documents as well. Clicks follow no link
 * until one may, after the page's own listeners.
 */
function prepare(): void {
  for (const type of ['click', 'auxclick', 'contextmenu'])
    addEventListener(type, (event) => sessionStorage.mayLeave ?? event.preventDefault());
  const signal = /signal=(\w+)/.exec(document.URL)?.[1];
  const value = signal === 'doNotTrack' ? '1' : true;
  if (signal) Object.defineProperty(navigator, signal, { value });
  const send = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url) => {
    sessionStorage.sent = `${sessionStorage.sent ?? ''}${url}\n`;
    return send(url);
  };
}

const test = base.extend<object, { server: MarqueeServer; visit: Page }>({
  server: [
    async ({}, use) => {
      const operator = createServer((_, response) => response.end('operator'));
      await new Promise<void>((resolve) => operator.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/`;
      const server = await startServer({
        OPERATOR_LINK: url,
        OPERATOR_BLOG_LINK: `${url}blog`,
        MESSAGING_LINK: `${url}messaging`,
      });
      await use(server);
      await server.stop();
      operator.close();
      operator.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  visit: [
    async ({ server }, use, { project }) => {
      const preferences = { motion: 'reduce', scripting: 'enabled' } as const;
      const browser = await start(project.name, preferences, `(${prepare})()`);
      const page = new Page(browser, server.url);
      await page.resize(desktop);
      await use(page);
      await browser.quit();
    },
    { scope: 'worker' },
  ],
});

for (const signal of ['globalPrivacyControl', 'doNotTrack']) {
  test(`nothing is sent of a visit with ${signal}`, async ({ visit: page }) => {
    await page.goto(`/nowhere?signal=${signal}`);
    await page.hydrated();
    await page.click(await linkIn(page, 'footer', 'signUp'));
    await page.goto('/robots.txt');
    expect(await page.run(() => sessionStorage.sent)).toBeFalsy();
  });
}

test('each view and each click is counted by language, campaign source, link and place', async ({
  visit: page,
  server,
}, { project: { name: engine } }) => {
  await page.goto('/?lang=en&utm_source=google');
  await page.hydrated();
  const links = await page.run(linksByPlace);
  expect(links).toContainEqual(['intro', 'signUp']);
  for (const [place, name] of links) await page.click(await linkIn(page, place, name));
  const link = await linkIn(page, 'intro', 'signUp');
  await page.reveal(link);
  // The driver of WebKit presses the first button instead of any other.
  for (const button of engine === 'webkit' ? [Button.LEFT] : [Button.MIDDLE, Button.RIGHT]) {
    const mouse = page.driver.actions().move({ origin: link });
    await mouse.press(button).release(button).perform();
  }
  await page.run(() => {
    sessionStorage.mayLeave = 'yes';
  });
  await page.click(link);
  await page.until('the operator has the visitor', () => document.body.innerText === 'operator');

  const expected = links.map(([place, link]) => {
    const count = place === 'intro' && link === 'signUp' ? 3 : 1;
    return `link_clicks_total{language="en",link="${link}",place="${place}"} ${count}`;
  });
  const counted = /^marquee_((?:page_views|clicks|link_clicks)_total.*)$/gm;
  await expect
    .poll(async () => [...(await server.metrics()).matchAll(counted)].map(([, it]) => it).sort())
    .toEqual(
      [
        `clicks_total{language="en",source="google"} ${links.length + 2}`,
        'page_views_total{language="en",source="google"} 1',
        ...expected,
      ].sort(),
    );
});

/** Places and names of the links to other sites. In the page. */
function linksByPlace(): [place: string, name: string][] {
  const links = [...document.querySelectorAll<HTMLElement>('a[rel~="sponsored"]')].map(
    (link) => `${link.closest<HTMLElement>('[data-place]')?.dataset.place} ${link.dataset.link}`,
  );
  return [...new Set(links)].map((it) => it.split(' ') as [string, string]);
}

/** Returns the first link of a name in a part of the page, and not in a part within that. */
function linkIn(page: Page, place: string, name: string): Promise<WebElement> {
  return page.driver.executeScript(
    `const [place, name] = arguments;
    return [...document.querySelectorAll('[data-link="' + name + '"]')].find(
      (link) => link.closest('[data-place]').dataset.place === place)`,
    place,
    name,
  );
}
