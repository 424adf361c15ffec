import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  type Language,
  languages,
  type MessageFormatter,
  messageFormatter,
  otherLanguages,
} from './languages.ts';
import { press } from './press.ts';

/** The header's language menu. */
export class LanguageMenu {
  readonly button: Locator;
  readonly menu: Locator;

  constructor(
    readonly page: Page,
    message: MessageFormatter,
  ) {
    test.skip(otherLanguages.length === 0, 'the site has one language');
    const name = message('header.language.button');
    this.button = page.getByRole('button', { name, exact: true });
    this.menu = page.getByRole('list', { name: message('header.language.label'), exact: true });
  }

  readonly item = ({ ownName }: Language): Locator =>
    this.menu.getByRole('link', { name: ownName, exact: true });

  /** Selects a language in the menu, without waiting for the switch. */
  async select(language: Language): Promise<void> {
    await press(this.button);
    await expect(this.menu.getByRole('link')).toHaveText(languages.map(({ ownName }) => ownName));
    await press(this.item(language));
  }

  /** Selects a language and waits for the switch. Returns the menu in that language. */
  async choose(language: Language): Promise<LanguageMenu> {
    await this.select(language);
    const translated = new LanguageMenu(this.page, messageFormatter(language.code));
    await expect(translated.button).toBeVisible();
    await expect(this.page.locator('html')).toHaveAttribute('lang', language.code);
    return translated;
  }
}
