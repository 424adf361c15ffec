import type { Page, Request } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

/** The most that a phone has to load, bytes as sent; the build weighs script and style. */
const budgets = { document: 14_000, picturesOfFirstView: 120_000 };

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(({ code }) => {
  for (const path of ['/', '/nowhere']) {
    const address = `${path}?lang=${code}`;
    test(`${address} is light for a phone`, async ({ page, home }) => {
      const requests: Request[] = [];
      const underWay = new Set<Request>();
      page.on('request', (request) => underWay.add(request));
      page.on('requestfailed', (request) => underWay.delete(request));
      page.on('requestfinished', (request) => {
        underWay.delete(request);
        requests.push(request);
      });
      const response = await page.goto(address);
      // The advert has a picture as well.
      if (path === '/') await expect(home.advert).toBeVisible();
      await expect.poll(() => picturesToCome(page)).toEqual([]);
      // More pictures load than the first view shows; they count as well.
      await expect.poll(() => underWay.size).toBe(0);

      const identity = (await response?.body())?.length;
      const sent = await bytesOf(requests.filter((request) => request.isNavigationRequest()));
      const pictures = await bytesOf(requests.filter((it) => it.resourceType() === 'image'));
      test.info().annotations.push({
        type: 'weight',
        description: `${address}: document ${sent} bytes (${identity} unpacked), pictures ${pictures} bytes`,
      });
      expect(await response?.headerValue('content-encoding')).toBe('br');
      expect(sent).toBeGreaterThan(0);
      expect(sent, 'the document').toBeLessThanOrEqual(budgets.document);
      expect(pictures).toBeGreaterThan(0);
      expect(pictures, 'pictures').toBeLessThanOrEqual(budgets.picturesOfFirstView);
    });
  }
});

/** Pictures that can be seen and are not there yet. */
function picturesToCome(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const places = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver(resolve);
      for (const picture of document.images) observer.observe(picture);
    });
    return places
      .filter(({ intersectionRatio }) => intersectionRatio > 0)
      .map(({ target }) => target as HTMLImageElement)
      .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
      .map(({ src }) => src);
  });
}

async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}
