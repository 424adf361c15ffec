/** Layout of the home page on phones and wide screens. */
import type { Locator } from '@playwright/test';
import type { HomePage } from './support/home-page.ts';
import { expect, fromRightToLeft, inEachLanguage, test } from './support/test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

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

inEachLanguage(({ ownName }) => {
  test('on narrow screens the views follow each other, each in its order', async ({
    page,
    home,
  }) => {
    await home.enter();
    for (const width of [320, 390, 600, 768, 1023]) {
      await page.setViewportSize({ width, height: 844 });
      const [offer, ...rest] = leftView(home);
      await areInOrder(
        `at ${width} px`,
        home.heading,
        offer,
        home.tabs.first(),
        home.firstBlock,
        ...rest,
        home.rightColumn,
        home.contentBlock,
      );
    }
  });

  test('on wide screens there are three columns, each in its order', async ({ page, home }) => {
    await home.enter();
    for (const width of [1024, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const columns = [
        leftView(home),
        [home.heading, home.tabs.first(), home.firstBlock, home.contentBlock],
        [home.rightColumn],
      ] as const;
      for (const column of columns) await areInOrder(`at ${width} px`, ...column);
      const [left, centre, right] = await Promise.all(
        columns.map(async (parts) => {
          const boxes = await Promise.all(parts.map(boxOf));
          const starts = boxes.map(({ x }) => x);
          const ends = boxes.map(({ x, width: size }) => x + size);
          return { start: Math.min(...starts), end: Math.max(...ends) };
        }),
      );
      expect(left?.end, `at ${width} px`).toBeLessThan(centre?.start ?? Number.NaN);
      expect(centre?.end, `at ${width} px`).toBeLessThan(right?.start ?? Number.NaN);
    }
  });

  test('on a phone the language button shows the language', async ({ page, home }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ ...phone, width });
      await home.enter();
      await expect(page.locator('.language-menu-button').getByText(ownName)).toBeVisible();
    }
  });

  test('the rows of both tables have the same height', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    await haveOneHeight(page.locator('.live-table tbody tr'), 10, 'in both tables');
  });

  test('columns and adjacent cards begin at the same height', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    const topsOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
    const titles = await topsOf('.trust-mark:not(.trust-mark-licence) h3');
    expect(titles).toHaveLength(2);
    expect(new Set(titles).size).toBe(1);
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ ...desktop, width });
      const [left, ...others] = await topsOf('.live-table, .menu-tabs');
      expect(others, `at ${width} px`).toEqual([left, left]);
    }
  });

  test('the amounts of the wallet align, also where a label wraps', async ({ page, home }) => {
    await home.enter();
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await page
        .locator('.balance-panel-amount dd')
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
      expect(tops, `at ${width} px`).toHaveLength(3);
      expect(tops[1], `at ${width} px`).toBe(tops[2]);
    }
  });

  test('the rows of a table have one height at every width', async ({ page, home }) => {
    await home.enter();
    const largest = page.locator('.live-table-amount');
    for (const width of [560, 600, 620, 680, 760]) {
      await page.setViewportSize({ width, height: 900 });
      await largest.evaluateAll((all) => {
        for (const [index, it] of all.entries())
          it.textContent = index % 3 ? 'RM1999.99' : 'RM9.99';
      });
      await haveOneHeight(home.table('left').locator('tbody tr'), 5, `at ${width} px`);
    }
  });

  test('the left column stays in view while the page scrolls', async ({ page, home, message }) => {
    await home.enter();
    const actions = page.getByRole('list', { name: message('actions.list.label'), exact: true });
    for (const [height, start] of [
      [1000, home.table('left')],
      [700, actions],
    ] as const) {
      await page.setViewportSize({ width: 1440, height });
      await page.evaluate(() => scrollTo({ top: 1100, behavior: 'instant' }));
      await expect(start).toBeInViewport({ ratio: 1 });
      await expect(actions).toBeInViewport({ ratio: 1 });
    }
  });
});

fromRightToLeft(() => {
  test('the numbers of the slot machine are not mirrored', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    const picture = page.locator('.bonus-banner-daily img');
    await expect(picture).toHaveCSS('scale', 'none');
    await expect(picture).toHaveCSS('transform', 'none');
  });
});
