/** The development server, as someone whose section is too large, or who prints an error, sees it. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hostSite } from '../../../tools/build/testing.ts';
import { startDevServer } from './dev-server.ts';

test('a script beyond the limit, and a printed error, show with their places until they are corrected', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const copy = hostSite();
  const dev = await startDevServer(copy.folder);
  try {
    await page.goto(dev.url);
    const findings = page.locator('pre');
    const card = join(copy.folder, 'client/features/ticker/ticker.tsx');
    const before = await readFile(card, 'utf8');

    // Digests do not compress.
    const lines = Array.from({ length: 1_000 }, (_, line) =>
      createHash('sha256').update(`${line}`).digest('base64'),
    );
    copy.write('client/features/large.ts', `export const large = ${JSON.stringify(lines)};`);
    const hook = '  const { formatMessage } = useIntl();';
    const use = `${hook}\n  if (large.length === 0) return null;`;
    await writeFile(card, `import { large } from '../large.ts';\n${before.replace(hook, use)}`);
    await expect(findings).toContainText(/the scripts: \d+ bytes as sent; the limit is 90000/);
    await expect(findings).toContainText(/client\/features\/large\.ts: \d{5}/);
    await expect(findings).not.toContainText('build failed');

    const print = `${hook}\n  useEffect(() => console.error('%o in %s', new Error('not today'), 'the card'), []);`;
    const effect = `import { useEffect } from 'react';\n${before.replace(hook, print)}`;
    await writeFile(card, effect);
    await expect(findings).toContainText('Error in the browser: Error: not today in the card');
    await expect(findings).toContainText(/ticker\.tsx:\d+:\d+/);
    await expect(findings).not.toContainText('the scripts:');

    await writeFile(card, before);
    await expect(findings).toBeHidden();
  } finally {
    await dev.stop();
    copy.remove();
  }
});
