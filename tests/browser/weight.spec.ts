import type { Page, Request } from '@playwright/test';
import { maxBytes } from '../../client/site/config.ts';
import { paths } from './support/paths.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(({ code }) => {
  for (const path of paths) {
    const url = `${path}?lang=${code}`;
    test(`${url} is within the transfer size limits on a phone`, async ({ page, home }) => {
      const requests: Request[] = [];
      const pending = new Set<Request>();
      page.on('request', (request) => pending.add(request));
      page.on('requestfailed', (request) => pending.delete(request));
      page.on('requestfinished', (request) => {
        pending.delete(request);
        requests.push(request);
      });
      const response = await page.goto(url);
      // Include the picture of a pop-up.
      if (path === '/') await home.ready();
      await expect.poll(() => visiblePicturesLoading(page)).toEqual([]);
      // Lazy loading also loads pictures near the viewport, which count too.
      await expect.poll(() => pending.size).toBe(0);

      const identity = (await response?.body())?.length;
      const sent = await bytesOf(requests.filter((request) => request.isNavigationRequest()));
      const pictures = await bytesOf(requests.filter((it) => it.resourceType() === 'image'));
      test.info().annotations.push({
        type: 'weight',
        description: `${url}: document ${sent} bytes (${identity} unpacked), pictures ${pictures} bytes`,
      });
      expect(await response?.headerValue('content-encoding')).toBe('br');
      expect(sent).toBeGreaterThan(0);
      expect(sent, 'the document').toBeLessThanOrEqual(maxBytes.document);
      if ((await page.locator('img').count()) > 0) expect(pictures).toBeGreaterThan(0);
      expect(pictures, 'pictures').toBeLessThanOrEqual(maxBytes.picturesOfFirstView);
    });
  }
});

/** Returns visible pictures that have not loaded yet. */
function visiblePicturesLoading(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const places = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver(resolve);
      // It reports nothing where there is nothing to observe.
      for (const element of [document.body, ...document.images]) observer.observe(element);
    });
    return places
      .filter(({ intersectionRatio }) => intersectionRatio > 0)
      .map(({ target }) => target)
      .filter((target) => target instanceof HTMLImageElement)
      .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
      .map(({ src }) => src);
  });
}

async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}
