import type { Page } from '@playwright/test';
import { liveTable } from '../../../client/features/live-table/rows.ts';
import { escaped } from '../../../tools/regexp.ts';
import { memberPattern, moneyPattern } from './site.ts';

/** The generated text of a live table's row. */
const generated = new RegExp(
  [`${memberPattern}\\s+${moneyPattern}`, ...liveTable.games.map(escaped)].join('|'),
  'g',
);

/** Returns the accessibility tree of the page, without the generated rows. */
export async function ariaSnapshotOf(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot.replaceAll(generated, '…');
}
