import type { HomePage } from '../support/home-page.ts';

/** A page of the site in one state. */
interface State {
  name: string;
  /** Whether to capture the whole page or the viewport. */
  extent: 'page' | 'window';
  reach: (home: HomePage) => Promise<unknown>;
}

export const states: readonly State[] = [
  { name: 'welcome', extent: 'window', reach: (home) => home.visit() },
  { name: 'top', extent: 'window', reach: (home) => home.enter() },
  {
    name: 'menu',
    extent: 'window',
    reach: async (home) => {
      await home.enter();
      await home.openLanguageMenu();
    },
  },
  { name: 'full', extent: 'page', reach: (home) => home.enter() },
  {
    name: 'not-found',
    extent: 'page',
    reach: ({ page, language }) => page.goto(`/nowhere?lang=${language.code}`),
  },
];
