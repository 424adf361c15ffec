import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { hydrated } from './hydration.ts';
import type { MessageFormatter } from './languages.ts';

/** Page object of a site's home page in one language. */
export class HomePage {
  readonly heading: Locator;
  /** The pop-up that it opens with, on a site that has one. */
  readonly popup: Locator;

  constructor(
    readonly page: Page,
    readonly message: MessageFormatter,
    readonly url = '/',
  ) {
    this.heading = page.getByRole('heading', { level: 1 });
    this.popup = page.locator('dialog');
  }

  /** Opens the page and waits until it is ready. */
  async visit(url = this.url): Promise<Response> {
    const response = await this.page.goto(url);
    await this.ready();
    if (!response) throw new Error(`no response for ${url}`);
    return response;
  }

  /** Opens the page and closes its pop-up, without the mouse. */
  async enter(url = this.url): Promise<void> {
    await this.visit(url);
    await this.closePopup();
  }

  /** Waits until the page works in its language, and until its pop-up is open. */
  async ready(): Promise<void> {
    // Asked at once, since the page may be about to give way to another, which has no pop-up yet.
    const ready = `${hydrated}:has(dialog[open]), ${hydrated}:not(:has(dialog))`;
    await expect(this.page.locator(ready)).toBeAttached();
    await expect(this.page).toHaveTitle(this.message('page.home.title'));
  }

  /** Waits until the page is ready, and closes its pop-up, without the mouse. */
  async closePopup(): Promise<void> {
    await this.ready();
    if (!(await this.popup.count())) return;
    await this.page.keyboard.press('Escape');
    await expect(this.popup).toBeHidden();
    // Scrolling is unlocked after React has handled the close event.
    await expect(this.page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  }
}
