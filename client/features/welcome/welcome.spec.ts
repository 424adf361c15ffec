import type { Page } from '@playwright/test';
import { delayEntryScript } from '../../../tests/browser/support/delay.ts';
import { failToStart, waitForHydration } from '../../../tests/browser/support/hydration.ts';
import { LanguageMenu } from '../../../tests/browser/support/language-menu.ts';
import { press } from '../../../tests/browser/support/press.ts';
import { expect, inEachLanguage, test } from '../../../tests/browser/support/test.ts';
import { setVisibility } from '../../../tests/browser/support/visibility.ts';
import {
  missingLinks,
  type ServiceFixtures,
  serviceFixtures,
} from '../../../tests/browser/support/with-content-service.ts';

/** Ways in which a pop-up renders nothing, by style sheets and scripts of others. */
const hidings: Record<string, (dialog: HTMLDialogElement) => void> = {
  'off-screen': (dialog) => Object.assign(dialog.style, { translate: '-300vw' }),
  clipped: (dialog) => Object.assign(dialog.style, { clipPath: 'inset(50%)' }),
  'of no size': (dialog) => Object.assign(dialog.style, { transform: 'scale(0)' }),
  inert: (dialog) => dialog.setAttribute('inert', ''),
  'without `open`': (dialog) => {
    const { showModal } = dialog;
    dialog.showModal = () => {
      showModal.call(dialog);
      dialog.removeAttribute('open');
    };
  },
};

for (const [what, hide] of Object.entries(hidings)) {
  test(`a pop-up that is ${what} locks nothing`, async ({ page, message }) => {
    const release = await delayEntryScript(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('dialog').evaluate(hide);
    release();
    await waitForHydration(page);
    // The pop-up is not there to be clicked away.
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
    const { button, menu } = new LanguageMenu(page, message);
    await press(button);
    await expect(menu).toBeVisible();
  });
}

test('a page that is saved while the pop-up is open scrolls, and shows no pop-up', async ({
  page,
  home,
}) => {
  await home.visit();
  const saved = (await page.content()).replace(/<script[^>]*src[^>]*><\/script>/g, '');
  await page.route('**/saved', (route) => route.fulfill({ body: saved, contentType: 'text/html' }));
  await page.goto('/saved');
  await expect(page.locator('dialog')).toBeHidden();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('a pop-up that fails to open locks nothing', async ({ page, browserErrors }) => {
  await page.addInitScript(() => {
    ResizeObserver.prototype.observe = () => {
      throw new Error('no observer');
    };
  });
  const error = page.waitForEvent('pageerror');
  await page.goto('/');
  await error;
  await expect(page.locator('dialog')).toBeHidden();
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await browserErrors.expectOnly(/no observer/);
});

test('a pop-up that something else has opened locks nothing, and is not shown', async ({
  page,
}) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.show());
  release();
  await waitForHydration(page);
  // After what opens it.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await expect(page.locator('dialog')).toBeHidden();
});

test('a language menu that was opened before the app stays, and the pop-up comes after it', async ({
  page,
  home,
  message,
}) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const { button, menu } = new LanguageMenu(page, message);
  await press(button);
  await expect(menu).toBeVisible();
  release();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await waitForHydration(page);
  await expect(home.popup).toBeHidden();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(home.popup).toBeVisible();
});

test('the frame that hides the pop-up comes before the work of closing it', async ({
  page,
  home,
}) => {
  await home.visit();
  const isOpen = await page.locator('.welcome-close').evaluate(
    (control: HTMLElement) =>
      new Promise((resolve) => {
        // Called after the observer of the page, in the same frame.
        const observer = new ResizeObserver(() => {
          if (control.offsetWidth === 0) resolve(control.closest('dialog')?.open);
        });
        observer.observe(control);
        control.click();
      }),
  );
  expect(isOpen).toBe(true);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('closing the welcome pop-up restores the focus', async ({ page, home, message }) => {
  const release = await delayEntryScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const { button } = new LanguageMenu(page, message);
  await button.focus();

  release();
  await expect(home.popup).toBeVisible();
  await expect(button).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
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
    await home.popup.locator('img').evaluate(async (picture: HTMLImageElement) => {
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

test('the served page has no hint, and the visible welcome pop-up adds one', async ({ home }) => {
  const { page } = home;
  const response = await home.visit();
  expect(await response.text()).not.toMatch(/rel="?preconnect/);
  expect(response.headers().link ?? '').not.toContain('preconnect');
  await expect(hints(page)).toHaveCount(1);
  await expect(hints(page)).toHaveAttribute('href', 'https://operator.example');
  await expect(hints(page)).not.toHaveAttribute('crossorigin');
});

test('the welcome pop-up adds no hint while the page is in a background tab', async ({ home }) => {
  const { page } = home;
  await page.addInitScript(setVisibility, false);
  await home.visit();
  await expect(hints(page)).toHaveCount(0);
  await page.evaluate(setVisibility, true);
  await expect(hints(page)).toHaveCount(1);
});

test('it opens over no page without style', async ({ page, home, browserErrors }) => {
  await page.route('**/assets/entry-*.css*', (route) => route.abort('connectionreset'));
  const error = page.waitForEvent('pageerror');
  await page.goto('/');
  await error;
  await expect(home.popup).toBeHidden();
  await browserErrors.expectOnly(/\.css/, /^console error: Failed to load/);
});

test('an app that fails leaves nothing locked', async ({ page, home, browserErrors }) => {
  await failToStart(page, 2);
  const error = page.waitForEvent('pageerror');
  await page.goto('/');
  await error;
  await expect(page.locator('html')).toHaveClass('is-static');
  await expect(home.popup).toBeHidden();
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  await browserErrors.expectOnly(/no app today/);
});

inEachLanguage(() => {
  test('at 400 % zoom it is readable and closes', async ({ page, home, message }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await home.visit();
    const { title, text, action, terms } = await boxesOfWelcome(page);
    expect(text.top).toBeGreaterThanOrEqual(title.bottom);
    expect(action.top).toBeGreaterThanOrEqual(text.bottom);
    expect(terms.top).toBeGreaterThanOrEqual(action.bottom);
    await home.popup.getByRole('link').scrollIntoViewIfNeeded();
    await press(home.popup.getByRole('button', { name: message('welcome.popup.close') }));
    await expect(home.popup).toBeHidden();
  });
});

function hints(page: Page) {
  return page.locator('link[rel="preconnect"]');
}

function boxesOfWelcome(
  page: Page,
): Promise<Record<'title' | 'text' | 'action' | 'terms', DOMRect>> {
  return page.evaluate(() => {
    const boxOf = (name: string) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(`.welcome-${name}`) as Element);
      return range.getBoundingClientRect().toJSON();
    };
    return {
      title: boxOf('title'),
      text: boxOf('text'),
      action: boxOf('action'),
      terms: boxOf('terms'),
    };
  });
}

const serviceTest = test.extend<ServiceFixtures>(serviceFixtures);

serviceTest.describe('while links are missing', () => {
  serviceTest.use({ behaviour: 'is down' });

  serviceTest('the open pop-up adds no hint', async ({ page, home, browserErrors }) => {
    await home.visit();
    await expect(hints(page)).toHaveCount(0);
    await browserErrors.expectOnly(...missingLinks);
  });
});
