/** Layout of the home page on phones and wide screens. */
import type { Locator, Page } from '@playwright/test';
import { currency } from '../../client/site/config.ts';
import type { HomePage } from './support/home-page.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** The parts of the left view, in the order of the specification. */
function leftView(home: HomePage): [Locator, Locator, Locator, Locator] {
  return [
    home.carousel('left').region,
    home.table('left'),
    home.page.getByRole('link', { name: home.message('bonus.spin.title') }),
    home.page.getByRole('list', { name: home.message('actions.list.label'), exact: true }),
  ];
}

/** Expects each element to begin where the one before has ended, or beside it. */
async function areInOrder(where: string, ...elements: Locator[]): Promise<void> {
  const boxes = await Promise.all(elements.map(boxOf));
  for (const [index, { x, y }] of boxes.slice(1).entries()) {
    const { x: start, y: top, width, height } = boxes[index] ?? { x: 0, y: 0, width: 0, height: 0 };
    const isBelow = y >= top + height;
    const isBeside = x >= start + width && y >= top;
    expect(isBelow || isBeside, `element ${index + 1} ${where}`).toBe(true);
  }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('element not visible');
  return box;
}

/** Expects this many elements of one height, but for rounding. */
async function haveOneHeight(elements: Locator, count: number, where: string): Promise<void> {
  const heights = await elements.evaluateAll((all) =>
    all.map((it) => Math.round(it.getBoundingClientRect().height)),
  );
  expect(heights, where).toHaveLength(count);
  expect(Math.max(...heights) - Math.min(...heights), where).toBeLessThanOrEqual(1);
}

/** Returns the tops of elements in pixels. */
function topsOf(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
}

/** Expects the amounts of the wallet in one line, also where a label wraps. */
async function amountsAlign(page: Page, where: string): Promise<void> {
  const tops = await topsOf(page, '.balance-panel-amount dd');
  expect(tops, where).toHaveLength(3);
  expect(tops[1], where).toBe(tops[2]);
}

inEachLanguage(({ ownName }) => {
  test('on narrow screens the views follow each other, and rows and amounts align', async ({
    page,
    home,
  }) => {
    await home.enter();
    for (const width of [320, 390, 600, 768, 1023]) {
      await page.setViewportSize({ width, height: 844 });
      const at = `at ${width} px`;
      const [offer, ...rest] = leftView(home);
      await areInOrder(
        at,
        home.heading,
        offer,
        home.tabs.first(),
        home.firstBlock,
        ...rest,
        home.rightColumn,
        home.contentBlock,
      );
      await amountsAlign(page, at);
      if (width > 390) continue;
      await expect(page.locator('.language-menu-button').getByText(ownName), at).toBeVisible();
    }
    const amounts = page.locator('.live-table-amount');
    for (const width of [560, 600, 620, 680, 760]) {
      await page.setViewportSize({ width, height: 900 });
      await amounts.evaluateAll((all, prefix) => {
        for (const [index, it] of all.entries())
          it.textContent = prefix + (index % 3 ? '1999.99' : '9.99');
      }, currency);
      await haveOneHeight(home.table('left').locator('tbody tr'), 5, `at ${width} px`);
    }
  });

  test('on wide screens there are three columns, whose tops, rows and amounts align', async ({
    page,
    home,
  }) => {
    await home.enter();
    for (const width of [1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const at = `at ${width} px`;
      const columns = [
        leftView(home),
        [home.heading, home.tabs.first(), home.firstBlock, home.contentBlock],
        [home.rightColumn],
      ] as const;
      for (const column of columns) await areInOrder(at, ...column);
      const [left, centre, right] = await Promise.all(
        columns.map(async (parts) => {
          const boxes = await Promise.all(parts.map(boxOf));
          const starts = boxes.map(({ x }) => x);
          const ends = boxes.map(({ x, width: size }) => x + size);
          return { start: Math.min(...starts), end: Math.max(...ends) };
        }),
      );
      expect(left?.end, at).toBeLessThan(centre?.start ?? Number.NaN);
      expect(centre?.end, at).toBeLessThan(right?.start ?? Number.NaN);
      await amountsAlign(page, at);
      if (width > 1440) continue;
      const [top, ...others] = await topsOf(page, '.live-table, .menu-tabs');
      expect(others, at).toEqual([top, top]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await haveOneHeight(page.locator('.live-table tbody tr'), 10, 'in both tables');
    const titles = await topsOf(page, '.trust-mark:not(.trust-mark-licence) h3');
    expect(titles).toHaveLength(2);
    expect(new Set(titles).size).toBe(1);
  });

  test('the left column stays in view while the page scrolls', async ({ page, home, message }) => {
    await home.enter();
    const actions = page.getByRole('list', { name: message('actions.list.label'), exact: true });
    const footer = page.getByRole('contentinfo');
    for (const [width, height] of [
      [1024, 768],
      [1280, 720],
      [1440, 1000],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo({ top: 1100, behavior: 'instant' }));
      const [end, bar] = await Promise.all([actions, footer].map(boxOf));
      const gap = (bar?.y ?? Number.NaN) - (end?.y ?? 0) - (end?.height ?? 0);
      expect(gap, `at ${width} px`).toBeGreaterThan(16);
      if (height < 900) expect(gap, `at ${width} px`).toBeLessThan(64);
      else await expect(home.table('left')).toBeInViewport({ ratio: 1 });
    }
  });
});
