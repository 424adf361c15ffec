/** Pages whose hashed files are at another origin (`ASSET_ORIGIN`). */
import { LanguageMenu } from './support/language-menu.ts';
import { third } from './support/languages.ts';
import { startServer } from './support/marquee-server.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ assetOrigin: string }>({
  assetOrigin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      // Serves the files as a CDN would that gets them from the site.
      const store = await startServer();
      await use(store.url);
      await store.stop();
    },
    { scope: 'test' },
  ],
  baseURL: async ({ assetOrigin }, use) => {
    const server = await startServer({ ASSET_ORIGIN: assetOrigin });
    await use(server.url);
    await server.stop();
  },
});

test('the page hydrates with files of another origin', async ({
  page,
  baseURL,
  assetOrigin,
  home,
  message,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await home.visit();
  await home.welcome.getByRole('button', { name: message('welcome.popup.close') }).click();

  const icon = page.getByRole('contentinfo').locator('use').first();
  expect(await icon.evaluate((it: SVGUseElement) => it.getBBox().width)).toBeGreaterThan(0);
  const picture = page.getByRole('main').locator('img').first();
  await picture.evaluate((image: HTMLImageElement) => image.decode());

  // Loads messages, which replaces the text if the page is interactive.
  const menu = new LanguageMenu(page, message);
  await menu.choose(third);
  await expect(page.locator('html')).toHaveAttribute('lang', third.code);

  const files = requested.filter((url) => new URL(url).pathname.startsWith('/assets/'));
  expect(files.filter((url) => url.endsWith('.css'))).toHaveLength(1);
  const messages = files.filter((url) => url.includes(`/messages-${third.code}-`));
  expect(messages).toHaveLength(1);
  expect(files.filter((url) => url.startsWith(`${baseURL}/`))).toEqual([]);
  expect(files.every((url) => url.startsWith(`${assetOrigin}/`))).toBe(true);
});
