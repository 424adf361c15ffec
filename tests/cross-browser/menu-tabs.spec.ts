import type { WebElement } from 'selenium-webdriver';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('choosing a tab makes it active, scrolls to its block and moves the focus there', async ({
  page,
  home,
}) => {
  await home.enter();
  const tabs = await home.tabs();
  expect(tabs).toHaveLength(8);
  await isActive(page, tabs, 0);

  for (const place of [7, 0, 1]) {
    const tab = tabs[place];
    if (!tab) throw new Error(`no tab ${place}`);
    await page.click(tab);
    await isActive(page, tabs, place);
    const block = await (place === 0 ? home.firstBlock() : home.contentBlock());
    await arrivesAt(page, block);
    expect(await page.run((element) => element === document.activeElement, block)).toBe(true);
  }
});

test('scrolling to a block is smooth', async ({ page, home }) => {
  await home.enter();
  const tab = (await home.tabs()).at(-1);
  if (!tab) throw new Error('no tab');
  const stepsOfScroll = async () => {
    await page.reveal(tab);
    return page.run(async (element) => {
      // The events of that scroll are sent with these frames.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return new Promise<number>((resolve) => {
        const places = new Set<number>();
        const arrival = document.getElementById('content');
        addEventListener('scroll', () => {
          places.add(Math.round(scrollY));
          const top = arrival?.getBoundingClientRect().top ?? Number.NaN;
          if (top < innerHeight / 2) resolve(places.size);
        });
        element.click();
      });
    }, tab);
  };
  // A busy browser may skip frames of one scroll. An instant scroll is one step at each attempt.
  await expect.poll(stepsOfScroll).toBeGreaterThan(1);
});

/** Expects a tab to be the only active one. */
async function isActive(page: Page, tabs: WebElement[], place: number): Promise<void> {
  const active = () =>
    page.run((...all) => all.map((tab) => tab.getAttribute('aria-current') === 'true'), ...tabs);
  await expect.poll(active).toEqual(tabs.map((_tab, index) => index === place));
}

/** Waits until scrolling stops with the block's top below the header, in the upper half. */
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
