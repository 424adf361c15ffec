import type { Page } from '@playwright/test';
import { liveTable } from '../../../client/features/live-table/rows.ts';
import { escaped } from '../../../tools/regexp.ts';
import { memberPattern, moneyPattern } from './site.ts';

/** The generated text of a live table's row. */
const generated = new RegExp(
  [`${memberPattern}\\s+${moneyPattern}`, ...liveTable.games.map(escaped)].join('|'),
  'g',
);

/** Returns the visible text of the page in pieces, without the generated rows. */
export async function textOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text
    .replaceAll(generated, '')
    .split(/[\n\t]+/)
    .map((piece) => piece.trim())
    .filter(Boolean);
}
