import { Key } from 'selenium-webdriver';
import { english, type MessageFormatter } from '../../browser/support/languages.ts';
import { HomePage } from '../support/home-page.ts';
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
  { name: 'welcome', extent: 'window', path: '/', reach: ready },
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

function ready(page: Page, message: MessageFormatter): Promise<void> {
  return new HomePage(page, message, english).ready();
}

async function enter(page: Page, message: MessageFormatter): Promise<void> {
  await ready(page, message);
  await new HomePage(page, message, english).closeWelcome();
}
