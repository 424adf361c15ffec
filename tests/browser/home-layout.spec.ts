/**
 * Layout of the home page on phones and wide screens, at the widths between those of the specification. A
 * script in the page measures all at once: after a change of the width, the page scrolls to its reader's place.
 */
import type { Locator, Page } from '@playwright/test';
import { liveTable } from '../../client/features/live-table/rows.ts';
import { money } from '../../client/site/config.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** The parts of each column, of which the document has one order. */
const columns = [
  '.home-offer, .home-left .live-table, .home-left .bonus-banner, .home-left .action-buttons',
  'h1, .menu-tabs, #first-block, #content',
  '.home-right',
];

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

/** Expects the amounts of a wallet below the first in one line, also where a label wraps. */
async function amountsAlign(page: Page, where: string): Promise<void> {
  const [, ...tops] = await topsOf(page, '.balance-panel-amount dd');
  expect(new Set(tops).size, where).toBeLessThanOrEqual(1);
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
      await areInOrder(page, columns.join(), at);
      await amountsAlign(page, at);
      if (width > 390) continue;
      await expect(page.locator('.language-menu-button').getByText(ownName), at).toBeVisible();
    }
    const amounts = page.locator('.live-table-amount');
    for (const width of [560, 600, 620, 680, 760]) {
      await page.setViewportSize({ width, height: 900 });
      await amounts.evaluateAll((all, format) => {
        for (const [index, it] of all.entries())
          it.textContent = format.replace('{amount}', index % 3 ? '1999.99' : '9.99');
      }, money);
      await haveOneHeight(home.table('left').locator('tbody tr'), liveTable.rows, `at ${width} px`);
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
      await amountsAlign(page, at);
      if (width > 1440) continue;
      const [top, ...others] = await topsOf(page, '.live-table, .menu-tabs');
      expect(others, at).toEqual([top, top]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await haveOneHeight(page.locator('.live-table tbody tr'), 2 * liveTable.rows, 'in both tables');
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
      const [end, bar] = await Promise.all([actions, footer].map((it) => it.boundingBox()));
      const gap = (bar?.y ?? Number.NaN) - (end?.y ?? 0) - (end?.height ?? 0);
      expect(gap, `at ${width} px`).toBeGreaterThan(16);
      if (height < 900) expect(gap, `at ${width} px`).toBeLessThan(64);
      else await expect(home.table('left')).toBeInViewport({ ratio: 1 });
    }
  });
});

test('on tablets both halves of the right column end together, with any panels', async ({
  page,
  home,
}) => {
  await home.enter();
  const ends = () =>
    page
      .locator('.home-right, .home-right-half > :last-child')
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().bottom)));
  for (const removed of ['.sports-card', '.home-more', '.carousel', '.balance-panel']) {
    await page.locator(`.home-right ${removed}`).evaluateAll(([it]) => it?.remove());
    for (const width of [640, 800, 1023]) {
      await page.setViewportSize({ width, height: 900 });
      const [end, ...others] = await ends();
      expect(others, `without ${removed} at ${width} px`).toEqual([end, end]);
    }
  }
});
