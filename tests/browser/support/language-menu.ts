import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, languages, type Say, speaker } from './words.ts';

/** The header's language menu. */
export class LanguageMenu {
  readonly button: Locator;
  readonly menu: Locator;

  constructor(
    readonly page: Page,
    say: Say,
  ) {
    const language = say('locale.name');
    const name = say('header.language.button', { language });
    this.button = page.getByRole('button', { name, exact: true });
    this.menu = page.getByRole('menu', { name: say('header.language.label'), exact: true });
  }

  readonly item = ({ ownName }: Language): Locator =>
    this.menu.getByRole('menuitemradio', { name: ownName, exact: true });

  /** Takes a language from the menu, whether it comes or not. */
  async take(language: Language): Promise<void> {
    await this.button.click();
    await expect(this.menu.getByRole('menuitemradio')).toHaveText(
      languages.map(({ ownName }) => ownName),
    );
    await this.item(language).click();
  }

  /** Takes a language and waits until the page speaks it; gives the menu in it. */
  async choose(language: Language): Promise<LanguageMenu> {
    await this.take(language);
    const translated = new LanguageMenu(this.page, speaker(language.code));
    await expect(translated.button).toBeVisible();
    await expect(this.page.locator('html')).toHaveAttribute('lang', language.code);
    return translated;
  }
}
