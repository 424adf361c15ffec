/** The steps of `tests/specification.json`. */
import { expect } from '@playwright/test';
import type {} from '../../../client/state/page-state.ts';
import { soon } from '../../support/soon.ts';
import { hasArrivedAt, stepsOfScroll } from './scrolling.ts';
import { checkPage, pageOf, places, takeSnapshot, type Width } from './specification.ts';
import { setVisibility } from './visibility.ts';

type Step = Record<string, unknown>;

type Key = 'Enter' | 'Escape' | 'Tab' | 'Shift+Tab' | 'Space';

/** A window of a browser, whatever drives it. */
export interface BrowserWindow {
  goto: (path: string) => Promise<unknown>;
  back: () => Promise<unknown>;
  forward: () => Promise<unknown>;
  /** Returns the URL without its origin. */
  path: () => Promise<string>;
  /** Calls a function inside the page. */
  run: <Result, Values extends unknown[]>(
    script: (...values: Values) => Result,
    ...values: Values
  ) => Promise<Awaited<Result>>;
  /** Scrolls to one of the elements that match, and clicks it. */
  click: (selector: string, index?: number) => Promise<void>;
  press: (key: Key) => Promise<void>;
  moveMouse: (x: number, y: number) => Promise<void>;
  pressMouse: () => Promise<void>;
  releaseMouse: () => Promise<void>;
  clickAt: (x: number, y: number) => Promise<void>;
  /** Scrolls the page by the wheel, or by a finger. */
  scroll: () => Promise<void>;
  /** Number of tabs that the browser has. */
  tabs: () => Promise<number>;
  closeOtherTabs: () => Promise<void>;
  preferReducedMotion?: (does: boolean) => Promise<void>;
  advanceClock?: (milliseconds: number) => Promise<void>;
  /** Opens a window of the next session, with what the browser stores for longer. */
  nextSession?: () => Promise<BrowserWindow & { close: () => Promise<void> }>;
}

const has = (steps: Step[], verbs: string) =>
  steps.some((step) => verbs.split(' ').some((verb) => verb in step));

/** Whether steps are about time. Frames pass on a running clock only. */
export function isTimed(steps: Step[]): boolean {
  return has(steps, 'advance collect drag');
}

/** Whether any driver of a browser can take the steps. WebKit's has no windows that links open. */
export function isPortable(steps: Step[]): boolean {
  return !has(steps, 'advance collect newSession reduceMotion fetches opensTabs leavesFor');
}

/** The verbs of a visitor who only looks, after whom another may continue on the same page. */
const looking =
  'shown inView isModal css differsInStyle collect collected distinct range focused'.split(' ');

/** Steps of a visitor, in one session of the browser and in the next. */
export class Visit {
  /** Texts of places, as they were. */
  readonly #recorded = new Map<string, string[]>();
  #window: BrowserWindow;
  #next: (BrowserWindow & { close: () => Promise<void> }) | undefined;
  /** The step that has opened the page, if the visitor has only looked at it. */
  #opened: Step | undefined;

  constructor(
    private readonly first: BrowserWindow,
    private readonly width: Width,
  ) {
    this.#window = first;
  }

  /** Takes the steps, as a visitor who has not been here before. */
  async take(steps: Step[]): Promise<void> {
    const [open, ...others] = steps;
    const isOpen = JSON.stringify(open) === JSON.stringify(this.#opened);
    this.#opened = undefined;
    this.#recorded.clear();
    try {
      for (const step of isOpen ? others : steps) await this.#takeStep(step);
    } catch (error) {
      // What the page is doing then may fail the clean-up as well.
      await this.#cleanUp().catch(() => undefined);
      throw error;
    }
    await this.#cleanUp();
    if (others.every((step) => Object.keys(step).every((verb) => looking.includes(verb))))
      this.#opened = open;
  }

  async #cleanUp(): Promise<void> {
    await this.#next?.close();
    this.#next = undefined;
    this.#window = this.first;
    await this.#window.closeOtherTabs();
    await this.#window.releaseMouse();
    await this.#window.run(() => sessionStorage.clear());
  }

  async #takeStep(step: Step): Promise<void> {
    for (const [verb, object] of Object.entries(step)) {
      const run = (this.#verbs as Record<string, (object: never) => unknown>)[verb];
      if (!run) throw new Error(`unknown step ${verb}`);
      try {
        await run(object as never);
      } catch (error) {
        throw new Error(`at the step ${JSON.stringify(step)}: ${error}`);
      }
    }
  }

