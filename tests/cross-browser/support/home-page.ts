import { Key, type WebElement } from 'selenium-webdriver';
import type { Language, Say } from '../../browser/support/words.ts';
import { Carousel } from './carousel.ts';
import type { Page } from './page.ts';

/** The home page in one language. */
export class HomePage {
  constructor(
    readonly page: Page,
    readonly say: Say,
    readonly language: Language,
  ) {}

  get path(): string {
    return `/?lang=${this.language.code}`;
  }

  /** Opens the page; it is interactive once the advert has opened and stands still. */
  async visit(): Promise<WebElement> {
    await this.page.goto(this.path);
    const advert = await this.page.find('dialog', this.say('advert.popup.title'));
    await this.page.settle();
    return advert;
  }

  /** Opens the page and closes the advert, without the mouse. */
  async enter(): Promise<void> {
    await this.visit();
    await this.closeAdvert();
  }

  /** Closes the advert, without the mouse. */
  async closeAdvert(): Promise<void> {
    await this.page.press(Key.ESCAPE);
    await this.advertIsClosed();
  }

  /** Waits until the advert is closed and the page can scroll. */
  async advertIsClosed(): Promise<void> {
    await this.page.gone('dialog');
    await this.page.until(
      'the page can scroll',
      () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
    );
  }

  /** The header's language button. */
  languageButton(): Promise<WebElement> {
    const language = this.say('locale.name');
    return this.page.find('button', this.say('header.language.button', { language }));
  }

  /** Opens the language menu with the mouse. */
  async openLanguageMenu(): Promise<WebElement> {
    await (await this.languageButton()).click();
    return this.page.find('menu', this.say('header.language.label'));
  }

  async carousel(side: 'left' | 'right'): Promise<Carousel> {
    const id = side === 'left' ? 'offers.carousel.label' : 'offers.carousel.moreLabel';
    return new Carousel(this.page, this.say, await this.page.find('region', this.say(id)));
  }

  /** What the first tab leads to, and all tabs show. */
  firstBlock(): Promise<WebElement> {
    return this.page.find('tabpanel');
  }

  /** What the other tabs lead to. */
  contentBlock(): Promise<WebElement> {
    return this.page.find('region', this.say('content.copyright.title'));
  }

  /** The live tables: that of the left view, then that of the right one. */
  async tables(): Promise<[WebElement, WebElement]> {
    const right = await this.page.find(
      'table',
      undefined,
      await this.page.find('complementary', this.say('home.right.label')),
    );
    const [left] = await this.page.all('table');
    if (!left) throw new Error('there is no table');
    return [left, right];
  }
}
