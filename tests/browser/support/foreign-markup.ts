import type { Page } from '@playwright/test';

/** Selector of the page's own data blocks. */
const data = '[type="application/json"]#state, [type="application/ld+json"]';

/**
 * Returns markup that only an injection can add: scripts other than the site's files, inline handlers
 * and styles, elements that load from other origins.
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
