import { printPage } from './support/marquee-server.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ code }) => {
  test('a page that the server could not render comes to life all the same', async ({
    page,
    home,
    server,
  }) => {
    const shell = await printPage(['--shell', '--lang', code]);
    expect(shell).toContain('<div id="app"></div>');
    await page.route(`${server.url}/?lang=${code}`, (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: shell }),
    );

    await home.enter(`/?lang=${code}`);
    await expect(home.heading).toBeVisible();
    await home.rows('left');
    // It was served without the operator's links, and asked the site for them.
    const signUp = page.locator('a[href="https://operator.example/winbox-signup/"]');
    expect(await signUp.count()).toBeGreaterThan(10);
  });
});
