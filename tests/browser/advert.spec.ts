import { pass, stopTheClock } from './support/clock.ts';
import { holdTheScript } from './support/held-script.ts';
import { scrolls, staysPut } from './support/scrolling.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(() => {
  test('the advert pops up and its picture leads to sign-up', async ({ home, say }) => {
    await home.visit();
    const link = home.advert.getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://operator.example/winbox-signup/');
    await expect(link).toContainText(say('advert.popup.action'));
    await expect(link).toBeInViewport({ ratio: 0.95 });
  });

  test('the icon closes the advert', async ({ page, home, say }) => {
    await home.visit();
    await home.advert.getByRole('button', { name: say('advert.popup.close') }).click();
    await expect(home.advert).toBeHidden();
    await scrolls(page);
  });
});

test('a click beside the advert closes it', async ({ page, home }) => {
  await home.visit();
  await page.mouse.click(5, 300);
  await expect(home.advert).toBeHidden();
  await scrolls(page);
});

test('Escape closes the advert', async ({ page, home }) => {
  await home.enter();
  await scrolls(page);
});

test('a click on the advert itself leaves it open', async ({ page, home, context }) => {
  await context.route('https://operator.example/**', (route) => route.fulfill({ body: 'sign up' }));
  await home.visit();
  const signUp = context.waitForEvent('page');
  await home.advert.getByRole('link').click();
  await expect(await signUp).toHaveURL('https://operator.example/winbox-signup/');
  await expect(home.advert).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the page does not scroll under the open advert', async ({ page, home }) => {
  await home.visit();
  await staysPut(page);
  await page.keyboard.press('Escape');
  await scrolls(page);
});

test('the keyboard stays in the open advert', async ({ page, home }) => {
  await home.visit();
  await expect(home.advert.locator(':focus')).toHaveCount(1);
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // From the last control the focus may go on to the browser's own.
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog'),
    );
    expect(isInside).toBeTruthy();
  }
});

test('the focus returns to where it was before the advert', async ({ page, home, say }) => {
  const letGo = await holdTheScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const logo = page.getByRole('link', { name: say('header.logo.label') });
  await logo.focus();

  letGo();
  await expect(home.advert).toBeVisible();
  await expect(logo).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(logo).toBeFocused();
});

test('a closed advert does not come back', async ({ page, home, say }) => {
  await stopTheClock(page);
  await home.enter();
  await pass(page, 60_000);
  await page.getByRole('link', { name: say('header.logo.label') }).click();
  await pass(page, 60_000);
  await expect(home.advert).toBeHidden();
});

test('a closed advert does not come back with the home page either', async ({
  page,
  home,
  say,
}) => {
  await page.goto('/nowhere');
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  await page.getByRole('link', { name: say('notFound.page.home'), exact: true }).click();
  await expect(home.advert).toBeVisible();
  await page.keyboard.press('Escape');
  // The page has taken notice, and scrolls again.
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');

  await page.goBack();
  await expect(page.getByRole('heading', { name: say('notFound.page.title') })).toBeVisible();
  await page.goForward();
  // The second carousel moves on once the page's effects have run.
  await home.carousel('left').shows(2);
  await expect(home.advert).toBeHidden();
});

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`at ${width} x ${height} the largest thing on the page is not the advert's`, async ({
    page,
    home,
  }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const observer = new PerformanceObserver((list) => {
        const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element };
        Reflect.set(window, 'isLargestInAdvert', Boolean(element?.closest('dialog')));
      });
      observer.observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await home.visit();
    await home.advert.locator('img').evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      // Its way in has been painted to the end, and entries come after the frame.
      const dialog = picture.closest('dialog');
      await Promise.all(dialog?.getAnimations().map(({ finished }) => finished) ?? []);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await page.evaluate(() => Reflect.get(window, 'isLargestInAdvert'))).toBe(false);
  });
}
