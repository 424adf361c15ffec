import type { Page } from '@playwright/test';
import {
  expect,
  fromRightToLeft,
  inBothDirections,
  test,
} from '../../../tests/browser/support/test.ts';

/** 1280 x 1024 px at 400 % zoom. */
const zoomed = { width: 320, height: 256 };

test.describe('at 400 % zoom', () => walk(zoomed));
test.describe('on a desktop', () => walk({ width: 1440, height: 900 }));
fromRightToLeft(() => walk({ width: 360, height: 740 }));

function walk(viewport: { width: number; height: number }): void {
  test.describe('under reduced motion', () => {
    // Scrolls to the focus without animation.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('Tab moves through all controls in order, each visible, and Shift+Tab moves back', async ({
      page,
      home,
    }) => {
      test.slow();
      await home.enter();
      const controls = [...(await controlsInOrder(page)).entries()];
      expect(controls.length).toBeGreaterThan(5);
      for (const [key, order] of [
        ['Tab', controls],
        ['Shift+Tab', controls.slice(0, -1).reverse()],
      ] as const) {
        for (const [place, name] of order) {
          await page.keyboard.press(key);
          await expect.poll(() => focusErrors(page, place), `${place}: ${name}`).toEqual([]);
        }
      }
    });
  });
}

inBothDirections(() => {
  test('the order of the controls is the visual order', async ({ page, home }) => {
    await home.enter();
    for (const width of [320, 390, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => orderErrors(page), `at ${width} px`).toEqual([]);
    }
  });
});

/**
 * Returns the controls of the page's content that are neither in a later column nor below, beside or under the
 * one before. Those of the headline come first at every width.
 */
async function orderErrors(page: Page): Promise<string[]> {
  await controlsInOrder(page);
  return page.evaluate(() => {
    const reachable: HTMLElement[] = Reflect.get(window, 'reachable');
    const forth = document.documentElement.dir === 'rtl' ? -1 : 1;
    const edges = [...document.querySelectorAll('.home-offer, .home-intro, .home-right')]
      .map((column) => column.getBoundingClientRect())
      .map(({ left, right }) => (forth === 1 ? left : -right))
      .sort((a, b) => a - b);
    const controls = reachable
      .filter((it) => it.matches('main *') && !it.matches('dialog *, .home-intro *'))
      .map((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const start = forth === 1 ? left : -right;
        const part = it.closest('main > *')?.getBoundingClientRect() ?? new DOMRect();
        const place = forth === 1 ? part.left : -part.right;
        const column = edges.filter((edge) => place >= edge - 1).length;
        const name = it.getAttribute('aria-label') ?? it.textContent?.trim();
        return { name, column, start, top, bottom };
      });
    if (controls.length < 5) return [`only ${controls.length} controls`];
    return controls.slice(1).flatMap((control, index) => {
      const before = controls[index] ?? control;
      const isBelow = control.top >= before.bottom - 1;
      const isBeside = control.start > before.start && control.bottom > before.top;
      const isUnder = control.top <= before.top && control.bottom >= before.bottom;
      const isInOrder =
        control.column === before.column
          ? isBelow || isBeside || isUnder
          : control.column > before.column;
      return isInOrder ? [] : [`${control.name} after ${before.name}`];
    });
  });
}

/** Returns the names of all focusable controls: in document order, but column after column. */
function controlsInOrder(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = ['intro', 'offer', 'left-area', 'menu', 'content', 'right'];
    const placeOf = (it: Element) => {
      const part = it.closest('main > *')?.className;
      return innerWidth < 1024 || !part ? -1 : parts.indexOf(part.replace('home-', ''));
    };
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, [tabindex]')];
    const reachable = controls.filter(
      (control) => control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true }),
    );
    const main = reachable.filter((it) => it.matches('main *'));
    main.sort((one, other) => placeOf(one) - placeOf(other));
    reachable.splice(
      reachable.findIndex((it) => main.includes(it)),
      main.length,
      ...main,
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
