import { expect, openWindow, test } from './support/test.ts';

test('errors in a page are recorded', async ({ page, engine }) => {
  await page.goto('/');
  await page.run(() => {
    console.error('a message');
    reportError(new Error('an error'));
    for (const src of ['/assets/missing.png', 'https://elsewhere.example/']) {
      document.body.append(Object.assign(document.createElement('img'), { src }));
    }
    void fetch('/assets/missing.json');
  });
  const kinds = async () => new Set((await page.errors()).map((error) => error.split(':')[0]));
  await expect
    .poll(kinds)
    .toEqual(new Set(['console.error', 'error', 'not loaded', 'policy', 'status 404']));
  // Replaces the window, whose errors would fail the test.
  await openWindow(engine);
});
