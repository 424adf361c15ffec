import { Key } from 'selenium-webdriver';
import type { MessageFormatter } from '../../browser/support/languages.ts';
import type { Page } from '../support/page.ts';

/** A page of the site in one state. */
interface State {
  name: string;
  /** Whether to capture the whole page or the viewport. */
  extent: 'page' | 'window';
  path: string;
  reach: (page: Page, message: MessageFormatter) => Promise<unknown>;
}

export const states: readonly State[] = [
  { name: 'welcome', extent: 'window', path: '/', reach: welcomeOpens },
  { name: 'top', extent: 'window', path: '/', reach: enter },
  {
    name: 'menu',
    extent: 'window',
    path: '/',
    reach: async (page, message) => {
      await enter(page, message);
      await (await page.find('button', message('header.language.button'))).click();
      await page.find('list', message('header.language.label'));
    },
  },
  {
    name: 'footer-offer-closed',
    extent: 'window',
    path: '/',
    reach: async (page, message) => {
      await enter(page, message);
      // By keyboard, as the mouse would hover over the element below.
      await (await page.find('button', message('footer.offer.close'))).sendKeys(Key.ENTER);
    },
  },
  { name: 'full', extent: 'page', path: '/', reach: enter },
  { name: 'not-found', extent: 'page', path: '/nowhere', reach: async () => {} },
];

async function welcomeOpens(page: Page, message: MessageFormatter): Promise<void> {
  await page.find('dialog', message('welcome.popup.title'));
}

async function enter(page: Page, message: MessageFormatter): Promise<void> {
  await welcomeOpens(page, message);
  await page.driver.actions().sendKeys(Key.ESCAPE).perform();
  await page.driver.wait(
    async () => (await page.all('dialog')).length === 0,
    10_000,
    'the welcome pop-up did not close',
  );
}
