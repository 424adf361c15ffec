import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import {
  type Actions,
  type WebDriver,
  type WebElement,
  WebElementCondition,
} from 'selenium-webdriver';
import type { Browser, Size } from '../engines/browser.ts';

/** How long anything may take that is waited for, milliseconds. */
const patience = 20_000;

/** What `ssr-bundle/build/line-breaks.mjs` writes into messages to say where lines may end. */
const lineBreaks = { boundary: /\u200b/g, space: /\u00a0/g };

/** The text of a page, or texts in something of it, without what sets their line breaks. */
function withoutLineBreaks<Value>(value: Value): Value;
function withoutLineBreaks(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(lineBreaks.boundary, '').replace(lineBreaks.space, ' ');
  if (Array.isArray(value)) return value.map((part) => withoutLineBreaks(part));
  // Elements are objects of the library's.
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutLineBreaks(part)]),
  );
}

/** Finds elements as assistive technology does. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** The values that a function inside the page is called with. */
type InPage<Values extends unknown[]> = {
  [Index in keyof Values]: Values[Index] extends WebElement ? HTMLElement : Values[Index];
};

/** A page of the site in a browser's window. */
export class Page {
  /** What went wrong in documents that have been left. */
  readonly #complaints: string[] = [];

  constructor(
    private readonly browser: Browser,
    readonly site: string,
  ) {}

  get driver(): WebDriver {
    return this.browser.driver;
  }

  /** Opens an address of the site. */
  async goto(path: string): Promise<void> {
    this.#complaints.push(...(await this.#documentComplaints()));
    await this.driver.get(new URL(path, this.site).href);
  }

  /** The address without its origin. */
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

  /** Calls a function inside the page; an element found there comes back as the DOM's own. */
  async run<Result, Values extends unknown[]>(
    script: (...values: InPage<Values>) => Result,
    ...values: Values
  ): Promise<Awaited<Result>> {
    const call = `return (${script}).apply(null, arguments)`;
    return withoutLineBreaks(await this.driver.executeScript(call, ...values));
  }

  /** Waits until a function gives true inside the page. */
  async until<Values extends unknown[]>(
    condition: string,
    script: (...values: InPage<Values>) => boolean,
    ...values: Values
  ): Promise<void> {
    await expect.poll(() => this.run(script, ...values), { message: condition }).toBe(true);
  }

  /** The elements of a role that assistive technology finds; of this exact name, if any is given. */
  async all(role: string, name?: string, within?: WebElement): Promise<WebElement[]> {
    for (;;) {
      const found = await this.driver.executeScript<WebElement[] | null>(
        `const [role, name, within] = arguments;
        return window.queryAllByRole?.(role, name, within ?? document.body) ?? null`,
        role,
        withoutLineBreaks(name) ?? null,
        within,
      );
      if (found) return found;
      // Each new document lacks the queries. Firefox runs each script in a scope of its own, whose
      // functions are none to another: what is to stay is a property of the window.
      await this.driver.executeScript(
        `const exports = {}, module = {};${queries}
        const plain = (text) => text.replace(${lineBreaks.boundary}, '').replace(${lineBreaks.space}, ' ');
        window.queryAllByRole = (role, name, within) =>
          exports.queryAllByRole(within, role, name === null ? {} : { name: (it) => plain(it) === name });`,
      );
    }
  }

  /** Waits for the only element of a role and name. */
  async find(role: string, name?: string, within?: WebElement): Promise<WebElement> {
    const described = name === undefined ? role : `${role} named ${name}`;
    const condition = new WebElementCondition(`for one ${described}`, async () => {
      const [only, other] = await this.all(role, name, within);
      return other ? null : (only ?? null);
    });
    return this.driver.wait(condition, patience);
  }

  /** The words of an element, whether or not they can be seen by now. */
  text(element: WebElement): Promise<string> {
    return this.run((it) => it.textContent?.trim() ?? '', element);
  }

  /** Waits until there is no element of a role and name. */
  async gone(role: string, name?: string): Promise<void> {
    await expect.poll(async () => (await this.all(role, name)).length).toBe(0);
  }

  /** Clicks an element, in the middle of the window where the page can scroll. */
  async click(element: WebElement): Promise<void> {
    await this.reveal(element);
    await element.click();
  }

  /** Brings an element to the middle of the window at once. */
  async reveal(element: WebElement): Promise<void> {
    await this.run(
      (it) => it.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }),
      element,
    );
  }

  /** Waits until React has taken over the served page. */
  async hydrated(): Promise<void> {
    await this.until('the page is hydrated', () =>
      Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
    );
  }

  /** Waits until everything has come to rest that does not move for ever. */
  async settle(): Promise<void> {
    await this.until('nothing moves', () =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
        ),
    );
  }

  /** Puts the mouse where it is over nothing. */
  async moveMouseAway(): Promise<void> {
    await this.driver.actions().move({ x: 0, y: 0 }).perform();
  }

  /** Turns the mouse's wheel where no control is. */
  async turnWheel(): Promise<void> {
    // The library's types lack the wheel.
    const actions = this.driver.actions() as Actions & {
      scroll: (x: number, y: number, byX: number, byY: number) => Actions;
    };
    // WebKit's driver adds up the turns of a wheel, and turns it by the difference.
    await actions.clear();
    await actions.move({ x: 5, y: 300 }).perform();
    await actions.scroll(5, 300, 0, 400).perform();
  }

  /** Types keys wherever the focus is. */
  async press(...keys: string[]): Promise<void> {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** What went wrong in every document since the window was opened. */
  async complaints(): Promise<string[]> {
    return [...this.#complaints, ...(await this.#documentComplaints())];
  }

  #documentComplaints(): Promise<string[]> {
    return this.run(() => Reflect.get(window, 'complaints') ?? []);
  }
}
