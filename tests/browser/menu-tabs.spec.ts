import type { HomePage } from './support/home-page.ts';
import { arrivesAt, stepsFrom } from './support/scrolling.ts';
import { expect, test } from './support/test.ts';

// On a phone the blocks are far apart.
test.use({ viewport: { width: 390, height: 844 } });

test('the first tab scrolls to the first block, the others to the content block, at once under reduced motion', async ({
  page,
  home,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  await isActive(home, 1);
  for (const place of [2, 1, 3, 4, 5, 6, 7]) {
    await home.tabs.nth(place - 1).click();
    await isActive(home, place);
    await arrivesAt(place === 1 ? home.firstBlock : home.contentBlock);
  }
  expect(await stepsFrom(home.tabs.last())).toBe(1);
  await isActive(home, 8);
  await arrivesAt(home.contentBlock);
});

test('the focus follows the scroll, and Tab continues in the block', async ({ page, home }) => {
  await home.enter();
  for (const [place, block] of [
    [2, home.contentBlock],
    [1, home.firstBlock],
  ] as const) {
    await home.tabs.nth(place - 1).focus();
    await page.keyboard.press('Enter');
    await arrivesAt(block);
    await expect(block).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(block.getByRole('link').first()).toBeFocused();
    await arrivesAt(block);
  }
});

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

test('every tab is in the tab order', async ({ page, home }) => {
  await home.enter();
  await home.tabs.first().focus();
  for (let place = 2; place <= 8; place += 1) {
    await page.keyboard.press('Tab');
    await expect(home.tabs.nth(place - 1)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(home.firstBlock.getByRole('link').first()).toBeFocused();
});

/** Expects this tab to be the only active one, and all tabs to show the same block. */
async function isActive({ tabs, activeTab, firstBlock }: HomePage, place: number): Promise<void> {
  await expect(activeTab).toHaveCount(1);
  await expect(tabs.nth(place - 1)).toHaveAttribute('aria-current', 'true');
  await expect(firstBlock.getByRole('link')).toHaveCount(2);
}
