/**
 * The states of the pages, in Chromium and without motion. A visit goes through its states in order, each of which continues from the one
 * before. Controls are found by their markup, as names are texts.
 */
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Route } from '../../client/app/pages.ts';
import { functionNames } from '../function-names.ts';

export interface State {
  /** In file names. */
  name: string;
  /** Where or when a visitor sees it, after a comma. */
  description: string;
  /** Selector of what a page must have for it. */
  needs?: string;
  reach?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  path: string;
  /** Options of the browser, where they differ from the usual. */
  options?: BrowserContextOptions;
  states: State[];
}

const welcome = 'dialog.welcome';
const anotherLanguage = '.language-menu-item:not([aria-current])';

/** The home page in all its states. */
const homeVisits: Visit[] = [
  {
    path: '/',
    states: [
      {
        name: 'welcome',
        description: 'in the pop-up, which opens with the page',
        needs: welcome,
        reach: openWelcome,
      },
      { name: 'home', description: 'on the home page', reach: enter },
      {
        name: 'skip-link',
        description: 'on the home page, after the Tab key was pressed',
        reach: (page) => page.keyboard.press('Tab'),
      },
      { name: 'language-menu', description: 'in the open language menu', reach: openMenu },
    ],
  },
  {
    path: '/',
    // Announcement and carousels play.
    options: { reducedMotion: 'no-preference' },
    states: [
      {
        name: 'motion',
        description: 'on the home page, unless the visitor prefers reduced motion',
        reach: enter,
      },
      {
        name: 'announcement-paused',
        description: 'on the home page, while the announcement is paused',
        needs: '.announcement-button',
        reach: (page) => press(page.locator('.announcement-button').first()),
      },
    ],
  },
  {
    path: '/',
    states: [
      {
        name: 'language-failed',
        description: 'in the language menu, after a chosen language could not be loaded',
        needs: anotherLanguage,
        async reach(page) {
          await enter(page);
          // Before the menu opens, which preloads the languages.
          await page.context().setOffline(true);
          await openMenu(page);
          await press(page.locator(anotherLanguage).first());
          await page.locator('.language-menu-note').waitFor();
        },
      },
    ],
  },
];

const notFound = { path: '/nowhere', name: 'not-found', description: 'on the not-found page' };

/** Returns the visits of all pages. Those besides the home page have one state each. */
export function visitsOf(routes: readonly Route[]): Visit[] {
  const others = routes
    .filter(({ path, redirect }) => path !== '/' && redirect === undefined)
    .map(({ path }) => ({
      path,
      name: path.slice(1).replaceAll('/', '-'),
      description: `on the page ${path}`,
    }));
  return [
    ...homeVisits,
    ...[...others, notFound].map(({ path, ...state }) => ({ path, states: [state] })),
  ];
}

/**
 * Goes through the visits in one language, and calls `look` in each state. Leaves out the states that are not
 * wanted, unless a wanted one continues from them.
 */
export async function visitAll(
  browser: Browser,
  visits: Visit[],
  viewport: { width: number; height: number },
  site: { url: string; language: string },
  look: (page: Page, state: State) => Promise<void>,
  isWanted: (state: State) => boolean = () => true,
) {
  for (const { path, options, states: all } of visits) {
    const states = all.slice(0, all.findLastIndex(isWanted) + 1);
    if (states.length === 0) continue;
    const context = await browser.newContext({
      viewport,
      reducedMotion: 'reduce',
      // It blocks the style of the outlines.
      bypassCSP: true,
      ...options,
    });
    const page = await context.newPage();
    await page.addInitScript(functionNames);
    // The timers of carousels and live tables.
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'setInterval', () => 0);
    });
    const address = new URL(`${path}?lang=${site.language}`, site.url);
    await page.goto(address.href, { waitUntil: 'networkidle' });
    for (const state of states) {
      if (state.needs && (await page.locator(state.needs).count()) === 0) continue;
      await state.reach?.(page);
      await endAnimations(page);
      await look(page, state);
    }
    await context.close();
  }
}

/** Ends what has an end, such as the fading of a menu. */
async function endAnimations(page: Page) {
  await page.evaluate(async () => {
    // They begin in a frame.
    await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}

async function openWelcome(page: Page) {
  await page.locator(`${welcome}[open]`).waitFor();
}

/** Closes the welcome pop-up, if the page has one. */
async function enter(page: Page) {
  if ((await page.locator(welcome).count()) === 0) return;
  await openWelcome(page);
  await page.keyboard.press('Escape');
  await page.locator(`${welcome}[open]`).waitFor({ state: 'detached' });
  // Scrolling is unlocked, and the focus moved, after React has handled the close event.
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
  );
}

async function openMenu(page: Page) {
  await press(page.locator('.language-menu-button'));
  await page.locator(':popover-open').waitFor();
}

/** Presses a control without the pointer, as longer texts may cover it, and without its focus ring. */
async function press(control: Locator) {
  await control.evaluate((element: HTMLElement) => {
    element.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    element.click();
  });
}
