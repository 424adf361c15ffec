import { expect, test } from './support/test.ts';

// On a phone the blocks are far apart.
test.use({ viewport: { width: 390, height: 844 } });

test('Back within the page does not scroll visibly', async ({ page, home }) => {
  await home.enter();
  await page.locator('a[href="#terms"]').click();
  const steps = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const places = new Set<number>();
    addEventListener('scroll', () => places.add(scrollY));
    history.back();
    await new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    return [...places];
  });
  expect(steps).toHaveLength(1);
});
