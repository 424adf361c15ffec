/**
 * The states in which the gallery looks for messages. A visit goes through its states in order, each
 * of which continues from the one before. Controls are found by their markup, as names are texts.
 */

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../../client/app/pages.ts').Route} Route
 *
 * @typedef {object} State
 * @property {string} name in file names
 * @property {string} description where or when a visitor sees it, after a comma
 * @property {'page' | 'window'} extent whether its picture has the whole page or the viewport
 * @property {(page: Page) => Promise<unknown>} reach
 *
 * @typedef {object} Visit
 * @property {string} path
 * @property {{ javaScriptEnabled?: boolean, reducedMotion?: 'reduce' | 'no-preference' }} [options]
 *   of the browser, where they differ from the gallery's
 * @property {(page: Page) => Promise<State[]>} states known once the page is loaded
 */

/** @type {Visit[]} the home page, in all its states */
const homeVisits = [
  {
    path: '/',
    states: async (page) => [
      {
        name: 'advert',
        description: 'in the pop-up, which opens with the page',
        extent: 'window',
        reach: openAdvert,
      },
      {
        name: 'home',
        description: 'on the home page',
        extent: 'page',
        reach: closeAdvert,
      },
      {
        name: 'skip-link',
        description: 'on the home page, after the Tab key was pressed',
        extent: 'page',
        reach: () => page.keyboard.press('Tab'),
      },
      {
        name: 'scrolled',
        description: 'on the home page, with tabs and carousels scrolled to their ends',
        extent: 'page',
        reach: scrollStrips,
      },
      {
        name: 'banner-closed',
        description: 'on the home page, after the banner in the footer was closed',
        extent: 'page',
        reach: () => pressEach(page, '.footer-banner-close'),
      },
      {
        name: 'language-menu',
        description: 'in the open language menu',
        extent: 'window',
        reach: openMenu,
      },
    ],
  },
  {
    path: '/',
    // Announcement and carousels play.
    options: { reducedMotion: 'no-preference' },
    states: async (page) => [
      {
        name: 'motion',
        description: 'on the home page, unless the visitor prefers reduced motion',
        extent: 'page',
        async reach() {
          await openAdvert(page);
          await closeAdvert(page);
        },
      },
      {
        name: 'announcement-paused',
        description: 'on the home page, while the announcement is paused',
        extent: 'page',
        reach: () => pressEach(page, '.announcement-button'),
      },
    ],
  },
  {
    path: '/',
    states: async () => [
      {
        name: 'language-failed',
        description: 'in the language menu, after a chosen language could not be loaded',
        extent: 'window',
        async reach(page) {
          await openAdvert(page);
          await closeAdvert(page);
          // Before the menu opens, which preloads the languages.
          await page.context().setOffline(true);
          await openMenu(page);
          await press(page.locator('[role="menuitemradio"][aria-checked="false"]').first());
          await page.locator('.language-menu-note').waitFor();
        },
      },
    ],
  },
  {
    path: '/',
    options: { javaScriptEnabled: false },
    states: async () => [
      {
        name: 'served',
        description: 'on the home page without JavaScript',
        extent: 'page',
        reach: async () => {},
      },
    ],
  },
];

const notFound = { path: '/nowhere', name: 'not-found', description: 'on the not-found page' };

/**
 * Returns the visits of all pages. Those besides the home page have one state each.
 *
 * @param {readonly Route[]} routes
 * @returns {Visit[]}
 */
export function visitsOf(routes) {
  const others = routes
    .filter(({ path, redirect }) => path !== '/' && redirect === undefined)
    .map(({ path }) => ({ path, name: nameOf(path), description: `on the page ${path}` }));
  const visits = [...others, notFound].map(({ path, name, description }) => ({
    path,
    states: async () => [{ name, description, extent: 'page', reach: async () => {} }],
  }));
  return [...homeVisits, .../** @type {Visit[]} */ (visits)];
}

/**
 * Returns the name of the state that a page is first seen in.
 *
 * @param {string} path
 */
export function nameOf(path) {
  if (path === notFound.path) return notFound.name;
  return path.slice(1).replaceAll('/', '-') || 'home';
}

/** @param {Page} page */
async function openAdvert(page) {
  await page.locator('dialog[open]').waitFor();
}

/** @param {Page} page */
async function closeAdvert(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  // Scrolling is unlocked, and the focus moved, after React has handled the close event.
  await page.locator('html:not(.is-scroll-locked)').waitFor();
}

/** @param {Page} page */
async function openMenu(page) {
  await press(page.locator('.language-menu-button'));
  await page.locator(':popover-open').waitFor();
}

/**
 * @param {Page} page
 * @param {string} selector
 */
async function pressEach(page, selector) {
  for (const control of await page.locator(selector).all()) await press(control);
}

/**
 * Presses a control without the pointer, as longer texts may cover it, and without its focus ring.
 *
 * @param {import('@playwright/test').Locator} control
 */
async function press(control) {
  await control.evaluate((/** @type {HTMLElement} */ element) => {
    element.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
    element.click();
  });
}

/** @param {Page} page */
async function scrollStrips(page) {
  await page.evaluate(() => {
    const { body } = document;
    for (const element of body.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
      element.scrollTo({ left: element.scrollWidth, behavior: 'instant' });
    }
  });
}
