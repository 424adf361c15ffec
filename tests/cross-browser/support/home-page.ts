import { Key, type WebElement } from 'selenium-webdriver';
import {
  english,
  type Language,
  type MessageFormatter,
  messageFormatter,
  otherLanguages,
} from '../../browser/support/languages.ts';
import { Carousel } from './carousel.ts';
import type { Page } from './page.ts';

/** The home page in one language. */
export class HomePage {
  constructor(
    readonly page: Page,
    readonly message: MessageFormatter,
    readonly language: Language,
  ) {}

  /** The page in another language. */
  get translated(): HomePage {
    const language = [...otherLanguages, english].find((it) => it !== this.language) ?? english;
    return new HomePage(this.page, messageFormatter(language.code), language);
  }

  get path(): string {
    return `/?lang=${this.language.code}`;
  }

  /** Opens the page and waits until it is ready. */
  async visit(): Promise<void> {
    await this.page.goto(this.path);
    await this.ready();
    await this.page.settle();
  }

  /** Waits for hydration, and then for the welcome pop-up of a site that has one. */
  async ready(): Promise<void> {
    await this.page.hydrated();
    if (await this.page.run(() => Boolean(document.querySelector('dialog'))))
      await this.page.find('dialog');
  }

  /** Opens the page and closes the welcome pop-up, without the mouse. */
  async enter(): Promise<void> {
    await this.visit();
    await this.closeWelcome();
  }

  /** Closes the welcome pop-up, without the mouse. */
  async closeWelcome(): Promise<void> {
    await this.page.press(Key.ESCAPE);
    await this.welcomeIsClosed();
  }

  /** Waits until the welcome pop-up is closed and the page can scroll. */
  async welcomeIsClosed(): Promise<void> {
    await this.page.gone('dialog');
    await this.page.until(
      'the page can scroll',
      () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
    );
  }

  /** The header's language button. */
  languageButton(): Promise<WebElement> {
    return this.page.find('button', this.message('header.language.button'));
  }

  /** Opens the language menu with the mouse. */
  async openLanguageMenu(): Promise<WebElement> {
    await (await this.languageButton()).click();
    return this.page.find('list', this.message('header.language.label'));
  }

  async carousel(side: 'left' | 'right'): Promise<Carousel> {
    const id = side === 'left' ? 'offers.carousel.label' : 'offers.carousel.moreLabel';
    return new Carousel(this.page, this.message, await this.page.find('group', this.message(id)));
  }

  /** The menu tabs, which are links. */
  async tabs(): Promise<WebElement[]> {
    const navigation = await this.page.find('navigation', this.message('menu.tabs.label'));
    return this.page.all('link', undefined, navigation);
  }

  /** The block that the other menu tabs scroll to. */
  contentBlock(): Promise<WebElement> {
    return this.page.find('region', this.message('content.copyright.title'));
  }

  /** The live tables of the left and right column. */
  async tables(): Promise<[WebElement, WebElement]> {
    return [
      await this.page.find('table', this.message('transactions.table.title')),
      await this.page.find('table', this.message('transactions.table.moreTitle')),
    ];
  }
}
