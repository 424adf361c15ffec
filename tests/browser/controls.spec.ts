/** What holds for each control of the page, in each of its states. */
import { pauseClock } from './support/clock.ts';
import type { HomePage } from './support/home-page.ts';
import { LanguageMenu } from './support/language-menu.ts';
import { otherPaths } from './support/paths.ts';
import { press, tapTwice } from './support/press.ts';
import { expect, test } from './support/test.ts';
import { playbackOf } from './support/timers.ts';

const statesOfPage: Record<string, (home: HomePage) => Promise<unknown>> = {
  'with a pop-up': (home) => home.visit(),
  'without it': (home) => home.closePopup(),
  'with the language menu': ({ page, message }) => press(new LanguageMenu(page, message).button),
  ...Object.fromEntries(
    otherPaths.map((path) => [`at ${path}`, ({ page }: HomePage) => page.goto(path)]),
  ),
};

test('a phone lays out the page at its own width, and lets its visitor zoom', async ({
  page,
  home,
}) => {
  await home.enter();
  const seen = () =>
    page.evaluate(() => ({ width: innerWidth, scale: Number(visualViewport?.scale) }));
  expect(await seen()).toEqual({ width: page.viewportSize()?.width, scale: 1 });
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizePinchGesture', { x: 100, y: 300, scaleFactor: 3 });
  await expect.poll(async () => (await seen()).scale).toBeGreaterThan(2);
});

