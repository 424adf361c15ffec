/** A service worker that the site had before, which serves an old page from then on. */

import { waitForHydration } from '../support/hydration.ts';
import type { SiteProxy } from '../support/site-proxy.ts';
import { test } from './deployed-site.ts';
import { expect } from './test.ts';

const worker = '/old/worker.js';

/** Responds as the former site did. */
const formerSite: SiteProxy['intercept'] = (request, response) => {
  const isWorker = request.url === worker;
  response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
  response.setHeader('service-worker-allowed', '/');
  response.end(
    isWorker
      ? `addEventListener('activate', (event) => event.waitUntil(clients.claim()));
         addEventListener('fetch', (event) => {
           const html = { headers: { 'content-type': 'text/html' } };
           if (event.request.mode === 'navigate') event.respondWith(new Response('<p>old page', html));
         });`
      : `<script>navigator.serviceWorker.register('${worker}', { scope: '/' })</script>`,
  );
  return true;
};

test('a page of a former service worker gives way to that of the site', async ({
  page,
  request,
  site,
}) => {
  const { intercept } = site.proxy;
  site.proxy.intercept = formerSite;
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.locator('body')).toHaveText('old page');

  await site.replaceWith('new');
  site.proxy.intercept = intercept;
  const headers = (await request.get(worker)).headers();
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  await page.goto('/');
  await expect(page.locator('h1')).toHaveCount(1);
  await waitForHydration(page);
  const count = async () => (await navigator.serviceWorker.getRegistrations()).length;
  expect(await page.evaluate(count)).toBe(0);
});
