import type { Page } from '@playwright/test';
import { screens } from './support/screens.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(() => {
  for (const screen of screens) {
    test.describe(`at ${screen.width} px`, () => {
      // Scrolls to the focus without animation.
      test.use({ viewport: screen, contextOptions: { reducedMotion: 'reduce' } });

      test('Tab moves through all controls in order, each visible', async ({ page, home }) => {
        await home.enter();
        const names = await controlsInOrder(page);
        expect(names.length).toBeGreaterThan(40);
        for (const [place, name] of names.entries()) {
          await page.keyboard.press('Tab');
          await expect.poll(() => focusErrors(page, place), `${place}: ${name}`).toEqual([]);
        }
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      });

      test('Shift+Tab moves back to the top', async ({ page, home }) => {
        await home.enter();
        const names = await controlsInOrder(page);
        await page.getByRole('contentinfo').getByRole('link').last().focus();
        for (const [place, name] of [...names.entries()].slice(0, -1).reverse()) {
          await page.keyboard.press('Shift+Tab');
          await expect.poll(() => focusErrors(page, place), `${place}: ${name}`).toEqual([]);
        }
      });
    });
  }

  test('the keyboard pauses and resumes the announcement', async ({ page, home, message }) => {
    await home.enter();
    const pause = page.getByRole('button', { name: message('announcement.bar.pause') });
    const play = page.getByRole('button', { name: message('announcement.bar.play') });
    await expect.poll(() => scrollingTexts(page)).toBe(1);
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(play).toBeFocused();
    await expect.poll(() => scrollingTexts(page)).toBe(0);
    await page.keyboard.press('Space');
    await expect(pause).toBeFocused();
    await expect.poll(() => scrollingTexts(page)).toBe(1);
  });

  test('the first Tab focuses the skip link', async ({ page, home, message }) => {
    await home.enter();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: message('shell.skip.content') });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  });
});

/** Returns the number of running infinite animations; the announcement is the only one. */
function scrollingTexts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ).length,
  );
}

/** Returns the names of all focusable controls in document order. */
function controlsInOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')];
    const reachable = controls.filter(
      (control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }),
    );
    Reflect.set(window, 'reachable', reachable);
    return reachable.map(
      (control) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '',
    );
  });
}

/** Returns errors if the focus is on another control, obscured, or lacks an outline. */
function focusErrors(page: Page, place: number): Promise<string[]> {
  return page.evaluate((expected) => {
    const focused = document.activeElement;
    const reachable: Element[] = Reflect.get(window, 'reachable');
    if (!focused || focused !== reachable[expected]) {
      return [`the focus is on ${reachable.indexOf(focused as Element)}`];
    }
    const errors: string[] = [];
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      errors.push('no visible outline');

    // A link in running text can wrap to several lines.
    const boxes = [...focused.getClientRects()];
    const isUnobscured = ([x, y]: readonly [number, number]) =>
      focused.contains(document.elementFromPoint(x, y));
    const unobscured = boxes.flatMap(({ left, right, top, bottom }) => {
      const middle = (left + right) / 2;
      const ends = [
        [middle, top + 3],
        [middle, bottom - 3],
      ] as const;
      // Only part of a box taller than the viewport is visible.
      const fits = bottom - top <= innerHeight;
      return [[middle, (top + bottom) / 2] as const, ...(fits ? ends : [])].map(isUnobscured);
    });
    if (unobscured.includes(false)) errors.push(`partly obscured: ${JSON.stringify(boxes)}`);
    return errors;
  }, place);
}
