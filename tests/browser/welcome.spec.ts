import { advanceClock, pauseClock } from './support/clock.ts';
import { delayEntryScript } from './support/delayed-script.ts';
import type { HomePage } from './support/home-page.ts';
import { waitForHydration } from './support/hydration.ts';
import { scrolls } from './support/scrolling.ts';
import { signUpUrl } from './support/site.ts';
import { expect, test } from './support/test.ts';

for (const [way, follow] of [
  ['welcome', (home: HomePage) => home.welcome.getByRole('link').click()],
  ['page', (home: HomePage) => home.rightColumn.getByRole('link').first().press('Enter')],
] as const) {
  test(`a link of the ${way} leads to sign-up in the same tab, and Back shows the page without the welcome pop-up`, async ({
    page,
    home,
    context,
  }) => {
    await context.route('https://operator.example/**', (route) => route.fulfill({ body: 'join' }));
    await (way === 'welcome' ? home.visit() : home.enter());
    await follow(home);
    await expect(page).toHaveURL(signUpUrl);
    expect(context.pages()).toHaveLength(1);

    await page.goBack();
    await waitForHydration(page);
    // The carousel advances, so the effects of the page have run.
    await expect(home.carousel('left').dot(2)).toHaveAttribute('aria-current', 'true');
    await expect(home.welcome).toBeHidden();
    await scrolls(page);

    await page.reload();
    await expect(home.welcome).toBeVisible();
  });
}

test('the welcome pop-up opens without waiting for a timer, and the carousels stand still behind it', async ({
  page,
  home,
}) => {
  await pauseClock(page);
  await home.visit();
  await advanceClock(page, 10_000);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await home.carousel('left').shows(1);
  await home.carousel('right').shows(1);
  await advanceClock(page, 2_000);
  await home.carousel('left').shows(2);
  await home.carousel('right').shows(2);
});

test('the open welcome pop-up traps the focus', async ({ page, home }) => {
  await home.visit();
  await expect(home.welcome.locator(':focus')).toHaveCount(1);
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // After the last control the focus may leave the document for the browser's UI.
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog'),
    );
    expect(isInside).toBeTruthy();
  }
});

test('closing the welcome pop-up restores the focus', async ({ page, home, message }) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const logo = page.getByRole('link', { name: message('header.logo.label') });
  await logo.focus();

  release();
  await expect(home.welcome).toBeVisible();
  await expect(logo).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(logo).toBeFocused();
});

test('a click counts as one on the backdrop if it begins and ends there', async ({
  page,
  home,
  message,
}) => {
  await home.visit();
  const backdrop = () => page.mouse.move(5, 300);
  const close = () => home.welcome.getByRole('button').hover();
  const card = () => home.welcome.getByText(message('welcome.popup.text')).hover();
  for (const [from, to] of [
    [close, backdrop],
    [backdrop, close],
    [backdrop, card],
    [card, backdrop],
  ] as const) {
    await from();
    await page.mouse.down();
    await to();
    await page.mouse.up();
    await expect(home.welcome).toBeVisible();
  }
  await page.mouse.click(5, 300);
  await expect(home.welcome).toBeHidden();
});

test('the LCP element is not in the welcome pop-up, on any screen', async ({ page, home }) => {
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element };
      Reflect.set(window, 'isLargestInWelcome', Boolean(element?.closest('dialog')));
    });
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  });
  for (const [width, height] of [
    [320, 568],
    [844, 390],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await home.visit();
    await home.welcome.locator('img').evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      // Wait for the opening animation; LCP entries come after the frame.
      const dialog = picture.closest('dialog');
      await Promise.all(dialog?.getAnimations().map(({ finished }) => finished) ?? []);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    const isInWelcome = await page.evaluate(() => Reflect.get(window, 'isLargestInWelcome'));
    expect(isInWelcome, `at ${width} x ${height}`).toBe(false);
  }
});
