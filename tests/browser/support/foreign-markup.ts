import type { Page } from '@playwright/test';

/** The data that a page carries for its own script, and for search engines. */
const data = '[type="application/json"]#state, head > [type="application/ld+json"]';

/**
 * What a page never has by itself: scripts that are not the site's own files,
 * handlers and styles in attributes, elements that load something from elsewhere.
 */
export function foreignMarkup(page: Page): Promise<string[]> {
  return page.evaluate((ownData) => {
    const elements = [...document.querySelectorAll('*')];
    const isForeign = (element: Element) =>
      element.matches('base, embed, form, frame, iframe, object, style, [style], [src^="data:"]') ||
      element.matches(`script:not([src^="/assets/"], ${ownData})`) ||
      element.matches('[href^="javascript:" i], [href^="data:" i], [src]:not([src^="/"])') ||
      element.getAttributeNames().some((name) => name.startsWith('on'));
    return elements.filter(isForeign).map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, data);
}
