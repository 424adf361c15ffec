/** Layout of the home page on phones and wide screens. */
import type { Locator } from '@playwright/test';
import type { HomePage } from './support/home-page.ts';
import { named } from './support/languages.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

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
async function areInOrder(...elements: Locator[]): Promise<void> {
  const boxes = await Promise.all(elements.map(boxOf));
  for (const [index, { x, y }] of boxes.slice(1).entries()) {
    const { x: start, y: top, width, height } = boxes[index] ?? { x: 0, y: 0, width: 0, height: 0 };
    const isBelow = y >= top + height;
    const isBeside = x >= start + width && y >= top;
    expect(isBelow || isBeside, `element ${index + 1}`).toBe(true);
  }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('element not visible');
  return box;
}

const heights = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height)));

inEachLanguage(({ ownName }) => {
  for (const width of [320, 390, 600, 768, 1023]) {
    test(`at ${width} px the views follow each other, each in its order`, async ({
      page,
      home,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await home.enter();
      const [offer, ...rest] = leftView(home);
      await areInOrder(
        home.heading,
        offer,
        home.tabs.first(),
        home.firstBlock,
        ...rest,
        home.rightColumn,
        home.contentBlock,
      );
    });
  }

  for (const width of [1024, 1440, 1920, 2560]) {
    test(`at ${width} px there are three columns, each in its order`, async ({ page, home }) => {
      await page.setViewportSize({ width, height: 900 });
      await home.enter();
      const columns = [
        leftView(home),
        [home.heading, home.tabs.first(), home.firstBlock, home.contentBlock],
        [home.rightColumn],
      ] as const;
      for (const column of columns) await areInOrder(...column);
      const [left, centre, right] = await Promise.all(
        columns.map(async (parts) => {
          const boxes = await Promise.all(parts.map(boxOf));
          const starts = boxes.map(({ x }) => x);
          const ends = boxes.map(({ x, width: size }) => x + size);
          return { start: Math.min(...starts), end: Math.max(...ends) };
        }),
      );
      expect(left?.end).toBeLessThan(centre?.start ?? Number.NaN);
      expect(centre?.end).toBeLessThan(right?.start ?? Number.NaN);
    });
  }

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
    const all = await heights(page.locator('.live-table tbody tr'));
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
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
      expect(new Set(await topsOf('.live-table, .menu-tabs')).size, `at ${width} px`).toBe(1);
    }
  });

  test('the amounts of the wallet align, also where a label wraps', async ({ page, home }) => {
    await home.enter();
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const [, first, second] = await page
        .locator('.balance-panel-amount dd')
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
      expect(first, `at ${width} px`).toBe(second);
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
      const all = await heights(page.locator('.live-table >> nth=0').locator('tbody tr'));
      expect(Math.max(...all) - Math.min(...all), `at ${width} px`).toBeLessThanOrEqual(1);
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

test.describe('from right to left', () => {
  test.use({
    language: named('en-XB'),
    baseURL: ({ pseudoServer }, use) => use(pseudoServer.url),
  });

  test('the numbers of the slot machine are not mirrored', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    await expect(page.locator('.bonus-banner-daily img')).toHaveCSS('scale', 'none');
  });
});
