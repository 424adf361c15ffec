import { expect, type Locator } from '@playwright/test';
import type { HomePage } from '../../../tests/browser/support/home-page.ts';
import { liveTable } from './rows.ts';

/** Returns one of the page's live tables. */
export function tableOf({ page, message }: HomePage, side: 'left' | 'right'): Locator {
  const id = side === 'left' ? 'transactions.table.title' : 'transactions.table.moreTitle';
  return page.getByRole('table', { name: message(id), exact: true });
}

/** Returns the text of its rows. */
export async function rowsOf(home: HomePage, side: 'left' | 'right'): Promise<string[]> {
  const rows = tableOf(home, side)
    .getByRole('row')
    .filter({ has: home.page.getByRole('cell') });
  await expect(rows).toHaveCount(liveTable.rows);
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
  );
}
