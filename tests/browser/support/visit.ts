/** The steps of `tests/specification.json`. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { advanceClock, pauseClock } from './clock.ts';
import { arrivesAt, doesNotScroll, scrolls, stepsFrom } from './scrolling.ts';
import { places, takeSnapshot } from './specification.ts';

type Step = Record<string, unknown>;

/** Whether steps are about time. Frames pass on a running clock only. */
export function isTimed(steps: Step[] = []): boolean {
  return steps.some((step) => ['advance', 'collect', 'drag'].some((it) => it in step));
}

/** The verbs of a visitor who only looks, after whom another may continue on the same page. */
const looking = new Set(
  'shown inView isModal css differsInStyle collect collected largest'.split(' '),
);

/** Steps of a visitor, in one session of the browser and in the next. */
export class Visit {
  /** Texts of places, as they were. */
  readonly #recorded = new Map<string, string[]>();
  /** URLs of requests to the content service's path. */
  readonly #fetches: string[] = [];
  #page: Page;
  /** The step that has opened the page, if the visitor has only looked at it. */
  #opened: Step | undefined;

  private constructor(
    private readonly firstPage: Page,
    private readonly nextSession: () => Promise<BrowserContext>,
  ) {
    this.#page = firstPage;
    firstPage.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#fetches.push(request.url());
    });
  }

  static async start(
    page: Page,
    nextSession: () => Promise<BrowserContext>,
    clock: 'running' | 'paused',
  ): Promise<Visit> {
    if (clock === 'paused') await pauseClock(page);
    return new Visit(page, nextSession);
  }

  /** Takes the steps, as a visitor who has not been here before. */
  async take(steps: Step[]): Promise<void> {
    const [open, ...others] = steps;
    const isOpen = JSON.stringify(open) === JSON.stringify(this.#opened);
    this.#opened = undefined;
    this.#recorded.clear();
    if (!isOpen) this.#fetches.length = 0;
    try {
      for (const step of isOpen ? others : steps) await this.#takeStep(step);
      if (others.every((step) => Object.keys(step).every((verb) => looking.has(verb))))
        this.#opened = open;
    } finally {
      await this.#end();
    }
  }

  async #takeStep(step: Step): Promise<void> {
    for (const [verb, object] of Object.entries(step)) {
      const run = (this.#verbs as Record<string, (object: never) => unknown>)[verb];
      if (!run) throw new Error(`unknown step ${verb}`);
      await run(object as never);
    }
  }

  async #end(): Promise<void> {
    if (this.#page !== this.firstPage) await this.#page.context().close();
    this.#page = this.firstPage;
    for (const page of this.#page.context().pages()) if (page !== this.#page) await page.close();
    await this.#page.mouse.up();
    await this.#page.evaluate(() => sessionStorage.clear());
  }

  readonly #verbs = {
    open: (path: string) => this.#page.goto(path),
    /** Opens the page and closes the advert. */
    enter: async (path: string) => {
      await this.#page.goto(path);
      await expect(this.#at('open advert')).toBeVisible();
      await this.#page.keyboard.press('Escape');
      await expect(this.#at('advert')).toBeHidden();
      await expect(this.#page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
    },
    newSession: async (path: string) => {
      this.#page = await (await this.nextSession()).newPage();
      await this.#verbs.enter(path);
    },

    click: (place: string) => this.#at(place).click(),
    clickAt: ([x, y]: [number, number]) => this.#page.mouse.click(x, y),
    scrollTo: (place: string) => this.#at(place).scrollIntoViewIfNeeded(),
    advance: (milliseconds: number) => advanceClock(this.#page, milliseconds),
    drag: async ([place, distance]: [string, number]) => {
      await this.#at(place).scrollIntoViewIfNeeded();
      const box = await this.#at(place).boundingBox();
      if (!box) throw new Error(`no ${place} to drag`);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await this.#page.mouse.move(x, y);
      await this.#page.mouse.down();
      await this.#page.mouse.move(x + distance, y, { steps: 8 });
    },
    /** Marks a document, which another one would not have. */
    mark: () => this.#page.evaluate(() => void Reflect.set(window, 'isMarked', true)),
    record: async (place: string) => {
      const texts = await this.#texts(place);
      expect(texts.length, place).toBeGreaterThan(0);
      this.#recorded.set(place, texts);
    },
    /** Records the texts of several times. */
    collect: async ([place, milliseconds, times]: [string, number, number]) => {
      const texts = await this.#texts(place);
      for (let time = 1; time < times; time += 1) {
        await advanceClock(this.#page, milliseconds);
        texts.push(...(await this.#texts(place)));
      }
      this.#recorded.set(place, texts);
    },

    isAt: (path: string) => expect(this.#page).toHaveURL(path),
    browserTabs: (count: number) =>
      expect.poll(() => this.#page.context().pages().length).toBe(count),
    marked: async () =>
      expect(await this.#page.evaluate(() => Reflect.get(window, 'isMarked'))).toBe(true),
    shown: (place: string) => expect(this.#at(place)).toBeVisible(),
    hidden: (place: string) => expect(this.#all(place).filter({ visible: true })).toHaveCount(0),
    inView: (place: string) => expect(this.#at(place)).toBeInViewport({ ratio: 0.95 }),
    arrives: (place: string) => arrivesAt(this.#at(place)),
    // A busy browser may skip frames of one scroll. An instant scroll is one step at each attempt.
    scrollsSmoothly: (control: string) =>
      expect.poll(() => stepsFrom(this.#at(control))).toBeGreaterThan(2),
    scrolls: (does: boolean) => (does ? scrolls(this.#page) : doesNotScroll(this.#page)),
    scrolled: ([place, distance]: [string, number]) =>
      expect.poll(() => this.#at(place).evaluate(({ scrollLeft }) => scrollLeft)).toBe(distance),
    moves: async (place: string) => {
      const start = await this.#at(place).boundingBox();
      await expect.poll(async () => (await this.#at(place).boundingBox())?.x).not.toBe(start?.x);
    },
    /** Expects one of two slides to be in view. */
    slide: async ([shown, hidden]: [string, string]) => {
      await expect(this.#at(shown)).toBeInViewport({ ratio: 0.95 });
      await expect(this.#at(hidden)).not.toBeInViewport({ ratio: 0.05 });
    },
    /** Expects everything but this to be covered and inert. */
    isModal: async (place: string) => {
      const corners = this.#at(place).evaluate((element) => {
        const [x, y] = [innerWidth - 2, innerHeight - 2];
        const found = [
          [1, 1],
          [x, 1],
          [1, y],
          [x, y],
        ] as [number, number][];
        return found.map((corner) => element.contains(document.elementFromPoint(...corner)));
      });
      expect(await corners).toEqual([true, true, true, true]);
    },
    css: ([place, property, value]: [string, string, string]) =>
      expect(this.#at(place)).toHaveCSS(property, value),
    differsInStyle: async ([place, other]: [string, string]) => {
      const style = (each: string) =>
        this.#at(each).evaluate((element) => {
          const { backgroundImage, backgroundColor, boxShadow, color } = getComputedStyle(element);
          return [backgroundImage, backgroundColor, boxShadow, color];
        });
      await expect.poll(() => style(place)).not.toEqual(await style(other));
    },

    texts: ([place, texts]: [string, string[]]) =>
      expect.poll(() => this.#texts(place)).toEqual(texts),
    count: ([place, count]: [string, number]) => expect(this.#all(place)).toHaveCount(count),
    same: async (place: string) =>
      expect(await this.#texts(place)).toEqual(this.#recorded.get(place)),
    /** Expects each text to have changed. */
    replaced: async (place: string) => {
      const before = this.#recorded.get(place);
      expect((await this.#texts(place)).filter((text) => before?.includes(text))).toEqual([]);
    },
    collected: ([place, texts]: [string, string[]]) =>
      expect([...new Set(this.#recorded.get(place))].toSorted()).toEqual(texts),
    /** Expects the largest amount to be above one limit and up to another. */
    largest: ([place, above, upTo]: [string, number, number]) => {
      const amounts = this.#recorded.get(place)?.map((text) => Number(/\d.*/.exec(text)?.[0]));
      const largest = Math.max(...(amounts ?? []));
      expect(largest).toBeGreaterThan(above);
      expect(largest).toBeLessThanOrEqual(upTo);
    },
    fetches: (urls: string[]) => expect(this.#fetches).toEqual(urls),
  };

  #all(place: string): Locator {
    const selector = places[place];
    if (!selector) throw new Error(`unknown place ${place}`);
    return this.#page.locator(selector);
  }

  #at(place: string): Locator {
    return this.#all(place).first();
  }

  async #texts(place: string): Promise<string[]> {
    const snapshot = await this.#page.evaluate(takeSnapshot, { [place]: places[place] ?? '' });
    return snapshot[place]?.map(({ text }) => text) ?? [];
  }
}
