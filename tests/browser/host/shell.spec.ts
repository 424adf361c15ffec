import { third } from '../support/languages.ts';
import { printPage } from '../support/marquee-server.ts';
import { expect, test } from './test.ts';

test.use({ language: third });

test('the app shell renders on the client', async ({ page, home, server, language }) => {
  const shell = await printPage(['--shell', '--lang', language.code]);
  expect(shell).toMatch(
    /<div id="app"><main class="notice"><h1>[^<]+<\/h1><p>[^<]+<\/p><\/main><\/div>/,
  );
  await page.route(`${server.url}/?lang=${language.code}`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: shell }),
  );

  await home.enter(`/?lang=${language.code}`);
  await expect(home.heading).toBeVisible();
  await expect(home.number).toHaveText(/^\d+$/);
  // The shell has no operator links; the client fetches them.
  await expect(page.locator('a[href="https://operator.example/join/"]')).toHaveCount(2);
});
