import { delayEntryScript } from './support/delayed-script.ts';
import { expect, test } from './support/test.ts';

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
