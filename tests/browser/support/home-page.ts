import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { liveTable } from '../../../client/features/live-table/rows.ts';
import { Carousel } from './carousel.ts';
import type { MessageFormatter } from './languages.ts';

/** Page object of the home page in one language. */
export class HomePage {
  readonly welcome: Locator;
  readonly heading: Locator;
  /** The right column, a landmark. */
  readonly rightColumn: Locator;
  /** The menu tabs, which are links. */
  readonly tabs: Locator;
  /** The active one. */
  readonly activeTab: Locator;
  /** The block of all menu tabs, which the first one scrolls to. */
  readonly firstBlock: Locator;
  /** The block that the other menu tabs scroll to. */
  readonly contentBlock: Locator;

  constructor(
    readonly page: Page,
    readonly message: MessageFormatter,
    readonly url = '/',
  ) {
    this.welcome = page.getByRole('dialog', { name: message('welcome.popup.title'), exact: true });
    this.heading = page.getByRole('heading', { level: 1, name: message('intro.slogan.title') });
    this.rightColumn = page.getByRole('complementary', { name: message('home.right.label') });
    this.tabs = page
      .getByRole('navigation', { name: message('menu.tabs.label'), exact: true })
      .getByRole('link');
    this.activeTab = this.tabs.and(page.locator('[aria-current="true"]'));
    this.firstBlock = page.getByRole('region', { name: message('games.block.title') });
    this.contentBlock = page.getByRole('region', { name: message('content.copyright.title') });
  }

  /** Opens the page and waits until it is ready. */
  async visit(url = this.url): Promise<Response> {
    const response = await this.page.goto(url);
    await this.ready();
    if (!response) throw new Error(`no response for ${url}`);
    return response;
  }

  /** Opens the page and closes the welcome pop-up, without the mouse. */
  async enter(url = this.url): Promise<void> {
    await this.visit(url);
    await this.closeWelcome();
  }

  /** Waits for hydration, and then for the welcome pop-up of a site that has one. */
  async ready(): Promise<void> {
    // Asked at once, since the page may be about to give way to another, which has no pop-up yet.
    const hydrated = ':root:has(.announcement.is-scrolling)';
    const ready = `${hydrated}:has(dialog[open]), ${hydrated}:not(:has(dialog))`;
    await expect(this.page.locator(ready)).toBeAttached();
    if (await this.page.locator('dialog').count()) await expect(this.welcome).toBeVisible();
  }

  /** Waits until the page is ready, and closes the welcome pop-up, without the mouse. */
  async closeWelcome(): Promise<void> {
    await this.ready();
    if (!(await this.page.locator('dialog').count())) return;
    await this.page.keyboard.press('Escape');
    await expect(this.welcome).toBeHidden();
    // Scrolling is unlocked after React has handled the close event.
    await expect(this.page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  }

  carousel(side: 'left' | 'right'): Carousel {
    const id = side === 'left' ? 'offers.carousel.label' : 'offers.carousel.moreLabel';
    const region = this.page.getByRole('group', { name: this.message(id), exact: true });
    return new Carousel(region, this.message);
  }

  /** Returns the text of the rows of a live table. */
  async rows(side: 'left' | 'right'): Promise<string[]> {
    const rows = this.table(side)
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell') });
    await expect(rows).toHaveCount(liveTable.rows);
    return rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
    );
  }

  table(side: 'left' | 'right'): Locator {
    const id = side === 'left' ? 'transactions.table.title' : 'transactions.table.moreTitle';
    return this.page.getByRole('table', { name: this.message(id), exact: true });
  }
}
