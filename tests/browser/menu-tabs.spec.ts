import type { HomePage } from './support/home-page.ts';
import type { MessageFormatter } from './support/languages.ts';
import { arrivesAt, stepsFrom } from './support/scrolling.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

// On a phone the blocks are far apart.
test.use({ viewport: { width: 390, height: 844 } });

inEachLanguage(() => {
  test('there are eight tabs, the first one selected', async ({ page, home, message }) => {
    await home.enter();
    await expect(page.getByRole('tab')).toHaveText(names(message));
    await isActive(home, 1);

    await page.getByRole('tab').last().click();
    await isActive(home, 8);
    await arrivesAt(home.contentBlock);
  });
});

test('the first tab scrolls to the first block, the others to the content block', async ({
  page,
  home,
}) => {
  await home.enter();
  for (const place of [2, 1, 3, 4, 5, 6, 7, 8]) {
    await page
      .getByRole('tab')
      .nth(place - 1)
      .click();
    await isActive(home, place);
    await arrivesAt(place === 1 ? home.firstBlock : home.contentBlock);
  }
});

test('scrolling to a block is smooth', async ({ page, home }) => {
  await home.enter();
  expect(await stepsFrom(page.getByRole('tab').last())).toBeGreaterThan(2);
  await arrivesAt(home.contentBlock);
  await expect(page).toHaveURL('/');
});

test('scrolling to a block is instant under reduced motion', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  expect(await stepsFrom(page.getByRole('tab').last())).toBe(1);
  await arrivesAt(home.contentBlock);
});

test('arrow keys move the focus, Enter and Space select', async ({ page, home }) => {
  await home.enter();
  const tabs = page.getByRole('tab');
  await tabs.nth(0).focus();
  for (const [key, place] of [
    ['ArrowRight', 1],
    ['ArrowLeft', 0],
    ['ArrowLeft', 7],
    ['ArrowRight', 0],
    ['End', 7],
    ['Home', 0],
    ['ArrowRight', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs.nth(place)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await isActive(home, 2);
  await arrivesAt(home.contentBlock);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await isActive(home, 1);
  await arrivesAt(home.firstBlock);
});

test('only the selected tab is in the tab order', async ({ page, home }) => {
  await home.enter();
  const tabs = page.getByRole('tab');
  await tabs.nth(0).focus();
  await page.keyboard.press('Tab');
  await expect(home.firstBlock.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tabs.nth(0)).toBeFocused();
});

function names(message: MessageFormatter): string[] {
  return [
    message('menu.tab.slots'),
    message('menu.tab.liveCasino'),
    message('menu.tab.sports'),
    message('menu.tab.fishing'),
    message('menu.tab.poker'),
    message('menu.tab.lottery'),
    message('menu.tab.esports'),
    message('menu.tab.promotions'),
  ];
}

/** Expects this tab to be the only selected one, and to label the shared panel. */
async function isActive({ page, firstBlock }: HomePage, place: number): Promise<void> {
  const tab = page.getByRole('tab').nth(place - 1);
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(1);
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(firstBlock).toHaveAccessibleName((await tab.textContent()) ?? 'missing');
  await expect(firstBlock.getByRole('link')).toHaveCount(2);
}
