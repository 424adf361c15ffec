/** A service worker that the site had before, which serves an old page from then on. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from './support/deployed-site.ts';
import { waitForHydration } from './support/hydration.ts';
import { startServer } from './support/marquee-server.ts';
import { expect } from './support/test.ts';

const worker = '/old/worker.js';

/** Responds as the former site did. */
const formerSite = createServer((request, response) => {
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
});

test('a page of a former service worker gives way to that of the site', async ({
  page,
  builds,
}) => {
  formerSite.listen(0, '127.0.0.1');
  await once(formerSite, 'listening');
  const { port } = formerSite.address() as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.locator('body')).toHaveText('old page');
  formerSite.closeAllConnections();
  formerSite.close();

  const server = await startServer({ DIST_DIR: builds.new, LISTEN_ADDR: `127.0.0.1:${port}` });
  const { headers } = await fetch(url.slice(0, -1) + worker);
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  await page.goto(url);
  await expect(page.locator('h1')).toHaveCount(1);
  await waitForHydration(page);
  const count = async () => (await navigator.serviceWorker.getRegistrations()).length;
  expect(await page.evaluate(count)).toBe(0);
  await server.stop();
});
