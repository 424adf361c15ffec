import { pauseClock } from './support/clock.ts';
import { foreignMarkup } from './support/foreign-markup.ts';
import { waitForHydration } from './support/hydration.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { languages } from './support/languages.ts';
import { expect, test } from './support/test.ts';

test('a visit causes no CSP violations', async ({
  page,
  home,
  message,
  language,
  browserErrors,
}) => {
  // Otherwise the carousels advance by themselves.
  await pauseClock(page);
  await home.visit();
  await expect(home.advert.getByRole('link')).toBeInViewport();
  expect(await foreignMarkup(page)).toEqual([]);
  await home.advert.getByRole('button', { name: message('advert.popup.close') }).click();
  for (const side of ['left', 'right'] as const) {
    await home.carousel(side).next.click();
    await home.carousel(side).shows(2);
  }
  await home.tabs.last().click();
  await page.getByRole('button', { name: message('footer.banner.close') }).click();

  let menu = new LanguageMenu(page, message);
  for (const other of languages.filter(({ code }) => code !== language.code)) {
    menu = await menu.choose(other);
  }
  await menu.choose(language);
  expect(await foreignMarkup(page)).toEqual([]);

  await page.goto(`/nowhere?lang=${language.code}`);
  await waitForHydration(page);
  await page.getByRole('link', { name: message('notFound.page.home'), exact: true }).click();
  await expect(home.heading).toBeAttached();
  expect(await foreignMarkup(page)).toEqual([]);
  await browserErrors.expectExactly();
});

test('CSP blocks injected inline scripts and handlers', async ({ page, home, browserErrors }) => {
  await home.enter();
  await page.evaluate(() => {
    const markup = document.createElement('div');
    markup.innerHTML = '<img src="/favicon.ico" onload="alert(1)">';
    const script = document.createElement('script');
    script.textContent = 'alert(1)';
    document.body.append(markup, script);
  });
  await browserErrors.expectExactly(
    /^console error: .*inline event handler/,
    /^console error: .*inline script/,
    /^policy: script-src-attr blocked inline$/,
    /^policy: script-src-elem blocked inline$/,
  );
});

test('CSP blocks requests, frames and images from other origins', async ({
  page,
  home,
  browserErrors,
}) => {
  await home.enter();
  await page.evaluate(async () => {
    const image = document.createElement('img');
    image.src = 'https://x.example/image';
    const frame = document.createElement('iframe');
    frame.src = 'https://x.example/frame';
    document.body.append(image, frame);
    await fetch('https://x.example/response').catch(() => null);
  });
  await browserErrors.expectExactly(
    /^console error: Connecting to .*connect-src/,
    /^console error: Fetch API cannot load/,
    /^console error: Framing .*default-src/,
    /^console error: Loading the image .*img-src/,
    /^policy: connect-src blocked/,
    /^policy: frame-src blocked/,
    /^policy: img-src blocked/,
    /^request failed: .* csp$/,
  );
});
