import { Key, type WebElement } from 'selenium-webdriver';
import {
  english,
  type Language,
  type MessageFormatter,
  messageFormatter,
  otherLanguages,
} from '../../browser/support/languages.ts';
import { stops } from '../../browser/support/timers.ts';
import { soon } from '../../support/soon.ts';
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

  /** Waits for hydration, and then for the pop-up of a site that has one. */
  async ready(): Promise<void> {
    await this.page.hydrated();
    if (await this.page.run(() => Boolean(document.querySelector('dialog'))))
      await this.page.find('dialog');
  }

  /** Opens the page and closes its pop-up, without the mouse. */
  async enter(): Promise<void> {
    await this.visit();
    await this.closePopup();
  }

  /** Closes the pop-up, without the mouse. */
  async closePopup(): Promise<void> {
    await this.page.press(Key.ESCAPE);
    await this.popupIsClosed();
  }

  /** Waits until no pop-up is open and the page can scroll. */
  async popupIsClosed(): Promise<void> {
    await this.page.gone('dialog');
    await this.page.until(
      'the page can scroll',
      () => getComputedStyle(document.documentElement).overflowY !== 'hidden',
    );
  }

  /** Waits until a timer changes something, on a site that has one. */
  async changesByItself(): Promise<void> {
    if (stops.length === 0) return;
    const before = await this.page.run(contentOf);
    await soon(() => this.page.run(contentOf), 'the content by a timer').not.toBe(before);
  }

  /** Follows the last link to a place of the page itself, and waits until that is in view. None, none is followed. */
  async followLinkWithin(): Promise<void> {
    const link = await this.page.run(
      () => [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')].at(-1) ?? null,
    );
    if (!link) return;
    // By key, which a page that still scrolls does not take away.
    await (link as unknown as WebElement).sendKeys(Key.ENTER);
    await this.page.until(
      'what the link leads to is in the upper half of the window',
      (it) => {
        const place = document.querySelector((it as HTMLAnchorElement).hash);
        return Boolean(place && place.getBoundingClientRect().top < innerHeight / 2);
      },
      link as unknown as WebElement,
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
}

/** The text of the page, and what of it is current. Runs inside the page. */
function contentOf(): string {
  const current = [...document.querySelectorAll('main [aria-current]')].map((it) => it.ariaCurrent);
  return `${current} ${document.querySelector('main')?.textContent}`;
}
