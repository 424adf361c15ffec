/**
 * Layout of the home page on phones and wide screens, at the widths between those of the specification. A
 * script in the page measures all at once: after a change of the width, the page scrolls to its reader's place.
 */
import type { Page } from '@playwright/test';
import { endOfView } from '../../../tests/browser/support/end-of-view.ts';
import {
  expect,
  fromRightToLeft,
  inEachLanguage,
  test,
} from '../../../tests/browser/support/test.ts';

/** The parts of each column, of which the document has one order. */
const columns = ['.home-offer, .home-left > *', 'h1, .home-menu > *, .home-content', '.home-right'];

/** Waits until each part begins where the one before ends, or beside it. */
async function areInOrder(page: Page, parts: string, where: string): Promise<void> {
  const misplaced = () =>
    page.locator(parts).evaluateAll((all) => {
      const boxes = all.map((it) => it.getBoundingClientRect());
      return boxes.slice(1).flatMap(({ left, top }, index) => {
        const before = boxes[index] as DOMRect;
        const isPlaced = top >= before.bottom || (left >= before.right && top >= before.top);
        return isPlaced ? [] : [all[index + 1]?.className];
      });
    });
  await expect.poll(misplaced, where).toEqual([]);
}

/** Returns the tops of elements in pixels. */
function topsOf(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
}

inEachLanguage(({ ownName }) => {
  test('on narrow screens the views follow each other', async ({ page, home }) => {
    await home.enter();
    for (const width of [320, 390, 600, 768, 1023]) {
      await page.setViewportSize({ width, height: 844 });
      const at = `at ${width} px`;
      await areInOrder(page, columns.join(), at);
      if (width > 390) continue;
      await expect(page.locator('.language-menu-button').getByText(ownName), at).toBeVisible();
    }
  });

  test('on wide screens there are three columns, whose tops align', async ({ page, home }) => {
    await home.enter();
    for (const width of [1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const at = `at ${width} px`;
      const edges = [];
      for (const column of columns) {
        await areInOrder(page, column, at);
        const sides = await page.locator(column).evaluateAll((all) => {
          const boxes = all.map((it) => it.getBoundingClientRect());
          return [
            Math.min(...boxes.map(({ left }) => left)),
            Math.max(...boxes.map(({ right }) => right)),
          ];
        });
        edges.push(...sides);
      }
      expect(edges, at).toEqual([...new Set(edges)].toSorted((a, b) => a - b));
      if (width > 1440) continue;
      const [top, ...others] = await topsOf(
        page,
        '.home-left > :first-child, .home-menu > :first-child',
      );
      expect(others, at).toEqual(others.map(() => top));
    }
  });

  test('the left column stays in view while the page scrolls', async ({ page, home }) => {
    await home.enter();
    const end = page.locator('.home-left');
    for (const [width, height] of [
      [1024, 768],
      [1280, 720],
      [1440, 1000],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo({ top: 1100, behavior: 'instant' }));
      const column = await end.boundingBox();
      const bottom = await page.evaluate(endOfView);
      const gap = bottom - (column?.y ?? 0) - (column?.height ?? 0);
      expect(gap, `at ${width} px`).toBeGreaterThan(16);
      if (bottom < height && height < 900) expect(gap, `at ${width} px`).toBeLessThan(64);
      else await expect(end).toBeInViewport({ ratio: 1 });
    }
  });
});

test('on tablets both halves of the right column end together, without any one panel', async ({
  page,
  home,
}) => {
  await home.enter();
  const right = page.locator('.home-right');
  for (const panel of [undefined, ...(await right.locator('.home-right-half > *').all())]) {
    const name = await panel?.evaluate((it) => it.className);
    await panel?.evaluate((it: HTMLElement) => it.style.setProperty('display', 'none'));
    for (const width of [640, 800, 1023]) {
      await page.setViewportSize({ width, height: 900 });
      const [end, ...others] = await right.evaluate((column) => {
        const canGrow = (it: Element) => it.matches('.card, .frame') && it.checkVisibility();
        const halves = [...column.children].map(({ children }) => [...children]);
        return [[column], ...halves.filter((panels) => panels.some(canGrow))]
          .map((all) => Math.max(...all.map((it) => it.getBoundingClientRect().bottom)))
          .map(Math.round);
      });
      expect(others, `without ${name} at ${width} px`).toEqual(others.map(() => end));
    }
    await panel?.evaluate((it: HTMLElement) => it.style.removeProperty('display'));
  }
});

fromRightToLeft(() => {
  test('the first column is on the right', async ({ page, home }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await home.enter();
    expect((await page.locator('.home-left').boundingBox())?.x).toBeGreaterThan(720);
    expect((await page.locator('.home-right').boundingBox())?.x).toBeLessThan(720);
  });
});

test('the headline is printed first and the content block last, from a wide window too', async ({
  page,
  home,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await home.enter();
  await page.emulateMedia({ media: 'print' });
  const order = await page
    .locator('h1, .home-offer, .home-menu, .home-left, .home-right, .home-content')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  expect(order.length).toBeGreaterThan(1);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});

test('one gold button of the first view is above the bars', async ({ page, home }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  for (const [width, height] of [
    [320, 568],
    [667, 375],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const gold = await page.locator('.button').evaluateAll((all) =>
      all
        .filter((it) => getComputedStyle(it).backgroundImage !== 'none')
        .map((it) => it.getBoundingClientRect())
        .filter(({ x, y, bottom }) => x < innerWidth && y < innerHeight && bottom > 0)
        .map(({ bottom }) => bottom),
    );
    expect(gold, `at ${width} px`).toHaveLength(1);
    expect(gold[0], `at ${width} px`).toBeLessThan(await page.evaluate(endOfView));
  }
});
