import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { JSDOM } from 'jsdom';
import { endOfView } from './support/end-of-view.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { SiteProxy } from './support/site-proxy.ts';
import { test as base, expect, inEachLanguage } from './support/test.ts';

const test = base.extend<{ siteProxy: SiteProxy }>({
  siteProxy: async ({ server }, use) => {
    const proxy = await SiteProxy.start(server.url);
    await use(proxy);
    proxy.stop();
  },
  baseURL: ({ siteProxy }, use) => use(siteProxy.url),
});

/** What a server sends in the first round trip of a connection: ten segments (RFC 6928), less TLS. */
const firstFlight = 14_336;

inEachLanguage(({ code }) => {
  test(`The first view of a phone in ${code}, and what blocks its paint, fit into the first flight`, async ({
    page,
    server,
  }) => {
    const url = new URL(`/?lang=${code}`, server.url);
    await page.goto(url.href);
    const blocking = await page.evaluate(() =>
      [
        ...document.head.querySelectorAll<HTMLElement>(
          '[rel="stylesheet"], script:not([type], [async])',
        ),
      ].map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
    );
    expect(blocking).toHaveLength(2);
    const files = await Promise.all(blocking.map((path) => download(new URL(path, url))));
    const blockingBytes = files.reduce((sum, { headers, body }) => sum + headers + body.length, 0);

    const { headers, body } = await download(url);
    const start = body.subarray(0, firstFlight - blockingBytes - headers);
    const html = brotliDecompressSync(start, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
    const { needed, delivered } = await elementsOfFirstView(page, html.toString());
    test.info().annotations.push({
      type: 'first flight',
      description: `${code}: ${blockingBytes} bytes block the paint; ${start.length} bytes of the page have ${delivered} elements, and the first view ${needed}`,
    });
    expect(delivered).toBeGreaterThanOrEqual(needed);
  });

  for (const width of [412, 1_440]) {
    test(`A page in ${code} that arrives in pieces does not move what a visitor reads at ${width} px`, async ({
      page,
      siteProxy,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const [path, pieceLength] = [`/?lang=${code}`, 1_000];
      const html = await (await page.request.get(path)).text();
      // Nothing is painted, and so there are no frames, before the body.
      const start = html.indexOf('<main');
      const documents: ServerResponse[] = [];
      siteProxy.intercept = ({ url }, response) => {
        if (url !== path) return false;
        documents.push(response.setHeader('content-type', 'text/html; charset=utf-8'));
        response.write(html.slice(0, start));
        return true;
      };
      await page.goto(path, { waitUntil: 'commit' });
      for (let at = start; at < html.length; at += pieceLength) {
        documents[0]?.write(html.slice(at, at + pieceLength));
        await page.evaluate(twoFrames);
      }
      documents[0]?.end();
      await page.waitForLoadState('networkidle');
      // The font that arrives, and words that end where their picture does, move a little.
      const shifts = await layoutShifts(page);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(shifts)).toBeLessThan(0.015);
    });
  }
});

/** Resolves when what was there before has been painted. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
  );
}

/** Requests a URL. Returns the size of the response's headers, and its body as it was sent. */
async function download(url: URL) {
  const request = get(url, { headers: { 'accept-encoding': 'br' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const fields = response.rawHeaders.map((text, index) => text + (index % 2 ? '\r\n' : ': '));
  const head = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n${fields.join('')}\r\n`;
  return { headers: Buffer.byteLength(head), body: await buffer(response) };
}

/**
 * Returns how many elements the main part has up to the last one of the first view, and how many are
 * in a truncated document. The fixed footer covers the end of the view.
 */
async function elementsOfFirstView(page: Page, truncated: string) {
  const selector = 'main > :not(dialog) *';
  const last = await page
    .locator(selector)
    .evaluateAll(
      (elements, end) =>
        elements.findLastIndex(
          (element) => element.checkVisibility() && element.getBoundingClientRect().top < end,
        ),
      await page.evaluate(endOfView),
    );
  // The policy of the site allows no parser.
  const { document } = new JSDOM(truncated).window;
  return { needed: last + 1, delivered: document.querySelectorAll(selector).length };
}
