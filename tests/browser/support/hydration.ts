import { expect, type Page } from '@playwright/test';

/** Matches the root element once the page is interactive, and the effects of hydration are in it. */
export const hydrated =
  ':root.is-interactive:not(:has(.language-menu-button:not([aria-expanded])))';

/** Waits until the page works. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator(hydrated)).toBeAttached();
}

/** Makes an effect of the app throw some times in the first document: what makes the page interactive. */
export async function failToStart(page: Page, times: number): Promise<void> {
  await page.addInitScript((failures) => {
    if (document.referrer !== '') return;
    const { toggle } = DOMTokenList.prototype;
    let starts = 0;
    DOMTokenList.prototype.toggle = function toggleOrThrow(name, force) {
      if (name === 'is-interactive' && force) starts += 1;
      if (name === 'is-interactive' && force && starts <= failures) throw new Error('no app today');
      return toggle.call(this, name, force);
    };
  }, times);
}

/** Records the errors that the page reports: `message` or `frames`. */
export function reportsOf(page: Page, field = 'message'): string[] {
  const reports: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/hydration-errors') reports.push(searchParams.get(field) ?? '');
  });
  return reports;
}

/**
 * Returns the HTML of `#app`, now or as served, without the attributes that hydration changes.
 */
export async function appOf(page: Page, served?: string): Promise<string> {
  // The policy of the site allows no parser.
  const parser = served ? await page.context().newPage() : page;
  const app = await parser.evaluate((html) => {
    const app = html
      ? new DOMParser().parseFromString(html, 'text/html').getElementById('app')
      : document.getElementById('app');
    if (!app?.firstElementChild) throw new Error('the app is empty');
    const copy = app.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll('*')) {
      for (const name of ['aria-expanded', 'open', 'tabindex', 'class'])
        element.removeAttribute(name);
    }
    return copy.innerHTML;
  }, served);
  if (served) await parser.close();
  return app;
}
