import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { Carousel } from './carousel.ts';
import type { Say } from './words.ts';

/** Where things are on the home page, for visitors of one language. */
export class HomePage {
  readonly advert: Locator;
  readonly heading: Locator;
  /** The right column, a landmark of its own. */
  readonly rightColumn: Locator;
  /** What all menu tabs show, and the first one scrolls to. */
  readonly firstBlock: Locator;
  /** What the other menu tabs scroll to. */
  readonly contentBlock: Locator;

  constructor(
    readonly page: Page,
    readonly say: Say,
    readonly address = '/',
  ) {
    this.advert = page.getByRole('dialog', { name: say('advert.popup.title'), exact: true });
    this.heading = page.getByRole('heading', { level: 1, name: say('intro.slogan.title') });
    this.rightColumn = page.getByRole('complementary', { name: say('home.right.label') });
    this.firstBlock = page.getByRole('tabpanel');
    this.contentBlock = page.getByRole('region', { name: say('content.copyright.title') });
  }

  /** Opens the page; it is alive once the advert has popped up. */
  async visit(address = this.address): Promise<Response> {
    const response = await this.page.goto(address);
    await expect(this.advert).toBeVisible();
    if (!response) throw new Error(`${address} gave no answer`);
    return response;
  }

  /** Opens the page and closes the advert, without touching the mouse. */
  async enter(address = this.address): Promise<void> {
    await this.visit(address);
    await this.page.keyboard.press('Escape');
    await expect(this.advert).toBeHidden();
    // The page has taken notice, and scrolls again.
    await expect(this.page.locator('html')).not.toHaveCSS('overflow-y', 'hidden');
  }

  carousel(side: 'left' | 'right'): Carousel {
    const id = side === 'left' ? 'offers.carousel.label' : 'offers.carousel.moreLabel';
    const region = this.page.getByRole('region', { name: this.say(id), exact: true });
    return new Carousel(region, this.say);
  }

  /** The five rows of a live table, cell after cell. */
  async rows(side: 'left' | 'right'): Promise<string[]> {
    const rows = this.table(side)
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell') });
    await expect(rows).toHaveCount(5);
    return rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')),
    );
  }

  table(side: 'left' | 'right'): Locator {
    const right = this.rightColumn.getByRole('table');
    return side === 'right' ? right : this.page.getByRole('table').first();
  }
}
