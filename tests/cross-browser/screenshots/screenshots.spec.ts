import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { named } from '../../browser/support/languages.ts';
import { served } from '../../browser/support/marquee-server.ts';
import type { Page } from '../support/page.ts';
import { test as base } from '../support/test.ts';
import { codes, fileOf, folder, settings, wanted, widths } from './options.ts';
import { states } from './states.ts';

const test = base.extend({ server: served(settings) });

// Without animations, so that screenshots can be compared.
test.use({ preferences: { motion: 'reduce', scripting: 'enabled' } });

for (const code of codes) {
  test.describe(() => {
    test.use({ language: named(code) });
    for (const width of widths) {
      for (const { name, extent, reach } of states) {
        if (wanted && !wanted.includes(name)) continue;
        test(`${name}, ${code}, ${width} px`, async ({ page, home }, { project }) => {
          await page.resize({ width, height: width < 768 ? 844 : 900 });
          await reach(home);
          if (extent === 'page') {
            // A viewport as tall as the page puts the fixed footer at its end.
            const height = await page.run(() => document.documentElement.scrollHeight);
            await page.resize({ width, height });
          }
          await loadPictures(page);
          const picture = await page.driver.takeScreenshot();
          await mkdir(folder, { recursive: true });
          const file = join(folder, fileOf(project.name, width, code, name));
          await writeFile(file, picture, 'base64');
        });
      }
    }
  });
}

/** Loads lazy pictures and waits for them. */
async function loadPictures(page: Page): Promise<void> {
  await page.run(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
