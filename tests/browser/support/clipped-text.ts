import type { Page } from '@playwright/test';

/**
 * Returns elements whose text is wider than themselves, clipped or not. Excludes horizontally scrolling
 * strips and visually hidden text.
 */
export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holdsText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none';
    const isInStrip = (element: Element) =>
      element.closest('.announcement-window, .menu-tabs, .carousel-strip') !== null;

    const texts = [...document.body.querySelectorAll('*')].filter(
      (element) => holdsText(element) && isShown(element),
    );
    if (texts.length < 10) throw new Error(`only ${texts.length} texts`);
    return (
      texts
        // Inline elements have no `clientWidth`.
        .filter((element) => element.clientWidth > 0)
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => !isInStrip(element) || element.closest('.menu-tab, .offer') !== null)
        .map(
          (element) =>
            `${element.scrollWidth} px of text in ${element.clientWidth} px: ` +
            `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent}`,
        )
    );
  });
}
