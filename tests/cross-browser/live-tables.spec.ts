import type { WebElement } from 'selenium-webdriver';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';

const interval = 10_000;
test('all rows of the left live table change every ten seconds, and none of the right one', async ({
  page,
  home,
}) => {
  await home.enter();
  const [left, right] = await home.tables();
  const before = { left: await rowsOf(page, left), right: await rowsOf(page, right) };
  const times = await page.run(timesOfChanges, left);
  const after = { left: await rowsOf(page, left), right: await rowsOf(page, right) };

  expect(before.left).toHaveLength(5);
  expect(after.left).toHaveLength(5);
  const passed = times.second - times.first;
  expect(passed).toBeGreaterThan(interval - 1_000);
  expect(passed).toBeLessThan(interval + 2_000);
  expect(after.left.filter((words, index) => words === before.left[index])).toEqual([]);
  expect(after.right).toEqual(before.right);
});

/** Returns the text of each row of a live table. */
function rowsOf(page: Page, table: WebElement): Promise<string[]> {
  return page.run(
    (element) =>
      [...element.querySelectorAll('tbody tr')].map((it) =>
        [...it.querySelectorAll('td')]
          .flatMap((cell) => [...(cell.children.length ? cell.children : [cell])])
          .map((part) => part.textContent?.trim())
          .join(' '),
      ),
    table,
  );
}

/** Returns the times of the next two changes of a table. Runs inside the page. */
function timesOfChanges(table: HTMLElement): Promise<{ first: number; second: number }> {
  return new Promise((resolve) => {
    let first: number | undefined;
    new MutationObserver((_changes, observer) => {
      const now = performance.now();
      if (first === undefined) {
        first = now;
        return;
      }
      observer.disconnect();
      resolve({ first, second: now });
    }).observe(table, { subtree: true, childList: true, characterData: true });
  });
}
