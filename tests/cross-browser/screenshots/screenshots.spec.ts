import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageFormatter } from '../../browser/support/languages.ts';
import { served } from '../../browser/support/marquee-server.ts';
import type { Page } from '../support/page.ts';
import { test as base } from '../support/test.ts';
import { codes, fileOf, folder, settings, site, wanted, widths } from './options.ts';
import { states } from './states.ts';

const test = base.extend({
  server: served(settings),
  ...(site && { site: [site, { scope: 'worker' }] }),
});

// Without animations, so that screenshots can be compared.
test.use({ preferences: { motion: 'reduce', scripting: 'enabled' } });

for (const width of widths) {
  for (const language of codes) {
    for (const { name, extent, path, reach } of states) {
      if (wanted && !wanted.includes(name)) continue;
      test(`${name}, ${language}, ${width} px`, async ({ page }, { project }) => {
        const window = { width, height: width < 768 ? 844 : 900 };
        await page.resize(window);
        await page.goto(`${path}?lang=${language}`);
        await reach(page, messageFormatter(language));
        if (extent === 'page') {
          // A viewport as tall as the page puts the fixed footer at its end.
          const height = await page.run(() => document.documentElement.scrollHeight);
          await page.resize({ width, height });
        }
        await loadPictures(page);
        const picture = await page.driver.takeScreenshot();
        await mkdir(folder, { recursive: true });
        const file = join(folder, fileOf(project.name, width, language, name));
        await writeFile(file, picture, 'base64');
      });
    }
  }
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
