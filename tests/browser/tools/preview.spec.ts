/** The preview for reviewers, opened from a file share. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { languages, messageFormatter } from '../support/languages.ts';
import { expect, test } from '../support/test.ts';

test('the preview shows each page in each language and state without a server', async ({
  page,
}) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'preview-'));
  await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    'tools/gallery/preview.ts',
    `--out=${folder}`,
  ]);
  const urlOf = (path: string) => pathToFileURL(join(folder, path)).href;

  await page.goto(urlOf('index.html'));
  const states = (await readdir(join(folder, 'en'))).length;
  await expect(page.getByRole('link')).toHaveCount(states * languages.length);

  for (const { code, ownName } of languages) {
    const message = messageFormatter(code);
    await page.goto(urlOf(`${code}/welcome.html`));
    await expect(page.getByRole('dialog', { name: message('welcome.popup.title') })).toBeVisible();
    await page.goto(urlOf(`${code}/not-found.html`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      message('notFound.page.title'),
    );
    await page.goto(urlOf('en/language-menu.html'));
    await page.getByRole('link', { name: ownName, exact: true }).click();
    await expect(page).toHaveURL(urlOf(`${code}/home.html`));
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    const picture = page.getByRole('main').locator('img').first();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    const icon = page.getByRole('contentinfo').locator('use').first();
    expect(await icon.evaluate((it: SVGUseElement) => it.getBBox().width)).toBeGreaterThan(0);
  }
  await rm(folder, { recursive: true });
});
