import type { WebElement } from 'selenium-webdriver';
import type { Page } from './support/page.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(() => {
  test('each of the eight tabs is active once it is chosen, and scrolls to its block', async ({
    page,
    home,
    say,
  }) => {
    await home.enter();
    const names = [
      'slots',
      'liveCasino',
      'sports',
      'fishing',
      'poker',
      'lottery',
      'esports',
      'promotions',
    ] as const;
    const tabs = await page.all('tab');
    const words = await Promise.all(tabs.map((tab) => page.text(tab)));
    expect(words).toEqual(names.map((name) => say(`menu.tab.${name}`)));
    await isActive(page, tabs, 0);

    for (const place of [7, 0, 1]) {
      const tab = tabs[place];
      if (!tab) throw new Error(`there is no tab ${place}`);
      await page.click(tab);
      await isActive(page, tabs, place);
      await arrivesAt(page, await (place === 0 ? home.firstBlock() : home.contentBlock()));
    }
  });
});

test('the way to a block is smooth', async ({ page, home }) => {
  await home.enter();
  const tab = (await page.all('tab')).at(-1);
  if (!tab) throw new Error('there is no tab');
  await page.reveal(tab);
  const steps = await page.run(
    (element) =>
      new Promise<number>((resolve) => {
        const places = new Set<number>();
        const arrival = document.getElementById('content');
        addEventListener('scroll', () => {
          places.add(Math.round(scrollY));
          const top = arrival?.getBoundingClientRect().top ?? Number.NaN;
          if (top < innerHeight / 2) resolve(places.size);
        });
        element.click();
      }),
    tab,
  );
  // At once would be one step.
  expect(steps).toBeGreaterThan(1);
});

/** This tab is the selected one, looks other than the others, and names the block all show. */
async function isActive(page: Page, tabs: WebElement[], place: number): Promise<void> {
  const look = () =>
    page.run(
      (...all) =>
        all.map((tab) => {
          const { borderTopColor, color, backgroundImage } = getComputedStyle(tab);
          return {
            isSelected: tab.getAttribute('aria-selected') === 'true',
            style: [borderTopColor, color, backgroundImage].join(' '),
          };
        }),
      ...tabs,
    );
  await expect
    .poll(async () => (await look()).flatMap(({ isSelected }, index) => (isSelected ? index : [])))
    .toEqual([place]);
  await expect
    .poll(async () => {
      const styles = (await look()).map(({ style }) => style);
      return styles.flatMap((style, index) =>
        styles.filter((other) => other === style).length === 1 ? index : [],
      );
    }, 'one tab alone looks active')
    .toEqual([place]);
  const tab = tabs[place];
  if (!tab) throw new Error(`there is no tab ${place}`);
  await page.find('tabpanel', await page.text(tab));
}

/** The block comes to rest below the header, in the upper half of the window. */
async function arrivesAt(page: Page, block: WebElement): Promise<void> {
  const header = await page.find('banner');
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const place = await page.run(
        (element, bar) => ({
          top: element.getBoundingClientRect().top,
          isBelowHeader:
            element.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom - 1,
          isInUpperHalf: element.getBoundingClientRect().top < innerHeight / 2,
        }),
        block,
        header,
      );
      const isAtRest = place.top === last;
      last = place.top;
      return isAtRest && place.isBelowHeader && place.isInUpperHalf;
    })
    .toBe(true);
}
