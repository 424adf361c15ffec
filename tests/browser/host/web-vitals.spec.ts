/** Field data: what a browser measures of a visit and reports. */
import type { Page } from '@playwright/test';
import { type MarqueeServer, served } from '../support/marquee-server.ts';
import { press } from '../support/press.ts';
import { setVisibility } from '../support/visibility.ts';
import { test as base, expect, type HostPage } from './test.ts';

const test = base.extend({ server: served({ WEB_VITALS_SAMPLE: '1' }) });

test('leaving the page reports the visit', async ({ page, home, server }) => {
  await visit(page, home);
  expect(await countsOf(server)).toEqual({});

  // Not observed as a request, since Chromium has left the page when it sends it.
  await page.goto('about:blank');
  await expect
    .poll(() => countsOf(server))
    .toMatchObject({ cls: 1, fcp_seconds: 1, inp_seconds: 1, lcp_seconds: 1, ttfb_seconds: 1 });
});

test('a visit is reported once, and without its query', async ({ page, home }) => {
  const reports: URLSearchParams[] = [];
  await page.route(/\/api\/web-vitals\?/, (route) => {
    reports.push(new URL(route.request().url()).searchParams);
    return route.continue();
  });
  await visit(page, home);
  const reported = page.waitForResponse(/\/api\/web-vitals\?/);
  for (const isVisible of [false, true, false]) await page.evaluate(setVisibility, isVisible);
  expect((await reported).status()).toBe(204);
  expect(reports).toHaveLength(1);
  const { lang, inp_place, lcp_place, ...metrics } = Object.fromEntries(reports[0] ?? []);
  expect(lang).toBe('en');
  expect(inp_place).toBe('ticker');
  expect(lcp_place).toBe('heading');
  expect(Object.keys(metrics).sort()).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb']);
});

test('a visit with Global Privacy Control is not measured', async ({ page, home }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await home.enter();
  // After the callback that would load the script.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts.join('\n')).toContain('/assets/hydrate-');
  expect(scripts.join('\n')).not.toContain('/assets/web-vitals-');
});

/** Opens the home page, waits until the visit is measured, and presses a button, which takes longest. */
async function visit(page: Page, home: HostPage): Promise<void> {
  const measuring = page.waitForResponse(/web-vitals-/);
  await home.enter('/?lang=en&utm_source=x');
  await measuring;
  await page.evaluate(() =>
    document.addEventListener('click', () => {
      const end = performance.now() + 1000;
      while (performance.now() < end);
    }),
  );
  await press(home.nextNumber);
  // The latency of an interaction is known after a frame that shows its effect.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver((list) => {
          if (list.getEntries().some(({ duration }) => duration >= 1000)) resolve();
        }).observe({ type: 'event', buffered: true }),
      ),
  );
}

/** Returns how many visits in English have reported a metric, by its name. */
async function countsOf(server: MarqueeServer): Promise<Record<string, number>> {
  const counts = /^marquee_web_vitals_(\w+)_count\{language="en"\} (\d+)$/gm;
  return Object.fromEntries(
    [...(await server.metrics()).matchAll(counts)].map(([, name, count]) => [name, Number(count)]),
  );
}
