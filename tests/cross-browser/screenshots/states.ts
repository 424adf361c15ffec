import { Key } from 'selenium-webdriver';
import type { Say } from '../../browser/support/words.ts';
import type { Page } from '../support/page.ts';

/** A page of the site in one state. */
interface State {
  name: string;
  /** The whole page, or what a window shows of it. */
  extent: 'page' | 'window';
  path: string;
  reach: (page: Page, say: Say) => Promise<unknown>;
}

export const states: readonly State[] = [
  { name: 'advert', extent: 'window', path: '/', reach: advertOpens },
  { name: 'top', extent: 'window', path: '/', reach: enter },
  {
    name: 'menu',
    extent: 'window',
    path: '/',
    reach: async (page, say) => {
      await enter(page, say);
      const name = say('header.language.button', { language: say('locale.name') });
      await (await page.find('button', name)).click();
      await page.find('menu', say('header.language.label'));
    },
  },
  {
    name: 'banner-closed',
    extent: 'window',
    path: '/',
    reach: async (page, say) => {
      await enter(page, say);
      // By the keyboard: the mouse would stay and light up what is below.
      await (await page.find('button', say('footer.banner.close'))).sendKeys(Key.ENTER);
    },
  },
  { name: 'full', extent: 'page', path: '/', reach: enter },
  { name: 'not-found', extent: 'page', path: '/nowhere', reach: async () => {} },
];

async function advertOpens(page: Page, say: Say): Promise<void> {
  await page.find('dialog', say('advert.popup.title'));
}

async function enter(page: Page, say: Say): Promise<void> {
  await advertOpens(page, say);
  await page.driver.actions().sendKeys(Key.ESCAPE).perform();
  await page.driver.wait(
    async () => (await page.all('dialog')).length === 0,
    10_000,
    'the advert does not close',
  );
}
