import type { Request } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

/** The most that a phone has to load, bytes as sent; the build weighs script and style. */
const budgets = { document: 14_000, picturesOfFirstView: 120_000 };

test.use({ viewport: { width: 360, height: 740 }, contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(({ code }) => {
  for (const address of [`/?lang=${code}`, `/nowhere?lang=${code}`]) {
    test(`${address} is light for a phone`, async ({ page }) => {
      const requests: Request[] = [];
      page.on('requestfinished', (request) => requests.push(request));
      // More pictures load than the first view shows; they count as well.
      const response = await page.goto(address, { waitUntil: 'networkidle' });

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

async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}
