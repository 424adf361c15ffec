import type { Page } from '@playwright/test';
import type { HomePage } from '../../tests/browser/support/home-page.ts';
import type { MessageFormatter } from '../../tests/browser/support/languages.ts';

/** Arguments of `reach`. */
interface Visit {
  page: Page;
  home: HomePage;
  message: MessageFormatter;
  /** Query string that selects the language. */
  search: string;
}

/** A state of a page to capture. */
interface State {
  name: string;
  title: string;
  /** Whether to capture the whole page or the viewport. */
  extent: 'page' | 'screen';
  reach: (visit: Visit) => Promise<unknown>;
}

/** The states in the gallery. */
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
    reach: async ({ page, home, message }) => {
      await home.enter();
      // By keyboard, as the mouse would hover over the element below.
      await page.getByRole('button', { name: message('footer.banner.close') }).press('Enter');
    },
  },
  {
    name: 'language-menu',
    title: 'Language menu',
    extent: 'screen',
    reach: async ({ page, home, message }) => {
      await home.enter();
      const language = message('locale.name');
      await page
        .getByRole('button', { name: message('header.language.button', { language }) })
        .click();
    },
  },
  {
    name: 'not-found',
    title: 'Not found',
    extent: 'screen',
    reach: ({ page, search }) => page.goto(`/nowhere${search}`),
  },
];

/** Viewports of a phone, a tablet and a desktop. */
export const screens = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

/** Returns the file name of a screenshot in `gallery/`. */
export function fileOf(state: string, language: string, width: number): string {
  return `${state}-${language}-${width}.png`;
}
