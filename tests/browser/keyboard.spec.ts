import type { Page } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

const screens = [
  // 1,280 x 1,024 px, enlarged to 400 %.
  { width: 320, height: 256 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

inEachLanguage(() => {
  for (const screen of screens) {
    test.describe(`at ${screen.width} px`, () => {
      // The page follows the focus at once, so that each step can be judged.
      test.use({ viewport: screen, contextOptions: { reducedMotion: 'reduce' } });

      test('the Tab key goes through every control, in order, in sight', async ({ page, home }) => {
        await home.enter();
        const names = await controlsInOrder(page);
        expect(names.length).toBeGreaterThan(40);
        for (const [place, name] of names.entries()) {
          await page.keyboard.press('Tab');
          await expect.poll(() => faultsOfFocus(page, place), `${place}: ${name}`).toEqual([]);
        }
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
      });

      test('Shift and Tab lead back to the top', async ({ page, home }) => {
        await home.enter();
        const names = await controlsInOrder(page);
        await page.getByRole('contentinfo').getByRole('link').last().focus();
        for (const [place, name] of [...names.entries()].slice(0, -1).reverse()) {
          await page.keyboard.press('Shift+Tab');
          await expect.poll(() => faultsOfFocus(page, place), `${place}: ${name}`).toEqual([]);
        }
      });
    });
  }

  test('the announcement stops and goes on by the keyboard', async ({ page, home, say }) => {
    await home.enter();
    const pause = page.getByRole('button', { name: say('announcement.bar.pause') });
    const play = page.getByRole('button', { name: say('announcement.bar.play') });
    await expect.poll(() => scrollingTexts(page)).toBe(1);
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(play).toBeFocused();
    await expect.poll(() => scrollingTexts(page)).toBe(0);
    await page.keyboard.press('Space');
    await expect(pause).toBeFocused();
    await expect.poll(() => scrollingTexts(page)).toBe(1);
  });

  test('the first key press offers the way past the header', async ({ page, home, say }) => {
    await home.enter();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: say('shell.skip.content') });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(home.carousel('left').slide(1)).toBeFocused();
  });
});

/** How many animations without an end are running: the announcement is the only one. */
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

/** Names of all controls that can take the focus now, as the document has them. */
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

/** What a visitor at the keyboard would miss: the focus elsewhere, hidden, or without a sign. */
function faultsOfFocus(page: Page, place: number): Promise<string[]> {
  return page.evaluate((expected) => {
    const focused = document.activeElement;
    const reachable: Element[] = Reflect.get(window, 'reachable');
    if (!focused || focused !== reachable[expected]) {
      return [`the focus is on ${reachable.indexOf(focused as Element)}`];
    }
    const faults: string[] = [];
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      faults.push('no sign of it');

    // A link in running text may go on in the next line.
    const boxes = [...focused.getClientRects()];
    const isSeen = ([x, y]: readonly [number, number]) =>
      focused.contains(document.elementFromPoint(x, y));
    const seen = boxes.flatMap(({ left, right, top, bottom }) => {
      const middle = (left + right) / 2;
      const ends = [
        [middle, top + 3],
        [middle, bottom - 3],
      ] as const;
      // Of what is higher than the window only a part can be seen.
      const fits = bottom - top <= innerHeight;
      return [[middle, (top + bottom) / 2] as const, ...(fits ? ends : [])].map(isSeen);
    });
    if (seen.includes(false)) faults.push(`hidden, in part: ${JSON.stringify(boxes)}`);
    return faults;
  }, place);
}
