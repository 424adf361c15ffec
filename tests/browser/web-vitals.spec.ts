/** Field data: what a browser measures of a visit and reports. */
import { startServer } from './support/marquee-server.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const server = await startServer({ WEB_VITALS_SAMPLE: '1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('a visit is reported once, when the page is hidden', async ({ page, home }) => {
  const measuring = page.waitForResponse(/web-vitals/);
  await home.enter('/?lang=en&utm_source=x');
  await measuring;
  await page.getByRole('tab').nth(1).click();
  // The interaction's latency is known after its next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );

  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.goto('about:blank');
  const report = JSON.parse((await sent).postData() ?? '');
  expect(report).toMatchObject({ path: '/', lang: 'en' });
  expect(Object.keys(report.metrics)).toEqual(
    expect.arrayContaining(['cls', 'fcp', 'lcp', 'ttfb']),
  );
  for (const value of Object.values(report.metrics)) expect(value).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(report)).not.toContain('utm');
  expect((await (await sent).response())?.status()).toBe(204);
});
