import type { Page } from '@playwright/test';

/** The generated words of a live table's row. */
const generated = /\b601\*{3}\d{3}\s+RM\d+\.\d\d\b|\b(KISS918|RICHGAMING|JILI)\b/g;

/** What there is to read on the page, piece by piece, but for the generated rows. */
export async function wordsOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text
    .replaceAll(generated, '')
    .split(/[\n\t]+/)
    .map((piece) => piece.trim())
    .filter(Boolean);
}

/** Everything that assistive technology finds on the page, but for the generated rows. */
export async function everythingOn(page: Page): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot.replaceAll(generated, '…');
}
