import { printPage } from './support/marquee-server.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ code }) => {
  test('the app shell renders on the client', async ({ page, home, server }) => {
    const shell = await printPage(['--shell', '--lang', code]);
    expect(shell).toContain('<div id="app"></div>');
    await page.route(`${server.url}/?lang=${code}`, (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: shell }),
    );

    await home.enter(`/?lang=${code}`);
    await expect(home.heading).toBeVisible();
    await home.rows('left');
    // The shell has no operator links; the client fetches them.
    const signUp = page.locator('a[href="https://operator.example/winbox-signup/"]');
    expect(await signUp.count()).toBeGreaterThan(10);
  });
});
