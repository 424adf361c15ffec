/** A lost script, where engines differ: whether they cache failed modules. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from './support/test.ts';

/** The requests that the proxy fails: the name of a file, and how many. */
let losses = { file: '', count: 0 };

/** The site behind a proxy that fails. */
const test = base.extend({
  site: [
    async ({ server }, use) => {
      const proxy = lossyProxy(server.url).listen(0, '127.0.0.1');
      await new Promise((resolve) => proxy.once('listening', resolve));
      await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
      proxy.close();
      proxy.closeAllConnections();
    },
    { scope: 'worker' },
  ],
});

test('the app starts when one request for it fails', async ({ home }) => {
  losses = { file: 'hydrate', count: 1 };
  await home.enter();
  expect(losses.count).toBe(0);
});

/** Forwards requests to a site, and fails those that are to be lost. */
function lossyProxy(site: string): Server {
  return createServer(({ url = '/', method, headers }, response) => {
    const forwarded = request(new URL(url, site), { method, headers }, (from) => {
      const isScript = url.startsWith(`/assets/${losses.file}-`) && url.endsWith('.js');
      if (losses.count > 0 && method === 'GET' && isScript) {
        losses.count -= 1;
        from.resume();
        // Browsers repeat the request themselves if there is no response.
        return response.writeHead(503).end();
      }
      // Another test of this browser may have loaded the file.
      response.writeHead(from.statusCode ?? 502, { ...from.headers, 'cache-control': 'no-store' });
      return from.pipe(response);
    });
    forwarded.end();
  });
}
