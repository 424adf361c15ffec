import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Actions, WebDriver, WebElement } from 'selenium-webdriver';
import { hydrated } from '../../browser/support/hydration.ts';
import { soon } from '../../support/soon.ts';
import type { Browser, Size } from '../engines/browser.ts';

/** Testing Library, whose queries find elements by role and accessible name. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** Arguments of a function inside the page. */
type InPage<Values extends unknown[]> = {
  [Index in keyof Values]: Values[Index] extends WebElement ? HTMLElement : Values[Index];
};

/** A browser window with a page of the site. */
export class Page {
  /** Errors of previous documents. */
  readonly #errors: string[] = [];

  constructor(
    private readonly browser: Browser,
    readonly site: string,
  ) {}

  get driver(): WebDriver {
    return this.browser.driver;
  }

  /** Opens a path of the site. */
  async goto(path: string): Promise<void> {
    this.#errors.push(...(await this.#documentErrors()));
    await this.driver.get(new URL(path, this.site).href);
  }

  /** Returns how many elements of a name the server sends at a path. */
  async served(path: string, name: string): Promise<number> {
    const html = await (await fetch(new URL(path, this.site))).text();
    return html.split(new RegExp(`<${name}[\\s>]`)).length - 1;
  }

  /** Returns the current URL without its origin. */
  async path(): Promise<string> {
    const { pathname, search, hash } = new URL(await this.driver.getCurrentUrl());
    return `${pathname}${search}${hash}`;
  }

  async resize(size: Size): Promise<void> {
    await this.browser.resize(size);
    await this.until(
      `the window is ${size.width} x ${size.height}`,
      ({ width, height }) => innerWidth === width && innerHeight === height,
      size,
    );
  }

  /** Calls a function inside the page. `WebElement` arguments become DOM elements. */
  async run<Result, Values extends unknown[]>(
    script: (...values: InPage<Values>) => Result,
    ...values: Values
  ): Promise<Awaited<Result>> {
    const call = `return (${script}).apply(null, arguments)`;
    return await this.driver.executeScript(call, ...values);
  }

  /** Waits until a function returns true inside the page. */
  async until<Values extends unknown[]>(
    condition: string,
    script: (...values: InPage<Values>) => boolean,
    ...values: Values
  ): Promise<void> {
    await soon(() => this.run(script, ...values), condition).toBe(true);
  }

  /** Returns the accessible elements with a role and, optionally, an exact name. */
  async all(role: string, name?: string, within?: WebElement): Promise<WebElement[]> {
    for (;;) {
      const found = await this.driver.executeScript<WebElement[] | null>(
        `const [role, name, within] = arguments;
        return window.queryAllByRole?.(role, name, within ?? document.body) ?? null`,
        role,
        name ?? null,
        within,
      );
      if (found) return found;
      // Injects the queries into each new document, as a property of the window: Firefox runs each
      // script in its own scope.
      await this.driver.executeScript(
        `const exports = {}, module = {};${queries}
        window.queryAllByRole = (role, name, within) =>
          exports.queryAllByRole(within, role, name === null ? {} : { name: (it) => it.replaceAll('\\u00a0', ' ') === name });`,
      );
    }
  }

  /** Waits for a single element with a role and name. */
  async find(role: string, name?: string, within?: WebElement): Promise<WebElement> {
    const described = name === undefined ? role : `${role} named ${name}`;
    let found: WebElement[] = [];
    const count = async () => {
      found = await this.all(role, name, within);
      return found.length;
    };
    await soon(count, described).toBe(1);
    return found[0] as WebElement;
  }

  /** Returns the text of an element, visible or not. */
  text(element: WebElement): Promise<string> {
    return this.run((it) => it.textContent?.trim() ?? '', element);
  }

  /** Waits until no element has a role and name. */
  async gone(role: string, name?: string): Promise<void> {
    await soon(async () => (await this.all(role, name)).length).toBe(0);
  }

  /** Scrolls an element to the middle of the viewport and clicks it. */
  async click(element: WebElement): Promise<void> {
    await this.reveal(element);
    await element.click();
  }

  /** Scrolls an element to the middle of the viewport. */
  async reveal(element: WebElement): Promise<void> {
    await this.run(
      (it) => it.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }),
      element,
    );
  }

  /** Waits until the page works, and the effects of hydration are in it. */
  async hydrated(): Promise<void> {
    await this.until(
      'the page is hydrated',
      (hydrated) => Boolean(document.querySelector(hydrated)),
      hydrated,
    );
  }

  /** Waits until all finite animations have ended. */
  async settle(): Promise<void> {
    await this.until('all finite animations have ended', () =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
        ),
    );
  }

  /** Turns the mouse wheel over the page. */
  async turnWheel(): Promise<void> {
    // The library's types lack wheel actions.
    const actions = this.driver.actions() as Actions & {
      scroll: (x: number, y: number, byX: number, byY: number) => Actions;
    };
    // WebKit's driver keeps a wheel state and scrolls by the difference to it.
    await actions.clear();
    await actions.move({ x: 5, y: 300 }).perform();
    await actions.scroll(5, 300, 0, 400).perform();
  }

  /** Sends keys to the focused element. */
  async press(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Returns the errors of all documents since the window was opened. */
  async errors(): Promise<string[]> {
    return [...this.#errors, ...(await this.#documentErrors())];
  }

  #documentErrors(): Promise<string[]> {
    return this.run(() => Reflect.get(window, 'recordedErrors') ?? []);
  }
}