  readonly #verbs = {
    open: (path: string) => this.#window.goto(path),
    /** Opens the page and closes the advert. */
    enter: async (path: string) => {
      await this.#window.goto(path);
      await this.#verbs.shown('open advert');
      await this.#window.press('Escape');
      await this.#verbs.hidden('advert');
      await this.#soon(isLocked, 'html', false);
    },
    newSession: async (path: string) => {
      this.#next = await this.#window.nextSession?.();
      if (this.#next) this.#window = this.#next;
      await this.#verbs.enter(path);
    },
    /** Navigates within the app, as its links do. */
    navigate: async (path: string) => {
      await this.#soon(isHydrated, 'h1', true);
      await this.#window.run((url) => {
        history.pushState(null, '', url);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    },

    click: async (place: string) => {
      await this.#verbs.shown(place);
      await this.#window.click(selectorOf(place));
    },
    press: (key: Key) => this.#window.press(key),
    back: () => this.#window.back(),
    forward: () => this.#window.forward(),
    focus: (place: string) => this.#window.run(focus, selectorOf(place)),
    hover: (place: string) => this.#moveTo(place),
    clickAt: (point: [number, number]) => this.#window.clickAt(...point),
    /** Presses the mouse's button in the middle of a place, or at a point. */
    hold: async (at: string | [number, number]) => {
      await this.#moveTo(at);
      await this.#window.pressMouse();
    },
    dropAt: async (at: string | [number, number]) => {
      await this.#moveTo(at);
      await this.#window.releaseMouse();
    },
    scrollTo: (place: string) => this.#window.run(reveal, selectorOf(place)),
    advance: (milliseconds: number) => this.#window.advanceClock?.(milliseconds),
    showTab: (isVisible: boolean) => this.#window.run(setVisibility, isVisible),
    reduceMotion: (does: boolean) => this.#window.preferReducedMotion?.(does),
    drag: async ([place, distance]: [string, number]) => {
      const [x, y] = await this.#middleOf(place);
      await this.#verbs.hold([x, y]);
      for (let step = 1; step <= 8; step += 1)
        await this.#window.moveMouse(x + (distance * step) / 8, y);
    },
    drop: () => this.#window.releaseMouse(),
    /** Marks the document, which the app keeps; before that, links load another. */
    mark: async () => {
      await this.#soon(isHydrated, 'h1', true);
      await this.#window.run(() => void Reflect.set(window, 'isMarked', true));
    },
    record: async (place: string) => {
      const texts = await this.#texts(place);
      expect(texts.length, place).toBeGreaterThan(0);
      this.#recorded.set(place, texts);
    },
    /** Records the texts of places at several times. */
    collect: async ([of, milliseconds, times]: [string[], number, number]) => {
      for (let time = 0; time < times; time += 1) {
        if (time > 0) await this.#verbs.advance(milliseconds);
        const snapshot = await this.#window.run(takeSnapshot, places);
        for (const place of of) {
          const texts = snapshot[place]?.map(({ text }) => text) ?? [];
          this.#recorded.set(place, [...(this.#recorded.get(place) ?? []), ...texts]);
        }
      }
    },

    isAt: (path: string) => soon(() => this.#window.path()).toBe(path),
    /** Expects another site in the same tab. */
    leavesFor: async (path: string) => {
      await this.#verbs.isAt(path);
      // Its process has taken over: the browser goes back from no page that is still being attached.
      await soon(() => this.#window.run(() => document.readyState)).toBe('complete');
      expect(await this.#window.tabs()).toBe(1);
    },
    /** Expects each of the links of a place to open a tab. */
    opensTabs: async ([place, count]: [string, number]) => {
      for (let index = 0; index < count; index += 1) {
        await this.#window.click(selectorOf(place), index);
        await soon(() => this.#window.tabs(), `${place} ${index + 1}`).toBe(2);
        await this.#window.closeOtherTabs();
      }
    },
    marked: async () =>
      expect(await this.#window.run(() => Reflect.get(window, 'isMarked'))).toBe(true),
    shown: (place: string) => this.#soon(isShown, place, true),
    hidden: (place: string) => this.#soon(isShown, place, false),
    focused: (place: string) => this.#soon(isFocused, place, true),
    inView: async (place: string) => soon(() => this.#ratio(place), place).toBeGreaterThan(0.95),
    arrives: (place: string) => this.#soon(hasArrivedAt, place, true),
    // A busy browser may skip frames of one scroll. An instant scroll is one step at each attempt.
    scrollsSmoothly: (control: string) => soon(() => this.#stepsFrom(control)).toBeGreaterThan(2),
    scrollsAtOnce: async (control: string) => expect(await this.#stepsFrom(control)).toBe(1),
    scrolls: async (does: boolean) => {
      const scrollTop = () => this.#window.run(() => scrollY);
      if (does) {
        // As often as it takes: what locks the page may end just after what can be seen of it.
        const scrolled = async () => {
          await this.#window.scroll();
          return scrollTop();
        };
        return soon(scrolled).toBeGreaterThan(0);
      }
      await this.#window.run(countFramesAfterScroll);
      await this.#window.scroll();
      await soon(() =>
        this.#window.run(() => Reflect.get(window, 'framesAfterScroll')),
      ).toBeGreaterThan(30);
      expect(await scrollTop()).toBe(0);
    },
    /** Expects a distance from the start, or a negative one from the end, within a pixel. */
    scrolled: ([place, distance]: [string, number]) =>
      soon(async () => {
        const found = await this.#window.run(scrollFrom, selectorOf(place), distance < 0);
        return Math.abs(found - distance);
      }, `${distance} px`).toBeLessThanOrEqual(1),
    moves: async (place: string) => {
      await this.#verbs.shown(place);
      const left = async () => (await this.#window.run(boxOf, selectorOf(place))).left;
      const start = await left();
      await soon(left).not.toBe(start);
    },
    /** Expects no animation that runs. */
    still: async () => {
      await this.#soon(isHydrated, 'h1', true);
      const running = () =>
        this.#window.run(
          () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
        );
      await soon(running).toBe(0);
    },
    /** Expects one of two slides to be in view. */
    slide: async ([shown, hidden]: [string, string]) => {
      await this.#verbs.inView(shown);
      await soon(() => this.#ratio(hidden), hidden).toBeLessThan(0.05);
    },
    /** Expects everything but this to be covered. */
    isModal: async (place: string) =>
      expect(await this.#window.run(coversCorners, selectorOf(place))).toBe(true),
    css: async ([place, property, value]: [string, string, string]) => {
      const [found] = await this.#window.run(stylesOf, selectorOf(place), [property]);
      expect(found, `${property} of ${place}`).toBe(value);
    },
    differsInStyle: async ([place, other]: [string, string]) => {
      const style = (each: string) =>
        this.#window.run(stylesOf, selectorOf(each), [
          'background-image',
          'background-color',
          'box-shadow',
          'color',
        ]);
      const expected = await style(other);
      await soon(() => style(place)).not.toEqual(expected);
    },

    texts: ([place, texts]: [string, string[]]) => soon(() => this.#texts(place)).toEqual(texts),
    /** Expects two places to say the same. */
    alike: async ([place, other]: [string, string]) => {
      const expected = await this.#texts(other);
      expect(expected, other).toHaveLength(1);
      await soon(() => this.#texts(place), place).toEqual(expected);
    },
    /** Expects everything that the statements say of the home page in a language. */
    pageIn: async (language: string) => {
      const page = { ...pageOf('/', language, this.width), url: await this.#window.path() };
      // A page in another language fails in so many places that a busy machine is long in naming them.
      await this.#soon(languageOf, 'html', language);
      // Title and description follow the texts.
      await expect(async () => {
        await checkPage(page, await this.#window.run(takeSnapshot, places));
      }).toPass({ timeout: 20_000 });
    },
    count: ([place, count]: [string, number]) =>
      soon(async () => (await this.#texts(place)).length).toBe(count),
    same: async (place: string) =>
      expect(await this.#texts(place)).toEqual(this.#recorded.get(place)),
    /** Expects each text to have changed. */
    replaced: async (place: string) => {
      const before = this.#recorded.get(place);
      expect((await this.#texts(place)).filter((text) => before?.includes(text))).toEqual([]);
    },
    collected: ([place, texts]: [string, string[]]) =>
      expect([...new Set(this.#recorded.get(place))].toSorted()).toEqual(texts),
    /** Expects at least so many different texts among so many. */
    distinct: ([place, least, among]: [string, number, number]) => {
      const texts = this.#recorded.get(place) ?? [];
      expect(texts).toHaveLength(among);
      expect(new Set(texts).size).toBeGreaterThanOrEqual(least);
    },
    /** Expects the smallest amount within two limits, and the largest one within two others. */
    range: ([place, from, below, above, to]: [string, number, number, number, number]) => {
      const amounts =
        this.#recorded.get(place)?.map((text) => Number(/\d.*/.exec(text)?.[0])) ?? [];
      const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
      expect(least >= from && least < below, `${least} is the least of ${place}`).toBe(true);
      expect(most > above && most <= to, `${most} is the most of ${place}`).toBe(true);
    },
    /** Expects a value of the client state. */
    state: ([name, value]: [string, string]) =>
      soon(() => this.#window.run(stateOf, name), name).toBe(value),
    fetches: async (paths: string[]) => expect(await this.#window.run(fetchedPaths)).toEqual(paths),
  };

  /** Waits until a function about a place returns this inside the page. */
  #soon<Result>(script: (selector: string) => Result, place: string, expected: Awaited<Result>) {
    const selector = places[place] ?? place;
    return soon(() => this.#window.run(script, selector), place).toEqual(expected);
  }

  async #moveTo(at: string | [number, number]): Promise<void> {
    await this.#window.moveMouse(...(typeof at === 'string' ? await this.#middleOf(at) : at));
  }

  /** Scrolls to a place. Returns its middle. */
  async #middleOf(place: string): Promise<[number, number]> {
    await this.#verbs.scrollTo(place);
    const { left, right, top, bottom } = await this.#window.run(boxOf, selectorOf(place));
    return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  }

  async #stepsFrom(control: string): Promise<number> {
    await this.#verbs.scrollTo(control);
    return this.#window.run(stepsOfScroll, selectorOf(control));
  }

  #ratio(place: string): Promise<number> {
    return this.#window.run(ratioInView, selectorOf(place));
  }

  async #texts(place: string): Promise<string[]> {
    const snapshot = await this.#window.run(takeSnapshot, { [place]: selectorOf(place) });
    return snapshot[place]?.map(({ text }) => text) ?? [];
  }
}

function selectorOf(place: string): string {
  const selector = places[place];
  if (!selector) throw new Error(`unknown place ${place}`);
  return selector;
}

// These run inside the page.

function isHydrated(selector: string): boolean {
  return Object.keys(document.querySelector(selector) ?? {}).some((it) => it.startsWith('__react'));
}

function languageOf(selector: string): string | undefined {
  return document.querySelector<HTMLElement>(selector)?.lang;
}

function isLocked(selector: string): boolean {
  const element = document.querySelector(selector);
  return element !== null && getComputedStyle(element).overflowY === 'hidden';
}

function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (it) => it.checkVisibility({ visibilityProperty: true }) && it.getClientRects().length > 0,
  );
}

function isFocused(selector: string): boolean {
  return (document.activeElement ?? document.documentElement).matches(selector);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

function boxOf(selector: string): { left: number; right: number; top: number; bottom: number } {
  return document.querySelector(selector)?.getBoundingClientRect().toJSON();
}

function reveal(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function ratioInView(selector: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      resolve(entry?.intersectionRatio ?? Number.NaN);
    });
    const element = document.querySelector(selector);
    if (element) observer.observe(element);
    else reject(new Error(`nothing matches ${selector}`));
  });
}

function coversCorners(selector: string): boolean {
  const element = document.querySelector(selector);
  const [x, y] = [innerWidth - 2, innerHeight - 2];
  const corners = [
    [1, 1],
    [x, 1],
    [1, y],
    [x, y],
  ] as [number, number][];
  return corners.every((corner) => element?.contains(document.elementFromPoint(...corner)));
}

function stylesOf(selector: string, properties: string[]): string[] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`nothing matches ${selector}`);
  return properties.map((property) => getComputedStyle(element).getPropertyValue(property));
}

function countFramesAfterScroll(): void {
  let frames = 0;
  const count = () => {
    frames += 1;
    Reflect.set(window, 'framesAfterScroll', frames);
    requestAnimationFrame(count);
  };
  const begin = () => {
    if (frames === 0) count();
  };
  Reflect.set(window, 'framesAfterScroll', 0);
  for (const event of ['wheel', 'touchmove']) addEventListener(event, begin, { passive: true });
}

function scrollFrom(selector: string, isFromEnd: boolean): number {
  const { scrollLeft, scrollWidth, clientWidth } = document.querySelector(selector) as Element;
  return isFromEnd ? scrollLeft - (scrollWidth - clientWidth) : scrollLeft;
}

function stateOf(name: string): unknown {
  return Reflect.get(Object(window.pageStore?.getState()), name);
}

function fetchedPaths(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return paths.filter((path) => path.startsWith('/api/'));
}
