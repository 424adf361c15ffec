import { stopTheClock } from './support/clock.ts';
import { foreignMarkup } from './support/foreign-markup.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { expect, inEachLanguage, test } from './support/test.ts';
import { languages } from './support/words.ts';

inEachLanguage((language) => {
  test('the policy has nothing to report of a visit', async ({ page, home, say, trouble }) => {
    // Otherwise the carousels move on by themselves as well.
    await stopTheClock(page);
    await home.visit();
    await expect(home.advert.getByRole('link')).toBeInViewport();
    expect(await foreignMarkup(page)).toEqual([]);
    await home.advert.getByRole('button', { name: say('advert.popup.close') }).click();
    for (const side of ['left', 'right'] as const) {
      await home.carousel(side).next.click();
      await home.carousel(side).shows(2);
    }
    await page.getByRole('tab').last().click();
    await page.getByRole('button', { name: say('footer.banner.close') }).click();

    let menu = new LanguageMenu(page, say);
    for (const other of languages.filter(({ code }) => code !== language.code)) {
      menu = await menu.choose(other);
    }
    await menu.choose(language);
    expect(await foreignMarkup(page)).toEqual([]);

    await page.goto(`/nowhere?lang=${language.code}`);
    await page.getByRole('link', { name: say('notFound.page.home'), exact: true }).click();
    await expect(home.heading).toBeAttached();
    expect(await foreignMarkup(page)).toEqual([]);
    await trouble.announced();
  });
});

test('a script that got into a page would not run, and the browser would tell', async ({
  page,
  home,
  trouble,
}) => {
  await home.enter();
  await page.evaluate(() => {
    const markup = document.createElement('div');
    markup.innerHTML = '<img src="/favicon.ico" onload="alert(1)">';
    const script = document.createElement('script');
    script.textContent = 'alert(1)';
    document.body.append(markup, script);
  });
  await trouble.announced(
    /^console error: .*inline event handler/,
    /^console error: .*inline script/,
    /^policy: script-src-attr refused inline$/,
    /^policy: script-src-elem refused inline$/,
  );
});

test('a page can neither ask nor show anything from elsewhere', async ({ page, home, trouble }) => {
  await home.enter();
  await page.evaluate(async () => {
    const image = document.createElement('img');
    image.src = 'https://x.example/image';
    const frame = document.createElement('iframe');
    frame.src = 'https://x.example/frame';
    document.body.append(image, frame);
    await fetch('https://x.example/answer').catch(() => null);
  });
  await trouble.announced(
    /^console error: Connecting to .*connect-src/,
    /^console error: Fetch API cannot load/,
    /^console error: Framing .*default-src/,
    /^console error: Loading the image .*img-src/,
    /^policy: connect-src refused/,
    /^policy: frame-src refused/,
    /^policy: img-src refused/,
    /^request failed: .* csp$/,
  );
});
