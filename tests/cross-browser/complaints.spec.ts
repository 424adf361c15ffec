import { expect, openWindow, test } from './support/test.ts';

test('whatever goes wrong in a page is noticed', async ({ page, engine }) => {
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
  const kinds = async () =>
    new Set((await page.complaints()).map((complaint) => complaint.split(':')[0]));
  await expect
    .poll(kinds)
    .toEqual(new Set(['console.error', 'error', 'not loaded', 'policy', 'status 404']));
  // A window that has complained of nothing takes its place.
  await openWindow(engine);
});
