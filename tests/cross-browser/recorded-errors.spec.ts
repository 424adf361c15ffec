import { expect, openWindow, test } from './support/test.ts';

test('errors in a page are recorded', async ({ page, engine }) => {
  await page.goto('/');
  await page.run(() => {
    console.error('a message');
    reportError(new Error('an error'));
    for (const [element, source] of [
      ['script', '/assets/missing.js'],
      ['img', 'https://elsewhere.example/'],
    ] as const) {
      document.body.append(Object.assign(document.createElement(element), { src: source }));
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
