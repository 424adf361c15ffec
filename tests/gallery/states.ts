import type { Page } from '@playwright/test';
import type { HomePage } from '../browser/support/home-page.ts';
import type { Say } from '../browser/support/words.ts';

/** What a state is reached with. */
interface Visit {
  page: Page;
  home: HomePage;
  say: Say;
  /** What an address needs for the visitor's language. */
  search: string;
}

/** A page of the site in one state, as a picture shows it. */
interface State {
  name: string;
  title: string;
  /** The whole page, or what a screen shows of it. */
  extent: 'page' | 'screen';
  reach: (visit: Visit) => Promise<unknown>;
}

/** Everything a visitor can come to see. */
export const states: readonly State[] = [
  {
    name: 'home-top',
    title: 'Home, top',
    extent: 'screen',
    reach: ({ home }) => home.enter(),
  },
  {
    name: 'home-full',
    title: 'Home, whole',
    extent: 'page',
    reach: ({ home }) => home.enter(),
  },
  {
    name: 'popup-open',
    title: 'Pop-up open',
    extent: 'screen',
    reach: ({ home }) => home.visit(),
  },
  {
    name: 'banner-closed',
    title: 'Footer banner closed',
    extent: 'screen',
    reach: async ({ page, home, say }) => {
      await home.enter();
      // By the keyboard: the mouse would stay and light up what is below.
      await page.getByRole('button', { name: say('footer.banner.close') }).press('Enter');
    },
  },
  {
    name: 'language-menu',
    title: 'Language menu',
    extent: 'screen',
    reach: async ({ page, home, say }) => {
      await home.enter();
      const language = say('locale.name');
      await page.getByRole('button', { name: say('header.language.button', { language }) }).click();
    },
  },
  {
    name: 'not-found',
    title: 'Not found',
    extent: 'screen',
    reach: ({ page, search }) => page.goto(`/nowhere${search}`),
  },
];

/** Widths of a phone, a tablet and a desktop, with the height of their screens. */
export const screens = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

/** Where a picture lies in `gallery/`. */
export function fileOf(state: string, language: string, width: number): string {
  return `${state}-${language}-${width}.png`;
}
