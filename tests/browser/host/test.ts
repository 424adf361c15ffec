/** Playwright's `test` with the pages of the host's own site (`tests/site/`). */
import type { Locator, Page } from '@playwright/test';
import { HomePage } from '../support/home-page.ts';
import type { MessageFormatter } from '../support/languages.ts';
import { test as base } from '../support/test.ts';
import { type ServiceFixtures, serviceFixtures } from '../support/with-content-service.ts';

export { expect, keepingPages } from '../support/test.ts';

/** The home page of that site in one language. */
export class HostPage extends HomePage {
  override readonly heading: Locator;
  /** Links to pages of the operator's. */
  readonly signUp: Locator;
  readonly login: Locator;
  /** Links in running text, to the operator's home page and blog, and others. */
  readonly links: Locator;
  /** What a timer changes, every two seconds, with its controls. */
  readonly number: Locator;
  readonly nextNumber: Locator;

  constructor(page: Page, message: MessageFormatter, url = '/') {
    super(page, message, url);
    this.heading = page.getByRole('heading', { level: 1, name: message('home.page.title') });
    const main = page.getByRole('main');
    this.signUp = main.getByRole('link', { name: message('home.join.action') });
    this.login = main.getByRole('link', { name: message('home.login.action') });
    this.links = page.locator('[data-place="links"]').getByRole('link');
    this.number = page.locator('.ticker-number');
    this.nextNumber = page.getByRole('button', { name: message('ticker.part.next') });
  }
}

export const test = base.extend<{ home: HostPage }>({
  home: ({ page, message, language }, use) =>
    use(new HostPage(page, message, `/${language.search}`)),
});

/** The same, with a server whose operator's links come from a content service. */
export const serviceTest = test.extend<ServiceFixtures>(serviceFixtures);