test('each control is large enough to tap, and its focus and its edge are seen, in forced colours too', async ({
  home,
}) => {
  const { page } = home;
  for (const [state, open] of Object.entries(statesOfPage)) {
    await open(home);
    await page.keyboard.press('Shift');
    const controls = await page.evaluate(errorsOfControls);
    expect(controls.count, state).toBeGreaterThan(1);
    expect(controls.errors, state).toEqual([]);
    const usual = await page.evaluateHandle(edges);
    expect(await usual.evaluate((all) => all.some(({ hasEdge }) => hasEdge)), state).toBe(true);
    await page.emulateMedia({ forcedColors: 'active' });
    const forced = await page.evaluateHandle(edges);
    expect(await usual.evaluate(lostEdges, forced), state).toEqual([]);
    expect((await page.evaluate(errorsOfControls)).errors, state).toEqual([]);
    expect(await page.evaluate(gradients), state).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
});

test('nothing moves under reduced motion, whatever is open', async ({ home }) => {
  const { page } = home;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // What is pressed while its messages are on the way is busy.
  await page.route('**/assets/messages-*.json', () => {});
  for (const [state, open] of Object.entries(statesOfPage)) {
    await open(home);
    expect(await page.evaluate(movements), state).toEqual([]);
  }
});

test('what is tapped twice acts as two taps, or goes with the first, and nothing underneath it acts', async ({
  home,
}) => {
  const { page } = home;
  const left: string[] = [];
  await pauseClock(page);
  await page.route('https://operator.example/**', (route) => {
    left.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  await home.visit();
  if (await home.popup.count()) await tapTwice(home.popup.getByRole('button').first());
  await expect(home.popup.filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  const controls = [
    ...(await playbackOf(home).all()),
    new LanguageMenu(page, home.message).button,
    // The active one of links to places in the page.
    ...(await page.locator('nav a[href^="#"][aria-current]').all()),
  ];
  const states = () =>
    Promise.all(
      controls.map((it) =>
        it.evaluate(({ ariaLabel, ariaExpanded, ariaCurrent }) => [
          ariaLabel,
          ariaExpanded,
          ariaCurrent,
        ]),
      ),
    );
  const before = await states();
  for (const control of controls) await tapTwice(control);
  expect(await states()).toEqual(before);
  await expect(page).toHaveURL(/\/$|#/);
  expect(left).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
});

test('what a click with another button or a modifier means is left to the browser', async ({
  home,
}) => {
  const { page, message } = home;
  await home.enter();
  await press(new LanguageMenu(page, message).button);
  expect(await page.evaluate(clicksTaken)).toEqual({
    plainly: expect.arrayContaining(['language-menu-item']),
    otherwise: [],
  });
});

// These run inside the page.

/** Returns errors of the controls that can be used: WCAG 2.5.8, 2.4.7 and the second tap of Safari, which zooms. */
function errorsOfControls(): { count: number; errors: string[] } {
  const scope = document.querySelector(':modal, :popover-open') ?? document.body;
  const all = [...scope.querySelectorAll<HTMLElement>('a[href], button')].filter(
    (it) => it.checkVisibility({ visibilityProperty: true }) && it.tabIndex >= 0,
  );
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'Highlight';
  const highlight = getComputedStyle(probe).color;
  probe.remove();
  const isForced = matchMedia('(forced-colors: active)').matches;
  const errors = all.flatMap((it) => {
    it.focus({ preventScroll: true });
    const { outlineStyle, outlineWidth, outlineColor, display, touchAction } = getComputedStyle(it);
    const { width, height } = it.getBoundingClientRect();
    const isRinged = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return [
      ...(display !== 'inline' && Math.min(width, height) < 24 ? [`${width} x ${height} px`] : []),
      ...(isRinged && !/^rgba.*, 0\)$/.test(outlineColor) ? [] : ['no ring']),
      ...(isForced && outlineColor !== highlight ? [`a ring of ${outlineColor}`] : []),
      ...(it.localName === 'button' && touchAction !== 'manipulation' ? [touchAction] : []),
    ].map((error) => `${it.className || it.textContent}: ${error}`);
  });
  return { count: all.length, errors };
}

interface Edge {
  it: Element;
  hasEdge: boolean;
}

/** Returns what is rounded, and whether it differs from what is around it. */
function edges(): Edge[] {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const canvas = getComputedStyle(document.documentElement).backgroundColor;
  const isPainted = (color: string) => !/^rgba.*, 0\)$/.test(color);
  const isEdged = (style: CSSStyleDeclaration) =>
    ['block-start', 'block-end', 'inline-start', 'inline-end'].some(
      (side) =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        isPainted(style.getPropertyValue(`border-${side}-color`)),
    ) ||
    (isPainted(style.backgroundColor) && !(isForced && style.backgroundColor === canvas)) ||
    (!isForced && (style.boxShadow !== 'none' || style.backgroundImage !== 'none'));
  return [...document.querySelectorAll('#app *')]
    .map((it) => ({ it, style: getComputedStyle(it) }))
    .filter(({ style }) => style.borderStartStartRadius !== '0px' && style.clipPath === 'none')
    .map(({ it }) => it)
    .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((it) => it.getBoundingClientRect().bottom > 0 && it.ariaExpanded !== 'true')
    .map((it) => ({
      it,
      hasEdge: ['', '::before', '::after'].some((part) => isEdged(getComputedStyle(it, part))),
    }));
}

/** Returns what had an edge before, is still seen, and has none now. */
function lostEdges(before: Edge[], now: Edge[]): string[] {
  const edged = new Set(now.filter(({ hasEdge }) => hasEdge).map(({ it }) => it));
  const seen = { visibilityProperty: true, opacityProperty: true };
  return before
    .filter(({ it, hasEdge }) => hasEdge && !edged.has(it) && it.checkVisibility(seen))
    .filter(({ it }) => it.getBoundingClientRect().bottom > 0)
    .map(({ it }) => it.getAttribute('class') ?? it.localName);
}

/** Returns what has a gradient of other colours than the background, which forced colours leave. */
function gradients(): (string | null)[] {
  const canvas = getComputedStyle(document.documentElement).backgroundColor;
  return [...document.querySelectorAll('#app *')]
    .filter((it) =>
      getComputedStyle(it)
        .backgroundImage.match(/(rgba?|color)\([^)]*\)/g)
        ?.some((color) => color !== canvas),
    )
    .map((it) => it.getAttribute('class'));
}

/** Returns what an element would do for longer than an instant. */
function movements(): string[] {
  const lasts = (times: string) => times.split(', ').some((it) => Number.parseFloat(it) > 0.001);
  return [...document.querySelectorAll('*')].flatMap((it) =>
    ['', '::before', '::after', '::backdrop'].flatMap((part) => {
      const { animationName, animationDuration, transitionDuration, scrollBehavior } =
        getComputedStyle(it, part);
      const isMoving = animationName !== 'none' && lasts(animationDuration);
      return isMoving || lasts(transitionDuration) || (!part && scrollBehavior === 'smooth')
        ? [`${it.localName}.${it.getAttribute('class')}${part}`]
        : [];
    }),
  );
}

/** Clicks each link in several ways. Returns those that the app prevents the browser from following. */
function clicksTaken(): Record<'plainly' | 'otherwise', string[]> {
  const taken = { plainly: new Set<string>(), otherwise: new Set<string>() };
  const ways: MouseEventInit[] = [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
    {},
  ];
  for (const init of ways) {
    const isPlain = Object.keys(init).length === 0;
    for (const link of document.querySelectorAll('a[href]')) {
      const stop = (event: Event) => {
        if (event.defaultPrevented) taken[isPlain ? 'plainly' : 'otherwise'].add(link.className);
        event.preventDefault();
      };
      addEventListener('click', stop, { once: true });
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    }
  }
  return { plainly: [...taken.plainly], otherwise: [...taken.otherwise] };
}
