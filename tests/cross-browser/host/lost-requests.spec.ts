/** A lost script, where engines differ: whether they cache failed modules. */
import { SiteProxy } from '../../browser/support/site-proxy.ts';
import { test as base, expect } from '../support/test.ts';

/** The requests that the proxy fails: the name of a file, and how many. */
let losses = { file: '', count: 0 };

/** Fails the requests that are to be lost. */
const lose: SiteProxy['intercept'] = ({ url = '', method }, response) => {
  // Another test of this browser may have loaded the file.
  response.setHeader('cache-control', 'no-store');
  const isScript = url.startsWith(`/assets/${losses.file}-`) && url.endsWith('.js');
  if (losses.count === 0 || method !== 'GET' || !isScript) return false;
  losses.count -= 1;
  // Browsers repeat the request themselves if there is no response.
  response.writeHead(503).end();
  return true;
};

/** The site behind a proxy that fails. */
const test = base.extend({
  site: [
    async ({ server }, use) => {
      const proxy = await SiteProxy.start(server.url);
      proxy.intercept = lose;
      await use(proxy.url);
      proxy.stop();
    },
    { scope: 'worker' },
  ],
});

test('the app starts when one request for it fails', async ({ home }) => {
  losses = { file: 'hydrate', count: 1 };
  await home.enter();
  expect(losses.count).toBe(0);
});
