/** Browsers without one of the features that the app uses: it starts, or the page stays as it was served. */
import { type MarqueeServer, served } from '../browser/support/marquee-server.ts';
import { start } from './engines/engines.ts';
import { Page } from './support/page.ts';
import { base, expect, phone } from './support/test.ts';

/** By outcome, each a global or a path to a property; `()` has no effect, `!` throws when it is read. */
const features = {
  interactive: `
    PerformanceObserver PerformanceObserver.supportedEntryTypes PerformanceObserver.prototype.observe()
    Performance.prototype.getEntriesByType IntersectionObserver IntersectionObserver.prototype.observe()
    ResizeObserver ResizeObserver.prototype.observe() MutationObserver MutationObserver.prototype.observe()
    MessageChannel sessionStorage sessionStorage! localStorage! Navigator.prototype.sendBeacon
    Navigator.prototype.onLine AbortSignal.timeout fetch requestIdleCallback
    HTMLImageElement.prototype.decode HTMLDialogElement HTMLDialogElement.prototype.showModal
    HTMLElement.prototype.showPopover HTMLElement.prototype.hidePopover
    HTMLElement.prototype.popover Element.prototype.checkVisibility Element.prototype.scrollTo
    Element.prototype.scrollIntoView Element.prototype.getClientRects Element.prototype.setPointerCapture scrollTo
    queueMicrotask reportError requestAnimationFrame URLSearchParams`,
  // Of the baseline, without which the app does not start or fails.
  static: `
    HTMLScriptElement.supports CSS.supports History.prototype.replaceState matchMedia`,
};

/**
 * What Firefox or Safari lack in a supported version, or with a setting of the visitor: tried there as well, and the
 * others in Chromium alone, since what the app does without them is its own.
 */
const ofOtherEngines = `
  PerformanceObserver sessionStorage sessionStorage! localStorage! Navigator.prototype.sendBeacon requestIdleCallback
  HTMLElement.prototype.showPopover HTMLElement.prototype.hidePopover HTMLElement.prototype.popover
  Element.prototype.checkVisibility HTMLScriptElement.supports`;

/** Without one of these, nothing could open the pop-up, or close it again: it stays closed. */
const ofPopUp = ['ResizeObserver', 'HTMLDialogElement.prototype.showModal'];

/** Removes the feature that the URL names, before the page's own scripts. */
function removeFeature(): void {
  const missing = decodeURIComponent(/[?&]missing=([^&]*)/.exec(document.URL)?.[1] ?? '');
  const path = missing.replace(/\(\)|!/, '').split('.');
  const property = path.pop() ?? '';
  const owner = path.reduce<object>((object, name) => Reflect.get(object, name), window);
  if (missing.endsWith('()')) Reflect.set(owner, property, () => {});
  else if (missing.endsWith('!'))
    Reflect.defineProperty(owner, property, {
      get() {
        throw new Error(`no ${property}`);
      },
    });
  else Reflect.deleteProperty(owner, property);
}

/** Tries one control of each kind that a site may have. Returns those that are dead, or shown though they are. */
async function deadControls(isStatic: boolean): Promise<string[]> {
  // A busy browser renders late. Frames may be what is missing. WebDriver's limit of all is 30 s.
  const deadline = Date.now() + 20_000;
  async function soon(isTrue: () => boolean): Promise<boolean> {
    while (Date.now() < deadline && !isTrue())
      await new Promise((resolve) => setTimeout(resolve, 20));
    return isTrue();
  }
  const isShown = (it?: HTMLElement | null) =>
    Boolean(it?.offsetWidth && getComputedStyle(it).visibility === 'visible');
  const dead: string[] = [];

  document.querySelector<HTMLElement>('dialog[open] button')?.click();
  if (!(await soon(() => !document.querySelector('dialog[open]')))) dead.push('pop-up');

  const link = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')].at(-1);
  const place = link && document.querySelector(link.hash);
  link?.click();
  if (link && !(await soon(() => (place?.getBoundingClientRect().top ?? Infinity) < innerHeight)))
    dead.push('link within the page');

  const menu = document.querySelector<HTMLElement>('.language-menu-button');
  const list = document.querySelector<HTMLElement>('.language-menu-list');
  menu?.click();
  if (menu && !(await soon(() => isShown(list)))) dead.push('language menu');
  menu?.click();
  if (menu && !(await soon(() => !isShown(list)))) dead.push('language menu that is open');

  // Of things of which one is current. What has the focus does not change by itself.
  const choice = document.querySelector<HTMLElement>('main button[aria-current="false"]');
  if (choice && isShown(choice) === isStatic)
    dead.push(isStatic ? 'choice that is shown' : 'hidden choice');
  choice?.focus();
  choice?.click();
  if (choice && !isStatic && !(await soon(() => choice.ariaCurrent === 'true')))
    dead.push('choice');
  return dead;
}

const test = base.extend<object, { server: MarqueeServer; visit: Page }>({
  server: served(),
  visit: [
    async ({ server }, use, { project }) => {
      const preferences = { motion: 'no-preference', scripting: 'enabled' } as const;
      const browser = await start(project.name, preferences, `(${removeFeature})()`);
      const page = new Page(browser, server.url);
      await page.resize(phone);
      await use(page);
      await browser.quit();
    },
    { scope: 'worker' },
  ],
});

for (const [outcome, names] of Object.entries(features)) {
  for (const feature of names.trim().split(/\s+/)) {
    const tag = ofOtherEngines.split(/\s+/).includes(feature) ? [] : '@chromium';
    test(`without ${feature} the page is ${outcome}`, { tag }, async ({ visit: page }) => {
      await page.goto(`/?lang=en&missing=${encodeURIComponent(feature)}`);
      await page.until(
        `it is ${outcome}`,
        (mode) => document.documentElement.classList.contains(mode),
        `is-${outcome}`,
      );
      const isStatic = outcome === 'static';
      if (!isStatic && !ofPopUp.includes(feature))
        await page.until(
          'the pop-up of a site that has one is open',
          () => !document.querySelector('dialog:not([open])'),
        );
      expect(await page.run(deadControls, isStatic)).toEqual([]);
      await page.until('nothing is covered', () => !document.querySelector('dialog[open]'));
      for (const name of ['h1', 'table'])
        expect(await page.run((it) => document.querySelectorAll(it).length, name), name).toBe(
          await page.served('/?lang=en', name),
        );
    });
  }
}
